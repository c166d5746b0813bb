import { QueryError } from "../errors.ts";

/** Texts of records that do not fit their table. Values and ids come printed. */

export function fieldCoercion(field: string, record: string, cause: string): QueryError {
  return new QueryError("Internal", `Couldn't coerce value for field \`${field}\` of \`${record}\`: ${cause}`, {
    reason: "coerce",
  });
}

export function fieldAssertion(value: string, field: string, record: string, condition: string): QueryError {
  return new QueryError(
    "Internal",
    `Found ${value} for field \`${field}\`, with record \`${record}\`, but field must conform to: ${condition}`,
    {
      reason: "assert",
    },
  );
}

export function fieldReadonly(field: string, record: string): QueryError {
  return new QueryError("Internal", `Found changed value for field \`${field}\`, with record \`${record}\`, but field is readonly`);
}

export function fieldUnknown(field: string, table: string): QueryError {
  return new QueryError("Internal", `Found field '${field}', but no such field exists for table '${table}'`);
}

export function edgeMoved(end: "in" | "out", existing: string): QueryError {
  return new QueryError("Internal", `Found ${existing} for the \`${end}\` field, which does not match the existing field value`);
}

export function computedCoercion(field: string): QueryError {
  return new QueryError("Internal", `Failed to coerce computed field '${field}'`);
}

export function recordMissing(record: string): QueryError {
  return new QueryError("NotFound", `The record '${record}' does not exist`, {
    details: { kind: "Record", details: { id: record } },
  });
}

export function tableKindMismatch(record: string, isRelation: boolean, expected: string): QueryError {
  return new QueryError(
    "Internal",
    `Found record: \`${record}\` which is ${isRelation ? "" : "not "}a relation, but expected a ${expected}`,
  );
}

export function deleteRejected(record: string, by: string): QueryError {
  return new QueryError("Internal", `Cannot delete \`${record}\` as it is referenced by \`${by}\` with an ON DELETE REJECT clause`);
}

export function referencesFailed(record: string, cause: string): QueryError {
  return new QueryError("Internal", `An error occured while updating references for \`${record}\`: ${cause}`);
}

export function eventFailed(event: string, cause: string): QueryError {
  return new QueryError("Internal", `Error while processing event ${event}: ${cause}`);
}
