import { health, readiness } from "../answers/health.ts";
import { route, type Route } from "../route.ts";

/** Which parts this process needs and how they are: "ok", or what is wrong, in words that may be shown to anybody. */
export interface Readiness {
  readonly ok: boolean;
  readonly parts: Readonly<Record<string, string>>;
  /** What this process works without, though worse, and what is wrong with it: a provider that fails, and since when. */
  readonly degraded?: Readonly<Record<string, string>>;
}

/** Liveness touches no dependency: a database that is down must not get this process restarted. */
export function healthRoutes(ready: () => Promise<Readiness>): Route[] {
  return [
    route({
      operationId: "health",
      method: "get",
      path: "/health",
      plane: "open",
      summary: "Liveness",
      status: 200,
      answer: health,
      handle: () => ({ body: { status: "ok" } }),
    }),
    route({
      operationId: "ready",
      method: "get",
      path: "/ready",
      plane: "open",
      summary: "Readiness, part by part",
      status: 200,
      answer: readiness,
      document: { alsoAnswers: { 503: "A part is not available." } },
      async handle() {
        const { ok, parts, degraded = {} } = await ready();
        if (ok) return { body: { status: "ready", parts, degraded } };
        return { status: 503, headers: { "retry-after": "1" }, body: { status: "unavailable", parts, degraded } };
      },
    }),
  ];
}
