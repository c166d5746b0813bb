import anyAscii from "any-ascii";
import { wrongArguments } from "../../messages/functions.ts";
import { printRaw } from "../../values/print.ts";
import { any, int, optional, rest, string } from "../arguments.ts";
import { expectedInt } from "../array/texts.ts";
import { limitBytes } from "../elements.ts";
import { family, pure } from "../function.ts";
import { isRangeWithEnd, partFrom, positionsOf } from "../positions.ts";

/** `string::…` that change texts, or cut and join them. */
export const text = family("string", {
  capitalize: pure([string], ([value]) => capitalize(value)),
  concat: pure([rest(any)], ([values]) => values.map(printRaw).join("")),
  contains: pure([string, string], ([value, part]) => value.includes(part)),
  ends_with: pure([string, string], ([value, end]) => value.endsWith(end)),
  join: pure([rest(any)], ([values], _context, name) => {
    if (values.length === 0) throw wrongArguments(name, "Expected at least one argument");
    const [between, ...texts] = values.map(printRaw);
    return texts.join(between);
  }),
  len: pure([string], ([value]) => BigInt([...value].length)),
  lowercase: pure([string], ([value]) => value.toLowerCase()),
  repeat: pure([string, int], ([value, count], _context, name) => {
    // A negative count is taken for the large one that has the same 64 bits.
    const times = BigInt.asUintN(64, count);
    limitBytes(name, BigInt(Buffer.byteLength(value)) * times);
    return value === "" ? "" : value.repeat(Number(times));
  }),
  reverse: pure([string], ([value]) => [...value].reverse().join("")),
  slice: pure([string, partFrom("array::slice"), optional(int)], ([value, part, end]) => {
    if (isRangeWithEnd(part, end)) throw expectedInt("array::slice", part);
    const characters = [...value];
    return characters.slice(...positionsOf(part, end, characters.length)).join("");
  }),
  slug: pure([string], ([value]) => slug(value)),
  split: pure([string, string], ([value, between]) => (between === "" ? ["", ...value, ""] : value.split(between))),
  starts_with: pure([string, string], ([value, start]) => value.startsWith(start)),
  trim: pure([string], ([value]) => trim(value)),
  uppercase: pure([string], ([value]) => value.toUpperCase()),
  words: pure([string], ([value]) => value.split(/\p{White_Space}+/u).filter((word) => word !== "")),
});

/** The first character of each word in upper case; a word begins after white space. */
function capitalize(value: string): string {
  let begins = true;
  let result = "";
  for (const character of value) {
    result += begins ? character.toUpperCase() : character;
    begins = isSpace(character);
  }
  return result;
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\p{White_Space}/u.test(character);
}

/** Unicode's white space: without U+FEFF, which JavaScript's own `trim` takes away too. */
function trim(value: string): string {
  let from = 0;
  let to = value.length;
  while (from < to && isSpace(value[from])) from += 1;
  while (to > from && isSpace(value[to - 1])) to -= 1;
  return value.slice(from, to);
}

/** Letters that the language writes as they were said of old. */
const plainLetters: ReadonlyMap<string, string> = new Map([
  ["\u0392", "B"],
  ["\u03b2", "b"],
]);

/** Lower-case ASCII, with one hyphen for whatever is neither letter, digit nor underscore. Chinese characters are a word each. */
function slug(value: string): string {
  const ascii = [...value].map((character) => {
    const letters = plainLetters.get(character) ?? anyAscii(character);
    // A picture is the words that it is called.
    if (/^:[a-z0-9_]+:$/.test(letters)) return `${letters.slice(1, -1).replaceAll("_", " ")} `;
    // What has no letters (a space without width) parts words too.
    return letters === "" || /\p{Script=Han}/u.test(character) ? `${letters} ` : letters;
  });
  return ascii
    .join("")
    .toLowerCase()
    .split(/[^a-z0-9_]+/)
    .filter((word) => word !== "")
    .join("-");
}
