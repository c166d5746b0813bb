import { lineObject, lineProblems, wrongLine } from "@loci/platform/messages";
import type { Shape } from "../store/line-columns.ts";
import { derivedFields, scopeSetProblem } from "./derived-fields.ts";
import { lineTypeNamed } from "./lines.ts";
import { lineSchema } from "./schema.ts";

export interface ReadLine {
  readonly number: number;
  readonly type: string;
  /** As it came, with the fields that follow from others as they do here. */
  readonly text: string;
}

/** How the vectors in the lines are taken. */
export interface VectorRule {
  /** False where they were made by another embedding: they are left out. */
  readonly usable: boolean;
  /** Of each in bytes; undefined where it is not known. */
  readonly bytes: number | undefined;
}

/** @returns a check of one line, which throws LociError `invalid` that names the line's number and the field */
export function lineReader(shapes: readonly Shape[], vectors: VectorRule): (text: string, number: number) => ReadLine {
  const known = new Map(shapes.map((shape) => [shape.type, { shape, schema: lineSchema(shape) }]));
  return (text, number) => {
    const { type, fields } = lineObject(text, number);
    const found = known.get(type);
    if (found === undefined) {
      const detail = `'${type.slice(0, 64)}' is not a type that this version knows (${[...lineTypeNamed.keys()].join(", ")})`;
      throw wrongLine(number, [{ pointer: "/type", detail }]);
    }
    const checked = found.schema.safeParse(fields);
    if (!checked.success) throw wrongLine(number, lineProblems(checked.error));
    for (const { name, field } of found.shape.columns) {
      if (found.shape.vectors?.includes(name) !== true || !vectors.usable) continue;
      const vector = checked.data[field];
      const length = typeof vector === "string" ? Buffer.byteLength(vector, "base64") : 0;
      if (length > 0 && vectors.bytes !== undefined && length !== vectors.bytes)
        throw wrongLine(number, [{ pointer: `/${field}`, detail: `is not a vector of ${vectors.bytes / 4} numbers` }]);
    }
    const problem = type === "scopeSet" ? scopeSetProblem(fields) : undefined;
    if (problem !== undefined) throw wrongLine(number, [{ pointer: "/clauses", detail: problem }]);
    return { number, type, text: withDerived(text, fields, derivedFields(type, fields)) };
  };
}

/** A field that stands twice has its last value. What is right stays as it came, so that no number is rounded on the way. */
function withDerived(text: string, fields: Readonly<Record<string, unknown>>, derived: Readonly<Record<string, string>>): string {
  const wrong = Object.entries(derived).filter(([name, value]) => fields[name] !== value);
  if (wrong.length === 0) return text;
  return `${text.trimEnd().slice(0, -1)},${JSON.stringify(Object.fromEntries(wrong)).slice(1)}`;
}
