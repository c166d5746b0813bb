/** `Type/name`, as people name an entity. */

export interface EntityReference {
  readonly type: string;
  readonly name: string;
}

/** Splits at the first slash; undefined for what is no reference. */
export function parseReference(text: string): EntityReference | undefined {
  const slash = text.indexOf("/");
  return slash < 1 || slash === text.length - 1 ? undefined : { type: text.slice(0, slash), name: text.slice(slash + 1) };
}
