import type { Expression, Idiom } from "../tree/expression.ts";
import type { Fields } from "../tree/select.ts";
import { printIdiom } from "../print/index.ts";
import type { Cursor } from "./cursor.ts";

/** The fields of a SELECT, the paths under which they are known, and where they stand in the text. */
export interface Selection {
  readonly fields: Fields;
  readonly known: () => ReadonlySet<string>;
  readonly start: number;
  readonly end: number;
}

interface Named {
  readonly path: Idiom;
  readonly clause: "split" | "group" | "order";
  readonly start: number;
}

/** SPLIT, GROUP BY and ORDER BY name what is selected, by its alias or as it stands; `*` selects everything. */
export function checkSelected(cursor: Cursor, selection: Selection, named: Named): void {
  if (isSelected(selection, named.path)) return;
  const text = printIdiom(named.path);
  const shown = named.clause === "split" ? `"${text}"` : text;
  // The span of ORDER BY goes to the end of the direction behind the path.
  const span = { start: named.start, end: cursor.last.end };
  const fields = { start: selection.start, end: selection.end, note: "Idiom missing here" };
  throw cursor.errorAt(`Missing ${named.clause} idiom \`${shown}\` in statement selection`, span, fields);
}

/** The fields at a place in the text. */
export function selectionOf(fields: Fields, start: number, end: number): Selection {
  let known: ReadonlySet<string> | undefined;
  return { fields, known: () => (known ??= knownPaths(fields)), start, end };
}

function isSelected(selection: Selection, path: Idiom): boolean {
  if ("list" in selection.fields && selection.fields.list.includes("*")) return true;
  return selection.known().has(keyOf(path));
}

function knownPaths(fields: Fields): ReadonlySet<string> {
  const known = new Set<string>();
  for (const field of "value" in fields ? [fields.value] : fields.list) {
    if (field === "*") continue;
    if (field.alias !== undefined) known.add(keyOf(field.alias));
    const path = idiomOf(field.expression);
    if (path !== undefined) known.add(keyOf(path));
  }
  return known;
}

/** Equal for equal paths. */
function keyOf(path: Idiom): string {
  return JSON.stringify([path.start, path.parts], (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
}

/** The path under which a selected expression is known. */
function idiomOf(expression: Expression): Idiom | undefined {
  if (expression.kind === "idiom") return expression;
  if (expression.kind === "param") return ofName(expression.name);
  if (expression.kind !== "call") return undefined;
  const { callee } = expression;
  if (callee.of === "builtin") return ofName(callee.name);
  return callee.of === "custom" ? ofName(`fn::${callee.name}`) : undefined;
}

function ofName(name: string): Idiom {
  return { kind: "idiom", start: undefined, parts: [{ part: "field", name }] };
}
