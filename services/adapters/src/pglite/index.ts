export { openPglite, reservePglite, type PgliteOptions, type ReservedPglite } from "./open.ts";
