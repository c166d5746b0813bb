export { createReadiness, type Readiness, type ReadinessState } from "./readiness.ts";
export { probePages, servePages, type Page, type Pages, type ProbeServer } from "./server.ts";
