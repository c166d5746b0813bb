/** Another count of what both sentences count, or one more of it: "We keep 40 bees", "We keep 9 bees". */
import { analyse, saysPlainly } from "@loci/text";
import { mayHoldSeveral } from "./one-value.ts";
import { readOnce, type Sentence } from "./said.ts";
import { leading } from "./subject-terms.ts";

// A run of digits is read from its beginning only, and to a bound: the time would grow with the square of it.
const number =
  "(?<![\\d.,])\\d[\\d.,]{0,30}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred";
const amount = new RegExp(`\\b(${number}) (\\p{L}{1,64})(?!\\p{L})`, "giu");

const numerals = new Map(
  "two three four five six seven eight nine ten eleven twelve".split(" ").map((word, i) => [word, String(i + 2)]),
);

function numeral(count: string): string {
  const plain = count.toLowerCase().replace(/[.,]$/, "");
  return numerals.get(plain) ?? plain;
}

/** What a sentence counts, and how many of it. */
const amounts = readOnce(
  ({ text }) =>
    new Map([...text.matchAll(amount)].flatMap(([, count = "", what = ""]) => analyse(what).map((term) => [term, numeral(count)]))),
);

/** Whether both count the same asked thing, or tell in one unit how much of it there is, and differ. */
export function isOtherAmount(newer: Sentence, older: Sentence, asked: readonly string[]): boolean {
  const before = amounts(older);
  const isMeasured = isMeasureOf(newer, older, asked);
  return [...amounts(newer)].some(
    ([what, count]) => (isMeasured || asked.includes(what)) && before.has(what) && before.get(what) !== count,
  );
}

const measures = /\b(?:is|are|am|measures?|weighs?|stands|costs?)\b|['\u2019][sm]\b/i;

/** Whether each tells of one amount only, of all that is asked: "squats 60 kg", or, of one subject, "is 112 cm tall" and "measures 119 cm". */
function isMeasureOf(newer: Sentence, older: Sentence, asked: readonly string[]): boolean {
  const both = [newer, older];
  if (asked.length === 0 || both.some((one) => amounts(one).size !== 1)) return false;
  if (mayHoldSeveral(asked)) return false;
  if (both.every(({ terms }) => asked.every((term) => terms.has(term)))) return true;
  const subject = [...leading(newer)];
  const isOfOne = subject.length > 0 && subject.length === leading(older).size && subject.every((term) => leading(older).has(term));
  return isOfOne && both.every(({ text, tells }) => tells === asked.length && measures.test(text));
}

const ordinals = new Map("second third fourth fifth sixth seventh eighth ninth tenth".split(" ").map((word, i) => [word, i + 2]));
const ordinal = new RegExp(`\\b(${[...ordinals.keys()].join("|")}) (\\p{L}{1,64})(?!\\p{L})`, "giu");

/** What there is one of: "has one cat". */
const ones = readOnce(
  ({ text }) =>
    new Map(
      [...text.matchAll(/\b(?:has|have|had|got|is|with) (?:one|an?) (\p{L}{1,64})/giu)].flatMap(([, what = ""]) =>
        analyse(what).map((term) => [term, "1"]),
      ),
    ),
);

/** "Had a third child" where there were two. */
export function isOneMore(newer: Sentence, older: Sentence, asked: readonly string[]): boolean {
  if (!saysPlainly(newer.text.replace(ordinal, "$2"))) return false;
  const before = new Map([...ones(older), ...amounts(older)]);
  return [...newer.text.matchAll(ordinal)].some(([, nth = "", what = ""]) =>
    analyse(what).some((term) => asked.includes(term) && Number(before.get(term)) < (ordinals.get(nth.toLowerCase()) ?? 0)),
  );
}
