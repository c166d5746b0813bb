import { RE2JS } from "re2js";
import type { Effect } from "../../interpret/effect.ts";
import { wrongType } from "../../messages/functions.ts";
import { printValue } from "../../values/print.ts";
import { matcherOf } from "../../values/pattern.ts";
import { Regex, type Value } from "../../values/value.ts";
import { Refused, string, type Argument } from "../arguments.ts";
import { effect, family, pure, type FunctionContext } from "../function.ts";

/** A regex, or the text of one. It runs in linear time (RE2), whoever wrote it. */
const regex: Argument<RE2JS> = {
  read: (value, position) => {
    const compiled = value instanceof Regex ? compile(value.source) : typeof value === "string" ? compile(value) : undefined;
    return compiled ?? new Refused(wrongType(position, `Could not cast into \`regex\` using input \`${printValue(value)}\``));
  },
};

const textOrRegex: Argument<string | RE2JS> = {
  read: (value, position) => {
    if (typeof value === "string") return value;
    const compiled = value instanceof Regex ? compile(value.source) : undefined;
    return compiled ?? new Refused(wrongType(position, `Expected a string but found ${printValue(value)}`));
  },
};

/** `string::matches` and `string::replace` */
export const patterns = family("string", {
  matches: pure([string, regex], ([text, pattern]) => matcherOf(pattern, text).find()),
  replace: effect([string, { ...textOrRegex, late: true }, string], function* ([text, wanted, by], { turn }): Effect<Value> {
    return typeof wanted === "string" ? replaceText(text, wanted, by) : yield* replaceMatches(text, wanted, by, turn);
  }),
});

/** Undefined where the text is no regex. */
function compile(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(source);
  } catch {
    return undefined;
  }
}

/** What is empty right behind a match is none: `a*` is found once in `aaa`. Each match may be sought to the end of the text: others have their turns between two. */
function* replaceMatches(text: string, wanted: RE2JS, by: string, turn: FunctionContext["turn"]): Effect<string> {
  const matcher = matcherOf(wanted, text);
  let replaced = "";
  let after = 0;
  let last = -1;
  while (matcher.find()) {
    yield* turn();
    const [start, end] = [matcher.start(), matcher.end()];
    if (start === end && start === last) continue;
    replaced += text.slice(after, start) + by;
    after = end;
    last = end;
  }
  return replaced + text.slice(after);
}

/** An empty text is found before each character and at the end. */
function replaceText(text: string, wanted: string, by: string): string {
  return wanted === "" ? by + [...text].map((character) => character + by).join("") : text.replaceAll(wanted, () => by);
}
