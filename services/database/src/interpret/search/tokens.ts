import type { Effect } from "../effect.ts";
import type { Scope } from "../scope.ts";
import { takeTurns } from "../turns.ts";

/** So many are looked at without a pause: some milliseconds. */
const charactersOfTurn = 8_192;

/** A piece of a text, and where it stands in it, in characters (code points). */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What a character is, as far as tokenizers look at it. */
interface Character {
  readonly class: "letter" | "number" | "punctuation" | "space" | "other";
  readonly isUpper: boolean;
  readonly isLower: boolean;
}

const known = new Map<string, Character>();
/** Those of one writing, and then some. */
const mostKnown = 4_096;

function characterOf(c: string): Character {
  const found = known.get(c);
  if (found !== undefined) return found;
  const character = { class: classOf(c), isUpper: /^\p{Uppercase}$/u.test(c), isLower: /^\p{Lowercase}$/u.test(c) };
  if (known.size < mostKnown) known.set(c, character);
  return character;
}

/** Others are dashes, quotes and signs beyond ASCII, and control characters: they only end a token. */
function classOf(c: string): Character["class"] {
  if (/^\p{White_Space}$/u.test(c)) return "space";
  if (/^[!-/:-@[-`{-~]$/.test(c)) return "punctuation";
  if (/^\p{N}$/u.test(c)) return "number";
  return /^\p{Alphabetic}$/u.test(c) ? "letter" : "other";
}

/** Whether a new token begins with `c`, after `before`. */
type Splits = (before: Character, c: Character) => boolean;

const tokenizers: Readonly<Record<string, Splits>> = {
  blank: (_before, c) => c.class === "space",
  camel: (before, c) => (c.isUpper && !before.isUpper) || (c.isLower && before.class !== "letter"),
  class: (before, c) => before.class !== c.class,
  punct: (before, c) => before.class === "punctuation" || c.class === "punctuation",
};

/** Cuts a text as the tokenizers of an analyzer want it; all but `punct` drop white space. Without any it is cut only by what no token has. */
export function* tokensOf(text: string, names: readonly string[], scope: Scope): Effect<readonly Token[]> {
  const splits = names.flatMap((name) => tokenizers[name] ?? []);
  const dropsSpace = names.some((name) => name !== "punct");
  const tokens: Token[] = [];
  let open = "";
  let start = 0;
  let at = 0;
  let before: Character | undefined;
  const close = (): void => {
    if (open !== "") tokens.push({ text: open, start, end: at });
    open = "";
    start = at;
  };
  for (const c of text) {
    if (at % charactersOfTurn === 0) yield* takeTurns(scope);
    const character = characterOf(c);
    const isDropped = character.class === "other" || (dropsSpace && character.class === "space");
    const last = before;
    if (isDropped || (last !== undefined && splits.some((split) => split(last, character)))) close();
    before = isDropped ? undefined : character;
    if (isDropped) start = at + 1;
    else open += c;
    at += 1;
  }
  close();
  return tokens;
}
