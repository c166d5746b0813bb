/** Whether what a sentence tells of what is asked is told with a value of the kind that is asked for. */
import { analyse, clausesOf, tellsOf, toldBy } from "@loci/text";
import type { Focus } from "../question.ts";
import { relativeIn } from "./relative.ts";
import type { Sentence } from "./said.ts";
import { leading } from "./subject-terms.ts";

/**
 * Whether what a sentence tells of what is asked holds a value for it: "handed the team over to Matteo and became head of research" tells of being
 * head nobody else who is.
 */
export function tellsOfValue(newer: Sentence, { asked, kind, terms }: Focus): boolean {
  if (!/^(?:who|how_many|how_much)$/.test(kind ?? "")) return true;
  const parts = clausesOf(newer.text).map(({ start, end, hasVerb }) => ({ clause: newer.text.slice(start, end), hasVerb }));
  const isTelling = ({ clause }: (typeof parts)[number]) => asked.some((term) => tellsOf(term, toldBy(clause)));
  if (!parts.some(isTelling)) return true;
  // "A young couple, the Demirs, took it over", "put the rent up, it's 980 now".
  const held = parts
    .filter((part) => isTelling(part) || !part.hasVerb || /^\W*(?:and |so |but )?(?:it|that|they|this)\b/iu.test(part.clause))
    .map(({ clause }) => clause)
    .join(" ");
  if (kind !== "who") return numeral.test(held);
  return (
    relativeIn(held) !== undefined ||
    /\b(?:I|me|mine|we|us|alone|someone|somebody|nobody|no one|empty|vacant|free|new|another)\b/u.test(held) ||
    [...leading(newer), ...(held.match(/\p{Lu}[\p{L}\p{M}'\u2019-]+/gu) ?? []).flatMap(analyse)].some((term) => !terms.has(term))
  );
}
const numeral =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|twenty|thirty|forty|fifty|hundred|thousand|million|half|double|both|none|no|alone|another|more|fewer|less)\b/iu;
