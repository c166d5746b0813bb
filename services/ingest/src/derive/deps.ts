import type { IngestDeps } from "../deps.ts";

export type DeriveDeps = Pick<IngestDeps, "graph" | "embedder" | "models" | "clock" | "logger">;
