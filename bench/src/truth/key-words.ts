/** The words of a key in one form each, so that "lives in", "lived_in" and "live in" are one key. */
import { plain } from "./spelling.ts";

const irregular: Readonly<Record<string, readonly string[]>> = {
  be: ["is", "am", "are", "was", "were", "been"],
  bear: ["born", "bore"],
  begin: ["began", "begun"],
  break: ["broke", "broken"],
  buy: ["bought"],
  do: ["does", "did", "done"],
  drink: ["drank", "drunk"],
  drive: ["drove", "driven"],
  eat: ["ate", "eaten"],
  get: ["got", "gotten"],
  go: ["goes", "went", "gone"],
  grow: ["grew", "grown"],
  have: ["has", "had"],
  hold: ["held"],
  keep: ["kept"],
  know: ["knew", "known"],
  lead: ["led"],
  make: ["made"],
  meet: ["met"],
  pay: ["paid"],
  run: ["ran"],
  say: ["said"],
  sell: ["sold"],
  speak: ["spoke", "spoken"],
  take: ["took", "taken"],
  teach: ["taught"],
  tell: ["told"],
  wear: ["wore", "worn"],
  write: ["wrote", "written"],
};
const bases = new Map(Object.entries(irregular).flatMap(([base, forms]) => forms.map((form) => [form, base] as const)));

/** Keys that say nothing by themselves: what the fact says stands in its entity or value ("be: allergic to penicillin", "event: landed in Oslo"); as stems. */
const bare = /^ (?:(?:be|hav|get|becom)(?: (?:in|on|at|of|from|with|by|for|to))?|do|event|is a|be a) $/;

/** The words of a key as stems, with a space around each. */
export function keyWords(key: string): string {
  const words = plain(key.replaceAll("_", " ")).trim().split(" ");
  return ` ${words.map(stem).join(" ")} `;
}

export function isBare(key: string): boolean {
  return bare.test(keyWords(key));
}

/** Cuts endings off: what is left need be no word, only the same for each form of one. */
function stem(word: string): string {
  const base = bases.get(word) ?? word;
  if (base.length < 3) return base;
  const cut = base
    .replace(/ie[sd]$/, "y")
    .replace(/(?:ing|ed|(?<!s)s)$/, "")
    .replace(/e$/, "");
  return cut.replace(/([b-df-hj-np-tv-z])\1$/, "$1");
}
