/** What of the server's surface counts as a recall and as a write: templates of routes, names of tools, and what is our fault. */

const base = "/api/v1/[{]contextId[}]";

export const routes = {
  recall: `${base}/(query|context|documents/query|sessions/[{]sessionId[}]/context)`,
  write: `${base}/(facts|facts/batch|sessions/[{]sessionId[}]/turns|documents(/[{]documentId[}])?|forget|scopes/forget|entities/.+/correct|uncertainties/.+/resolve)`,
} as const;

export const mcpTools = { recall: "recall|context", write: "remember|upload|forget" } as const;

/** What the caller can do nothing about. */
export const serverFaults = { status: "500|502|503|504", outcome: "internal|unavailable|deadline_exceeded" } as const;
