/** The parts of the API, in the order in which a reader meets them. A route belongs to one. */
export const areas = {
  Health: "Whether the server runs, and whether it can work. No key is needed.",
  Facts: "What agents tell the memory.",
  Recall: "What the memory answers.",
  Chat: "Answers that cite what is remembered, whole or as a stream.",
  Sessions: "Conversations and what was said in them.",
  Documents: "Files: uploading, their chunks and keywords, and search in them.",
  Entities: "Persons, things and places, their facts and their names.",
  Uncertainties: "Where sources disagree, and what was decided.",
  Knowing: "What is known: the state, the profile, and where each thing comes from.",
  Forgetting: "Erasing what is remembered.",
  Upkeep: "Ageing, merging and checking of a memory.",
  Vocabulary: "Which keys hold many values, which may change, and which never do.",
  Traces: "Why each answer was given, what it cost, and who did what.",
  Access: "The caller, scopes, principals, grants and keys of a context.",
  Transfer: "A whole context as a file, and back.",
  Management: "Contexts, and what belongs to them, for who runs the server. Takes a management key.",
} as const;

export type Area = keyof typeof areas;
