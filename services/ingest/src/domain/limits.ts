/** Lengths in UTF-16 code units. */
export const maxTextLength = 100_000;
export const maxNameLength = 256;
export const maxTypeLength = 64;
export const maxKeyLength = 64;
export const maxValueLength = 2_000;
export const maxDescriptionLength = 1_000;

export const maxMessages = 1_000;
export const maxTriples = 1_000;
export const maxLabels = 32;
export const maxClauses = 64;
export const maxPathsInClause = 16;

/** What one extraction may propose; more is cut off. */
export const maxProposedFacts = 2_000;
export const maxProposedInstructions = 200;
