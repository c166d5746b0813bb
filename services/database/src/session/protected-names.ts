/** Names that statements read of the session itself; nobody sets them. */
export const protectedNames: ReadonlySet<string> = new Set(["access", "auth", "session", "token"]);
