/** What a field means, and what it may hold. A number, a text, and what may be anything, has an example; others get theirs from their schema. */
export type Meaning = readonly [about: string, example?: string | number | object];

/**
 * Meanings by the name of the field. Where one name means several things, `Schema.field`, or `operationId.parameter`, has the one
 * of that place.
 */
export type Glossary = Readonly<Record<string, Meaning>>;
