export { openPglite, type PgliteOptions } from "./open.ts";
