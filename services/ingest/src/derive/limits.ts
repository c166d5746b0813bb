/** Lengths in UTF-16 code units. */
export const maxDerivedValue = 1_024;
export const maxRationale = 500;

/** What one group may give. */
export const maxObservations = 20;
export const maxRelations = 50;
/** Facts that one conclusion names as its evidence. */
export const maxEvidence = 100;
/** An observation is what several facts show together. */
export const minSupport = 2;
