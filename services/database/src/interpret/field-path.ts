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

function partOfPiece(piece: string): Part {
  if (piece === "*") return { part: "all" };
  if (/^\d{1,18}$/u.test(piece)) return { part: "index", index: { kind: "literal", value: BigInt(piece) } };
  return { part: "field", name: piece.replaceAll("`", "") };
}

/** The path of a field as messages and INFO name it: `tags.*`, `address.city`. */
export function printParts(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (part.part === "field") return printName(part.name);
      if (part.part === "index" && part.index.kind === "literal") return `[${printRaw(part.index.value)}]`;
      return "*";
    })
    .join(".")
    .replaceAll(".[", "[");
}
