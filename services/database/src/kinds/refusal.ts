import { printKind } from "./print.ts";
import type { Kind } from "../language/surrealql/tree/index.ts";

/** Why a value is not of a kind. The text is made only when it is asked for: `option<string>` refuses many a value on its way. */
export class Refusal {
  readonly text: () => string;
  constructor(text: () => string) {
    this.text = text;
  }
}

/** A collection of another length than the kind asks for. */
export function wrongLength(name: "array" | "set", of: Kind | undefined, length: number, found: number): Refusal {
  const element = of === undefined ? "any" : printKind(of);
  return new Refusal(() => `Expected \`${name}<${element},${length}>\` but found a collection of length \`${found}\``);
}

/** An element that is refused, for the reason given. */
export function wrongElement(name: "array" | "set", of: Kind, reason: Refusal): Refusal {
  return new Refusal(() => `${reason.text()} when coercing an element of \`${name}<${printKind(of)}>\``);
}

/** The name of a kind in a refusal of a value as a whole: some are shorter there, or closer together. */
export function nameInRefusal(kind: Kind): string {
  switch (kind.kind) {
    case "geometry":
    case "array":
    case "set":
    case "file":
      return kind.kind;
    case "record":
    case "table":
      return kind.tables.length === 0 ? kind.kind : `${kind.kind}<${kind.tables.join("|")}>`;
    default:
      return printKind(kind);
  }
}
