import { distance } from "fastest-levenshtein";
import type { Expression } from "../tree/expression.ts";
import { parseArguments } from "./arguments.ts";
import { constantNames } from "./constant-names.ts";
import type { Cursor } from "./cursor.ts";
import { functionNames } from "./function-names.ts";

/** A call or a constant by its path: `string::len("a")`, `fn::greet()`, `math::pi`, `count()`. */
export function parsePath(cursor: Cursor): Expression {
  const first = cursor.next();
  if (first.key === "MOD" || first.key === "SILO") {
    const note = `Use of \`${first.key.toLowerCase()}::\` is still experimental`;
    throw cursor.error("Experimental capability `surrealism` is not enabled", first, note);
  }
  if (first.key === "ML") throw cursor.error("Machine learning is not supported here", first, "No model can be run");
  let path = first.text;
  while (cursor.eat("::")) path += `::${cursor.identifier()}`;
  const span = { start: first.start, end: cursor.last.end };
  if (first.key === "FN")
    return { kind: "call", callee: { of: "custom", name: path.slice("fn::".length) }, args: parseArguments(cursor) };
  const name = path.toLowerCase();
  if (constantNames.has(name)) return { kind: "constant", name };
  if (!functionNames.has(name)) throw cursor.error(`Invalid function/constant path${suggestion(name)}`, span);
  if (!cursor.is("(")) throw cursor.unexpected("(");
  return { kind: "call", callee: { of: "builtin", name }, args: parseArguments(cursor) };
}

/** Older spellings are accepted, but not proposed. */
const proposed = [...functionNames, ...constantNames].filter((name) => !/::(is|from)::|::thing$|::guid$/u.test(name)).toSorted();

/** Longest path for which a similar one is looked for. */
const longestPath = 64;

function suggestion(path: string): string {
  if (path.length > longestPath) return "";
  let best = "";
  let least = 4;
  for (const known of proposed) {
    const differing = distance(path, known);
    if (differing >= least) continue;
    least = differing;
    best = known;
  }
  return best === "" ? "" : `, did you maybe mean \`${best}\``;
}
