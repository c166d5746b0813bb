import { join } from "node:path";

/** The folder of the built console: static files for the gateway to serve. */
export const consoleFolder = join(import.meta.dirname, "dist");
