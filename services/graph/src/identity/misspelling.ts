/** Whether a word may be another one that somebody wrote wrongly. Words are in lower case, without accents. */

const shortest = 5;
/** Letters that are written for one another, by how they sound in English. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/ph/g, "f"],
  [/ck|q|c(?![eiyh])/g, "k"],
  [/th/g, "t"],
  [/[yj](?=[aeiou])/g, "y"],
  [/y|ie/g, "i"],
  [/z/g, "s"],
  [/v/g, "w"],
  [/(?<=.)h/g, ""],
  [/(.)\1+/g, "$1"],
];

/** Whether two names sound the same: Marc and Mark, Ana and Anna, Sara and Sarah, Katherine and Catherine. */
export function soundsTheSame(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= 3 && !/\d/.test(a + b) && soundOf(a) === soundOf(b);
}

/** The same, or one letter more, less or other, or two in the wrong order; what holds digits is a number of its own. */
export function isMisspelling(a: string, b: string): boolean {
  if (/\d/.test(a + b)) return false;
  return soundsTheSame(a, b) || (Math.min(a.length, b.length) >= shortest && isOneSlipAway(a, b));
}

/** Of shorter words there are two names that differ by so little: Mann and Man. */
const longWord = 6;

/** A letter doubled or not, or two in the wrong order: slips of the hand, of which another name seldom comes. */
export function isSlip(a: string, b: string): boolean {
  if (a === b || Math.min(a.length, b.length) < longWord || /\d/.test(a + b)) return false;
  const single = (word: string) => word.replace(/(.)\1+/g, "$1");
  if (single(a) === single(b)) return true;
  return a.length === b.length && isOneSlipAway(a, b) && [...a].sort().join("") === [...b].sort().join("");
}

/** How words sound, in letters. A first name is heard once for each name that it is held against. */
const heard = new Map<string, string>();
const mostHeard = 8_192;

/** A word as it sounds: two that sound the same have the same. */
export function soundOf(word: string): string {
  const known = heard.get(word);
  if (known !== undefined) return known;
  if (heard.size >= mostHeard) heard.clear();
  const sound = sounds.reduce((text, [letters, letter]) => text.replace(letters, letter), word);
  heard.set(word, sound);
  return sound;
}

function isOneSlipAway(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = (text: string, from: number) => text.slice(from);
  if (short.length < long.length) return rest(short, at) === rest(long, at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return rest(short, at + 1) === rest(long, at + 1) || (isSwapped && rest(short, at + 2) === rest(long, at + 2));
}
