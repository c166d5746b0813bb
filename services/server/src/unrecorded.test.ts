import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Call } from "@loci/platform/call";
import { auditEntry } from "@loci/platform/messages";
import type { auth } from "@loci/protos";
import { caller, loci, openWhole, type Whole } from "./testing/whole.ts";

let whole: Whole;
beforeAll(async () => {
  whole = await openWhole();
  await whole.runner.start();
});
afterAll(() => whole.close());

const management = (traceId: string): Call => ({ ...loci(""), traceId, caller: { kind: "management" } });

async function rowsOf(chain: string, traceId: string): Promise<auth.AuditEntry[]> {
  const all = { kind: "", principal: "", keyId: "", since: "", until: "", limit: 500 };
  const { rows } = await whole.auth.listAudit({ ...all, contextId: chain, traceId }, management(""));
  return rows.flatMap(({ entry }) => entry ?? []);
}

async function sweep(): Promise<void> {
  whole.clock.now += 150_000;
  await whole.runner.submit("unrecorded", { contextId: "", id: "all" });
  for (let left = 1; left > 0; await pause(10)) {
    const { queued, running } = await whole.runner.depth("unrecorded");
    left = queued + running;
  }
}

interface Deed {
  /** What is done, by a request of which nothing else is left: its gateway ended before it wrote a row. */
  readonly happens: (contextId: string, traceId: string) => Promise<unknown>;
  /** The path of its row, where that names anything. */
  readonly path?: (contextId: string) => string;
  /** Only in the deployment's chain. */
  readonly isOfDeployment?: boolean;
}

const principal = { displayName: "Helper", kind: "agent", grants: null, externalId: "", operation: null };
const make = (contextId: string, traceId: string) =>
  whole.auth.createPrincipal({ ...principal, contextId, id: "helper" }, management(traceId));
const key = { ttlSeconds: 0, grants: null, operation: null };

const deeds: Readonly<Record<string, Deed>> = {
  createPrincipal: { happens: make, path: () => "/helper" },
  addGrants: {
    async happens(contextId, traceId) {
      await make(contextId, "trace:before");
      const change = { contextId, principalId: "helper", path: "/", verbs: ["memory:read"], operation: null };
      await whole.auth.addGrants(change, management(traceId));
    },
    path: () => "/helper",
  },
  mintPrincipalKey: {
    happens: (contextId, traceId) =>
      whole.auth.mintPrincipalKey({ ...key, contextId, principalId: "admin", name: "laptop" }, management(traceId)),
    path: () => "/admin/laptop",
  },
  deleteContext: {
    happens: (contextId, traceId) => whole.auth.deleteContext({ contextId, operation: null }, management(traceId)),
    path: (contextId) => `/${contextId}`,
    isOfDeployment: true,
  },
  forget: {
    async happens(contextId, traceId) {
      await whole.state(caller(contextId), ["Person/Ada", "hobby", "chess"]);
      const { ids } = await whole.graph.listSearchable({ after: "", limit: 10 }, loci(contextId));
      const request = { matches: [], ids, purge: true, dryRun: false, keepForgotten: false, reason: "", operation: null };
      await whole.graph.forgetRecords(request, { ...caller(contextId), traceId });
    },
  },
};

describe("what a request did before its process ended, and left no row of", () => {
  it.each(Object.entries(deeds))("has a row minutes later: %s", async (operation, { happens, path, isOfDeployment = false }) => {
    const contextId = await whole.context();
    const traceId = `trace:${operation}`;
    await happens(contextId, traceId);
    const chain = isOfDeployment ? "*" : contextId;
    expect(await rowsOf(chain, traceId)).toEqual([]);
    await sweep();
    const row = { operation, door: "recovered", kind: "mutation", path: path?.(contextId) ?? "" };
    expect(await rowsOf(chain, traceId)).toMatchObject([row]);
    await sweep();
    expect(await rowsOf(chain, traceId)).toHaveLength(1);
    const { deeds: left } = await whole.auth.listDeeds({ before: "9999-01-01T00:00:00Z" }, loci(""));
    expect(left).toEqual([]);
  });

  it("has no second row where the gateway wrote one", async () => {
    const contextId = await whole.context();
    await make(contextId, "trace:written");
    const deed = {
      operation: "createPrincipal",
      traceId: "trace:written",
      principal: "*",
      at: whole.clock.now,
      door: "command",
    } as const;
    const entries = ["one", "two"].map((id, i) => auditEntry({ ...deed, id, contextId: i === 0 ? contextId : "*" }));
    await whole.auth.appendAudit({ entries, again: false, unlessTraced: false }, loci(""));
    await sweep();
    expect((await rowsOf(contextId, "trace:written")).map(({ id }) => id)).toEqual(["one"]);
    expect((await rowsOf("*", "trace:written")).map(({ id }) => id)).toEqual(["two"]);
  });

  it("goes with its context, and names it nowhere else", async () => {
    const contextId = await whole.context();
    const scope = { path: "org/secret", displayName: "", description: "", contextId: "", operation: null };
    const traceId = "trace:scope";
    await whole.auth.registerScope(scope, { ...caller(contextId, { "scope:create": ["/"] }), traceId });
    await whole.auth.deleteContext({ contextId, operation: null }, management("trace:gone"));
    await sweep();
    expect(await rowsOf("*", traceId)).toEqual([]);
    expect(await rowsOf("*", "trace:gone")).toHaveLength(1);
  });

  it("is noted by nobody who is refused or only looks", async () => {
    const contextId = await whole.context();
    const change = { contextId, principalId: "nobody", path: "/", verbs: ["memory:read"], operation: null };
    await expect(whole.auth.addGrants(change, management("trace:refused"))).rejects.toMatchObject({ code: "not_found" });
    const request = { matches: [], ids: [], purge: true, dryRun: true, keepForgotten: false, reason: "", operation: null };
    await whole.graph.forgetRecords(request, caller(contextId));
    for (const service of [whole.auth, whole.graph]) {
      const { deeds: noted } = await service.listDeeds({ before: "9999-01-01T00:00:00Z" }, loci(""));
      expect(noted.filter((one) => one.contextId === contextId)).toEqual([]);
    }
  });
});
