export { openDatabases, type DatabasesOptions } from "./session/open.ts";
export type { Databases, Session } from "./session/port.ts";
export { openStore } from "./session/open-store.ts";
export { ensureRootUser, type RootUser } from "./session/root-user.ts";
export type { Store } from "./store/port.ts";
