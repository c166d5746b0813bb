import { KeyRange, RecordId, type ObjectValue, type Value } from "./value.ts";

/** The records that an edge connects. */
export interface Ends {
  readonly in: RecordId;
  readonly out: RecordId;
}

/** Beside the documents, as what is in them is the user's: a field that said it could be set and shown. */
const ordinary = new WeakSet<ObjectValue>();

/** Marks a document that is no edge even where its fields `in` and `out` are records: RELATE and INSERT RELATION alone make edges. */
export function asOrdinary<Document extends ObjectValue>(document: Document): Document {
  ordinary.add(document);
  return document;
}

/** Marks a copy of a document as what it is a copy of. */
export function asCopyOf<Document extends ObjectValue>(original: ObjectValue, copy: Document): Document {
  return ordinary.has(original) ? asOrdinary(copy) : copy;
}

/** The ends of an edge; undefined for every other document. */
export function endsOf(document: ObjectValue | undefined): Ends | undefined {
  return document === undefined || ordinary.has(document) ? undefined : namedEnds(document);
}

/** The records in the fields that are an edge's ends, also of what is no edge. */
export function namedEnds(document: ObjectValue): Ends | undefined {
  const [from, to] = [document.get("in"), document.get("out")];
  return isRecord(from) && isRecord(to) ? { in: from, out: to } : undefined;
}

function isRecord(value: Value): value is RecordId {
  return value instanceof RecordId && !(value.key instanceof KeyRange);
}
