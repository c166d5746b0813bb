import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { createLogger } from "./logger.ts";
import { offTracing } from "./tracing.ts";

describe("log lines", () => {
  /** What requests of two tenants log while they are served at the same time, and what nobody's request logs between them. */
  async function logged(trace: () => object): Promise<readonly Record<string, unknown>[]> {
    const lines: string[] = [];
    const logger = createLogger("info", { role: "dev", trace, to: { write: (line) => void lines.push(line) } });
    const request = async (contextId: string) => {
      for (let step = 0; step < 3; step++) {
        logger.warn({ contextId, traceId: `trace:${contextId}`, step }, "a request's");
        await sleep(1);
        logger.info("nobody's");
      }
    };
    await Promise.all([request("acme"), request("umbrella")]);
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  it("name the tenant of their own request, or none", async () => {
    const lines = await logged(() => offTracing.ids());
    const named = lines.filter(({ msg }) => msg === "a request's");
    for (const contextId of ["acme", "umbrella"]) {
      const own = named.filter((line) => line["contextId"] === contextId);
      expect(own.map(({ traceId, step }) => [traceId, step])).toEqual([0, 1, 2].map((step) => [`trace:${contextId}`, step]));
    }
    const others = lines.filter(({ msg }) => msg === "nobody's");
    expect(others).toHaveLength(6);
    for (const line of others) expect(Object.keys(line).sort()).toEqual(["level", "msg", "role", "time"]);
  });

  it("carry nothing over, whatever object the trace's ids stand in", async () => {
    const shared = { trace_id: "4bf92f" };
    const lines = await logged(() => shared);
    expect(lines.every((line) => line["trace_id"] === "4bf92f")).toBe(true);
    expect(lines.filter(({ msg, contextId }) => msg === "nobody's" && contextId !== undefined)).toEqual([]);
    expect(shared).toEqual({ trace_id: "4bf92f" });
  });
});
