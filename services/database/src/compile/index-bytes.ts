import type { IndexScan } from "../store/port.ts";
import { indexKeyBytes, keyAfter } from "../values/codec/key.ts";
import type { Value } from "../values/value.ts";
import type { IndexRange } from "./access.ts";

/** An entry that is longer stands in an index by its beginning: bounds of a range are cut before that. */
const longest = 900;

/** The entries of an index that a range of it takes in. */
export function indexScan({ index, columns, equal, lower, upper }: IndexRange): IndexScan {
  const prefix = indexKeyBytes(equal);
  if (equal.length === columns) return { index, from: prefix, to: prefix };
  const bytesWith = (value: Value): Uint8Array => indexKeyBytes([...equal, value]);
  const isAll = equal.length === 0;
  const from = lower === undefined ? (isAll ? undefined : prefix) : fromOf(bytesWith(lower.value), lower.inclusive);
  const to = upper === undefined ? (isAll ? undefined : keyAfter(prefix)) : toOf(bytesWith(upper.value), upper.inclusive);
  return { index, ...(from !== undefined && { from }), ...(to !== undefined && { to, toInclusive: false }) };
}

function fromOf(bytes: Uint8Array, inclusive: boolean): Uint8Array {
  if (bytes.length > longest) return bytes.subarray(0, longest);
  return inclusive ? bytes : keyAfter(bytes);
}

function toOf(bytes: Uint8Array, inclusive: boolean): Uint8Array {
  if (bytes.length > longest) return keyAfter(bytes.subarray(0, longest));
  return inclusive ? keyAfter(bytes) : bytes;
}
