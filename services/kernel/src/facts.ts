export const memoryCategories = ["identity", "knowledge", "context"] as const;
export type MemoryCategory = (typeof memoryCategories)[number];

export const streams = ["experiential", "authoritative"] as const;
export type Stream = (typeof streams)[number];

export const turnRoles = ["user", "assistant", "system", "tool"] as const;
export type TurnRole = (typeof turnRoles)[number];

export const inferModes = ["full", "triples", "preview", "none"] as const;
export type InferMode = (typeof inferModes)[number];

/** Facts at or above this confidence may supersede by themselves; a context may set another floor. */
export const confidenceFloor = 0.7;

/** The text by which a fact is indexed and embedded: subject, key in words, value. */
export function factText(subject: string, key: string, value: string): string {
  return `${subject} ${key.replaceAll("_", " ")}: ${value}`;
}

/** The text by which an entity is indexed and embedded. */
export function entityText(type: string, name: string): string {
  return `${name} (${type})`;
}
