import type { Fields, Output, SelectedField } from "../../language/surrealql/tree/index.ts";
import { expectedSingle } from "../../messages/interpret.ts";
import type { ObjectValue, Value } from "../../values/value.ts";
import { differences } from "../json-patch.ts";
import type { Effect } from "../effect.ts";
import { Frame } from "../frame.ts";
import { project } from "../select/project.ts";
import { about, type Scope } from "../scope.ts";

/** A record before and after a statement wrote it; undefined where it was not, or is no more. */
export interface Written {
  readonly before: ObjectValue | undefined;
  readonly after: ObjectValue | undefined;
}

/** What a statement says of a record that it wrote; undefined where it says nothing. */
export function* outputOf(
  { before, after }: Written,
  output: Output | undefined,
  usual: "after" | "none",
  scope: Scope,
): Effect<{ readonly value: Value } | undefined> {
  const kind = output?.output ?? usual;
  switch (kind) {
    case "none":
      return undefined;
    case "null":
      return { value: null };
    case "before":
      return { value: before };
    case "after":
      return { value: after };
    case "diff":
      return { value: differences(before, after) };
    case "fields": {
      const frame = new Frame(
        scope.frame,
        new Map<string, Value>([
          ["before", before],
          ["after", after],
        ]),
      );
      const { fields } = output as Extract<Output, { output: "fields" }>;
      return { value: yield* project(after, shownFields(fields), { ...about(scope, after), frame }) };
    }
  }
}

/** A path into a parameter (`$before.name`) is shown under a name of its own only. */
function shownFields(fields: Fields): Fields {
  if ("value" in fields || !fields.list.some(isNamelessPath)) return fields;
  return { list: fields.list.filter((field) => !isNamelessPath(field)) };
}

function isNamelessPath(field: SelectedField | "*"): boolean {
  return (
    field !== "*" && field.alias === undefined && field.expression.kind === "idiom" && field.expression.start?.kind === "param"
  );
}

/** ONLY: the one value; none is NONE. */
export function onlyOf(values: readonly Value[], only: boolean): Value {
  if (!only) return values;
  if (values.length > 1) throw expectedSingle();
  return values[0];
}
