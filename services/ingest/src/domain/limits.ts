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

/** Of a document's metadata. */
export const maxTitleLength = 1_024;
export const maxSourceLength = 2_048;
export const maxMediaTypeLength = 256;
export const maxFilenameLength = 1_024;
/** Of a heading as it is stored with its section. */
export const maxHeadingLength = 512;
/** What graph takes of one document. */
export const maxSections = 20_000;
export const maxChunks = 50_000;

/** What one extraction may propose; more is cut off. */
export const maxProposedFacts = 2_000;
export const maxProposedEntities = 2_000;
export const maxProposedInstructions = 200;
