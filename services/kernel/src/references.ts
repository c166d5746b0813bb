/** How people and programs name a record: one grammar for every door. */
import { recordKinds, type RecordKind } from "./ids.ts";

export interface EntityReference {
  readonly type: string;
  readonly name: string;
}

export type Reference =
  | { readonly form: "id"; readonly kind: RecordKind; readonly id: string }
  | ({ readonly form: "entity" } & EntityReference)
  /** What is known of an entity under a key; a relation's key is its label. */
  | ({ readonly form: "fact"; readonly kind: "attribute" | "relation"; readonly key: string } & EntityReference)
  /** What was said or written, by the 26 characters of its id: whether it is a turn or a chunk need not be known. */
  | { readonly form: "passage"; readonly key: string };

/** The kinds of record that `passage:` stands for. */
export const passageReferenceKinds = ["turn", "memory_chunk", "chunk", "section"] as const;

/** What an error says where a text is no reference. */
export const referenceForms =
  "Type/name, type:name, entity:Type/name, attribute:Type/name/key, relation:Type/name/label, passage:<id>, or an id of the form <kind>:<26 characters>";
/** The same where only an entity can be meant. */
export const entityReferenceForms = "Type/name, type:name, entity:Type/name, or an id of the form entity:<26 characters>";

const idKey = /^[0-9a-z]{26}$/;

/**
 * Reads a reference; undefined where the text has none of the forms. A type ends at the first slash or colon, whichever comes
 * first. The kinds of record, in lower case, are no types before a colon: there they begin an id.
 */
export function parseReference(text: string): Reference | undefined {
  const at = text.search(/[:/]/);
  if (at < 1) return undefined;
  const [head, rest] = [text.slice(0, at), text.slice(at + 1)];
  if (text[at] === "/") return entityReference(head, rest);
  if (head === "passage") return passageReference(rest);
  const kind = recordKinds.find((known) => known === head);
  if (kind === undefined) return entityReference(head, rest);
  if (idKey.test(rest)) return { form: "id", kind, id: text };
  const slash = rest.indexOf("/");
  if (slash < 0) return undefined;
  if (kind === "entity") return entityReference(rest.slice(0, slash), rest.slice(slash + 1));
  if (kind !== "attribute" && kind !== "relation") return undefined;
  const last = rest.lastIndexOf("/");
  const entity = entityReference(rest.slice(0, slash), rest.slice(slash + 1, Math.max(last, slash)));
  const key = rest.slice(last + 1);
  return entity === undefined || key.trim() === "" ? undefined : { ...entity, form: "fact", kind, key };
}

/** An entity by its name or by its id; undefined for everything else. */
export function parseEntityReference(text: string): Extract<Reference, { form: "entity" | "id" }> | undefined {
  const reference = parseReference(text);
  if (reference?.form === "entity") return reference;
  return reference?.form === "id" && reference.kind === "entity" ? reference : undefined;
}

function entityReference(type: string, name: string): Extract<Reference, { form: "entity" }> | undefined {
  return type.trim() === "" || name.trim() === "" ? undefined : { form: "entity", type, name };
}

function passageReference(text: string): Extract<Reference, { form: "passage" }> | undefined {
  const [kind, key] = text.includes(":") ? [text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":") + 1)] : ["turn", text];
  return idKey.test(key) && passageReferenceKinds.some((known) => known === kind) ? { form: "passage", key } : undefined;
}
