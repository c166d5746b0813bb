import { analyse, expandTerms, isLightTerm, tellsOf } from "@loci/text";
import type { Asked } from "./asked.ts";
import type { Chosen } from "./choose.ts";
import type { Statement } from "./statements.ts";

/** Without quotations of which the facts that are told say all: their words, what these mean, and since when. */
export function withoutSaid({ names, content }: Asked, chosen: readonly Chosen[]): Chosen[] {
  const facts = chosen.flatMap(({ statement }) => (statement.fact !== undefined && !statement.disputed ? [statement] : []));
  if (facts.length === 0) return [...chosen];
  const asked = [...names, ...content.flatMap(({ related }) => [...related])];
  const said = new Set([...asked, ...facts.flatMap(({ terms, since }) => [...expandTerms([...terms]).keys(), ...dayTerms(since)])]);
  const isSaid = ({ fact, text, disputed, knownAt }: Statement) => {
    if (fact !== undefined || disputed) return false;
    const readOfIt = new Set(facts.filter((one) => one.knownAt === knownAt && knownAt !== "").flatMap(({ told }) => [...told]));
    return analyse(text).every((term) => said.has(term) || isLightTerm(term) || tellsOf(term, readOfIt));
  };
  return chosen.filter(({ statement }) => !isSaid(statement));
}

const wordsOfDays = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** The words of a moment's day, as it is said. */
function dayTerms(moment: string): readonly string[] {
  return moment === "" ? [] : analyse(wordsOfDays.format(new Date(moment)));
}
