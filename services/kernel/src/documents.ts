/** What is done to a document, in order. While one is at work, the document is in the state of its name. */
export const documentStages = ["extracting", "chunking", "extracting_nodes", "embedding", "keywording"] as const;
export type DocumentStage = (typeof documentStages)[number];

/** The states of a document in the order in which it comes to them. */
export const documentProgress = ["queued", ...documentStages, "ready"] as const;

/** In each state but the last it may fail; trying again goes on where it failed. */
export const documentStates = [...documentProgress, "failed"] as const;
export type DocumentState = (typeof documentStates)[number];
