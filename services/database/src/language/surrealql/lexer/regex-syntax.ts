/** What is wrong with a regular expression, and where. */
interface Problem {
  readonly at: number;
  readonly length: number;
  readonly what: string;
}

/** Letters that may follow a backslash; what is no letter or digit always may. */
const escapedLetters = new Set("abfnrtvdDsSwWbBAzpPxuU");

/**
 * The usual mistakes in regular expressions, found from left to right, worded and marked as users of the language know it; undefined where there is
 * none of these.
 */
export function regexProblem(source: string): string | undefined {
  const problem = find(source);
  if (problem === undefined) return undefined;
  const mark = " ".repeat(problem.at) + "^".repeat(problem.length);
  return `regex parse error:\n    ${source}\n    ${mark}\nerror: ${problem.what}`;
}

function find(source: string): Problem | undefined {
  const groups: number[] = [];
  let fresh = true;
  let at = 0;
  while (at < source.length) {
    const character = source.charAt(at);
    const step = stepAt(source, at, character, fresh, groups);
    if (typeof step !== "number") return step;
    at = step;
    fresh = character === "(" || character === "|";
  }
  const open = groups.at(-1);
  return open === undefined ? undefined : { at: open, length: 1, what: "unclosed group" };
}

/** Where to go on, or the problem. `fresh`: nothing stands here yet that could be repeated. */
function stepAt(source: string, at: number, character: string, fresh: boolean, groups: number[]): number | Problem {
  switch (character) {
    case "\\":
      return escapeProblem(source, at) ?? at + 2;
    case "[":
      return endOfClass(source, at);
    case "(":
      groups.push(at);
      return groupStart(source, at);
    case ")":
      return groups.pop() === undefined ? { at, length: 1, what: "unopened group" } : at + 1;
    case "*":
    case "+":
    case "?":
      return fresh ? { at, length: 1, what: "repetition operator missing expression" } : at + 1;
    case "{":
      return fresh ? { at, length: 1, what: "repetition operator missing expression" } : endOfCount(source, at);
    default:
      return at + 1;
  }
}

function escapeProblem(source: string, at: number): Problem | undefined {
  const letter = source.charAt(at + 1);
  if (letter === "") return { at, length: 1, what: "incomplete escape sequence, reached end of pattern prematurely" };
  if (letter >= "0" && letter <= "9") return { at, length: 2, what: "backreferences are not supported" };
  const isLetter = (letter >= "a" && letter <= "z") || (letter >= "A" && letter <= "Z");
  return isLetter && !escapedLetters.has(letter) ? { at, length: 2, what: "unrecognized escape sequence" } : undefined;
}

/** Behind `(`, or `(?:`, `(?P<name>` and the like, up to where the first expression of the group stands. */
function groupStart(source: string, at: number): number | Problem {
  if (source.charAt(at + 1) !== "?") return at + 1;
  const sign = source.charAt(at + 2);
  const behind = sign === "<" ? source.charAt(at + 3) : sign;
  if (behind === "=" || behind === "!") {
    const length = sign === "<" ? 4 : 3;
    return { at, length, what: "look-around, including look-ahead and look-behind, is not supported" };
  }
  if (sign !== "<" && !source.startsWith("P<", at + 2)) return at + 2;
  const end = source.indexOf(">", at + 3);
  return end === -1 ? { at: source.length, length: 1, what: "unclosed capture group name" } : end + 1;
}

/** Behind `[…]`. A `]` that comes first stands for itself; a range must not go backwards. */
function endOfClass(source: string, open: number): number | Problem {
  let at = source.charAt(open + 1) === "^" ? open + 2 : open + 1;
  const first = at;
  while (at < source.length) {
    const character = source.charAt(at);
    if (character === "]" && at > first) return at + 1;
    if (character === "\\") {
      const problem = escapeProblem(source, at);
      if (problem !== undefined) return problem;
      at += 2;
    } else if (source.charAt(at + 1) === "-" && isBackwards(character, source.charAt(at + 2))) {
      return { at, length: 3, what: "invalid character class range, the start must be <= the end" };
    } else at += 1;
  }
  return { at: open, length: 1, what: "unclosed character class" };
}

function isBackwards(from: string, to: string): boolean {
  return to !== "" && to !== "]" && to !== "\\" && to !== "[" && from > to;
}

/** Behind `{2}`, `{2,}` or `{2,5}`. */
function endOfCount(source: string, open: number): number | Problem {
  const end = source.indexOf("}", open);
  if (end === -1) return { at: open, length: source.length - open, what: "unclosed counted repetition" };
  const [from = "", to = from] = source.slice(open + 1, end).split(",");
  if (to !== "" && Number(from) > Number(to)) {
    return { at: open, length: end + 1 - open, what: "invalid repetition count range, the start must be <= the end" };
  }
  return end + 1;
}
