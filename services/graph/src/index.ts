import { join } from "node:path";
import type { MigrationSource } from "@loci/platform/db";

export { createGraphService } from "./service.ts";
export type { Decided } from "./rpc/deps.ts";
export { readTotals, type GraphTotals } from "./store/totals.ts";

export const migrations: MigrationSource = { schema: "graph", folder: join(import.meta.dirname, "../migrations") };
