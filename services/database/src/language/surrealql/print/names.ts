import { printName, quoted } from "../../../values/print-text.ts";
import { isWordPart, isWordStart } from "../lexer/scan.ts";

/** A name where an expression may begin: reserved words stand in backticks. */
export const leadingName = printName;

/** A name where only a name can stand, as after a dot: reserved words need no backticks. */
export function innerName(name: string): string {
  return isWord(name) && name !== "NaN" && name !== "Infinity" ? name : quoted(name, "`");
}

export function parameterName(name: string): string {
  return `$${isWord(name) ? name : quoted(name, "`")}`;
}

/** `fn::a::b` of `a::b`. */
export function functionPath(name: string): string {
  return `fn::${name.split("::").map(innerName).join("::")}`;
}

/** The path of a built-in function: its first part is treated as a name. */
export function builtinPath(path: string): string {
  const [first = "", ...rest] = path.split("::");
  return [leadingName(first), ...rest].join("::");
}

function isWord(name: string): boolean {
  if (name === "" || !isWordStart(name.charCodeAt(0))) return false;
  for (let at = 1; at < name.length; at += 1) if (!isWordPart(name.charCodeAt(at))) return false;
  return true;
}
