/** What the audit calls a request of the protocol that was refused before it was known which tool it meant. */
export const endpoint = { operationId: "mcp", path: "/mcp", plane: "data", repetition: "none", area: undefined } as const;
