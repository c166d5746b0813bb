import type { Builder, Offset } from "flatbuffers";

/** A table of one of several kinds. */
export interface Union {
  readonly kind: number;
  readonly table: Offset;
}

/** Writes a field of a table, by its number. */
export type Field = (at: number) => void;

/** Adds a table of these fields, numbered from 0. What they point to must have been added before. */
export function addTable(builder: Builder, fields: readonly Field[]): Offset {
  builder.startObject(fields.length);
  fields.forEach((write, at) => write(at));
  return builder.endObject();
}

export const noFields = (builder: Builder): Offset => addTable(builder, []);

export function offsetField(builder: Builder, offset: Offset): Field {
  return (at) => builder.addFieldOffset(at, offset, 0);
}

export function intField(builder: Builder, int: bigint): Field {
  return (at) => builder.addFieldInt64(at, int, 0n);
}

/** Written also where it is 0: the library takes −0 for the same and would leave it out. */
export function floatField(builder: Builder, float: number): Field {
  return (at) => builder.addFieldFloat64(at, float, null);
}

/** Adds a table of unions alone, of which each takes two fields. */
export function addUnion(builder: Builder, ...unions: readonly Union[]): Offset {
  const fields = unions.flatMap(({ kind, table }) => [
    (at: number): void => builder.addFieldInt8(at, kind, 0),
    offsetField(builder, table),
  ]);
  return addTable(builder, fields);
}

/** Adds a list of what was added before. */
export function addVector(builder: Builder, offsets: readonly Offset[]): Offset {
  builder.startVector(4, offsets.length, 4);
  for (const offset of offsets.toReversed()) builder.addOffset(offset);
  return builder.endVector();
}

/** Adds a table whose only field is a list. */
export function addList(builder: Builder, offsets: readonly Offset[]): Offset {
  const list = addVector(builder, offsets);
  return addTable(builder, [offsetField(builder, list)]);
}
