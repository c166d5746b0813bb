import type { ProposedFact } from "@loci/ports/language-model";
import { explicit, normal } from "./rule.ts";

type Introduction = Pick<ProposedFact, "key" | "value" | "confidence"> & { readonly start: number; readonly end: number };

const word = "\\p{Lu}[\\p{L}\\p{M}]{0,30}(?:['\u2019-]\\p{L}{1,30})?\\.?";
const particle = "(?:(?:van|von|de|der|den|del|della|da|di|dos|du|la|le|el|al|bin|ibn|ben|ten|ter|zu|af|av) ){0,2}";
/** The pattern of a name of up to four words, in a group. */
export const name = `(${word}(?: ${particle}${word}){0,3})`;
const greeting = "(?:(?:[Hh]i|[Hh]ello|[Hh]ey|[Gg]ood (?:morning|afternoon|evening))(?: there| all| team| everyone)?[,!.]? )?";
/** Who says "this is Ana from sales" names herself; "this is Ana, my sister" does not. */
const thisIs = new RegExp(
  `^${greeting}(?:[Tt]his is|[Ii]t(?:'|\u2019)s) ${name} (?:from|at|with|in|over at|speaking|here|again|writing)\\b`,
  "u",
);
/** "Solveig speaking.", "Ana here again, with news". */
const speaking = new RegExp(`^${greeting}${name} (?:speaking|here)(?: again)?(?=[,.!:;\u2013\u2014-]|$)`, "u");
/** "Name's Ottilie": no clause of the grammar, without its article. */
const namesHis = new RegExp(`(?:^|[.!,] )(?:[Tt]he )?[Nn]ame(?:['\u2019]s| is) ${name}(?=[,.!;]|$)`, "u");
const calledSo = new RegExp(
  `\\b(?:I(?: also|'m also|\u2019m also| usually| mostly)? (?:go by|answer to|sign as|am known as|am better known as|am called)|I(?: am|['\u2019]m)(?: just| only| usually| always| better)? known(?: to \\p{L}{1,12}(?: \\p{L}{1,12})?)? as|I(?: am|['\u2019]m) just|(?:[Ee]veryone|[Ee]verybody|[Pp]eople|(?:[Mm]y|[Mm]ost|[Tt]he)(?: other)? \\p{Ll}{3,14}|[Ff]riends|[Tt]hey)(?: just| all| usually| only)? calls? me|(?:^|[,.;:!] |and |but |so |[Pp]lease |[Jj]ust |can |may |could |to )[Cc]all me) ["\u201c']?${name}`,
  "u",
);
/** "It's Jaan, not Jan", "My name is Jaan, by the way, not Jan": of whose name it is the speaker was taken for another. */
const notSpelled = new RegExp(
  `^${greeting}(?:[Ii]t(?:'|\u2019)s|[Mm]y name(?:'|\u2019)s|[Mm]y name is|I(?:'|\u2019)m) ${name},?(?: \\p{Ll}{1,10}){0,3},? (?:and )?not ${word}(?=[,.!;]|$)`,
  "u",
);
/** How messages end, with the name in the line below or behind a comma. */
const closing =
  "(?:[Bb]est|(?:[Kk]ind|[Bb]est|[Ww]arm)(?:est)? (?:regards|wishes)|[Rr]egards|[Cc]heers|[Ss]incerely|[Yy]ours(?: sincerely| truly)?|[Tt]hanks|[Tt]hank you|[Mm]any thanks|[Ll]ove|[Tt]ake care)";
const closingLine = new RegExp(`^${closing}[,!.]?$`, "u");
const closedBy = new RegExp(`(?:^|[.!?] )${closing}, ?${name}$`, "u");
const nameLine = new RegExp(`^(-- ?|[-\u2013\u2014] ?)?${name}$`, "u");
const longestLine = 200;
const ownWords = /\b(?:I|I['\u2019]\p{L}+|[Mm]y|[Mm]e)\b/u;
const longest = 20_000;
const notNames = /^(?:The|Team|Everyone|All|You|Again|Sent|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Me|Us)\b/;

/** "I'm Nadia, from Lille": no clause says where she is from. */
const fromPlace = new RegExp(`\\bI(?:['\u2019]m| am) ${word}(?: ${word}){0,2}(?: too| again)?,? from ${name}`, "u");

/** What somebody says of their own name outside of a sentence's grammar: at the head of a message, by a habit, below it. */
export function introductionsIn(content: string): Introduction[] {
  if (content.length > longest) return [];
  const found = [
    [
      notSpelled.exec(content)?.[1] ?? thisIs.exec(content)?.[1] ?? speaking.exec(content)?.[1] ?? namesHis.exec(content)?.[1],
      explicit,
      false,
    ],
    [calledSo.exec(content)?.[1], explicit, true],
    [ownWords.test(content) ? signatureOf(content) : undefined, normal, false],
  ] as const;
  const from = fromPlace.exec(content);
  const place = from?.[1]?.replace(/\.$/, "");
  const origin =
    from === null || place === undefined
      ? []
      : [{ key: "origin", value: place, confidence: normal, start: from.index, end: from.index + from[0].length }];
  const names = found.flatMap(([called, confidence, isNickname]): Introduction[] => {
    const value = called?.replace(/\.$/, "");
    if (value === undefined || notNames.test(value)) return [];
    const key = isNickname ? "nickname" : value.includes(" ") ? "full_name" : "given_name";
    const start = content.lastIndexOf(value);
    return [{ key, value, confidence, start, end: start + value.length }];
  });
  return [...names, ...origin];
}

/** The name under a message: below its closing words or a dash, or behind them. */
function signatureOf(content: string): string | undefined {
  const lines = content
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const [before = "", last = ""] = lines.length > 1 ? lines.slice(-2) : ["", ...lines];
  if (last.length > longestLine || before.length > longestLine) return undefined;
  const [, dash, below] = nameLine.exec(last) ?? [];
  const isBelow = below !== undefined && before !== "" && (dash !== undefined || closingLine.test(before));
  return isBelow ? below : closedBy.exec(last)?.[1];
}

/** Names that a sentence says to be those of somebody else: "another Nadia", "a different Ana Silva". */
export function namesOfOthers(text: string): ReadonlySet<string> {
  const others = text.matchAll(
    new RegExp(`\\b(?:[Aa]nother|[Aa] different|[Ss]ome other|[Aa] second|[Tt]he other)\\s+${name}`, "gu"),
  );
  return new Set([...others].map(([, who = ""]) => who));
}
