import { QueryError } from "../errors.ts";
import { parseLeadingIdiom } from "../language/surrealql/index.ts";
import { invalidFieldPath } from "../messages/path.ts";
import { printRaw } from "../values/print.ts";
import { printName } from "../values/print-text.ts";
import type { Part } from "../language/surrealql/tree/index.ts";

/** `address.city` as parts: names, `*`, and numbers in brackets. For paths that come as text (`type::field`, FETCH of a parameter, JSON patches). */
export function pathOfText(text: string): readonly Part[] {
  return text
    .replaceAll("[*]", ".*")
    .replaceAll("[", ".")
    .replaceAll("]", "")
    .split(".")
    .filter((piece) => piece !== "")
    .map((piece) => partOfPiece(piece));
}

/** The path that `type::field` is given. @throws QueryError where a text does not begin with a path */
export function readFieldPath(text: string): readonly Part[] {
  // Nearly all are plain names: those need no parser.
  if (/^[a-z_][\w.]*$/iu.test(text)) return pathOfText(text);
  try {
    parseLeadingIdiom(text);
  } catch (error) {
    throw error instanceof QueryError ? invalidFieldPath(text, error.message) : error;
  }
  return pathOfText(text);
}

function partOfPiece(piece: string): Part {
  if (piece === "$") return { part: "last" };
  if (piece === "*") return { part: "all" };
  if (/^\d{1,18}$/u.test(piece)) return { part: "index", index: { kind: "literal", value: BigInt(piece) } };
  return { part: "field", name: piece.replaceAll("`", "") };
}

/** The path of a field as messages and INFO name it: `tags.*`, `address.city`. */
export function printParts(parts: readonly Part[], print = printName): string {
  return parts
    .map((part) => {
      if (part.part === "field") return print(part.name);
      if (part.part === "index" && part.index.kind === "literal") return `[${printRaw(part.index.value)}]`;
      return "*";
    })
    .join(".")
    .replaceAll(".[", "[");
}
