import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { LociError, type Grants } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { grantsMessage } from "@loci/platform/messages";
import { silentLogger, type Logger } from "@loci/platform/telemetry";
import type { graph } from "@loci/protos";
import { authOfOneKey, startGateway, type RunningGateway } from "./testing/gateway.ts";

const retrieval = { findReplies: async () => ({ ids: [] }) };
const deleted: graph.ForgetRecordsResponse = { deleted: 0, refs: [], receipt: null, documentIds: [], replayed: false, gone: [] };

let gateway: RunningGateway;
afterEach(() => gateway.close());

/** What graph keeps of one caller's operations. */
function keeper() {
  const rows = new Map<string, { hash: Uint8Array; sealed: Uint8Array }>();
  return {
    rows,
    async reserveOperation({ id, hash }: graph.Operation) {
      const row = rows.get(id);
      if (row && Buffer.compare(row.hash, hash) !== 0) throw new LociError("conflict", "Used for another request.");
      rows.set(id, row ?? { hash, sealed: new Uint8Array() });
      return { sealed: row?.sealed ?? new Uint8Array() };
    },
    async storeOperation({ operation, sealed }: graph.StoreOperationRequest) {
      rows.set(operation?.id ?? "", { hash: operation?.hash ?? new Uint8Array(), sealed });
      return {};
    },
    async releaseOperation({ id }: graph.Operation) {
      rows.delete(id);
      return {};
    },
  };
}

describe("a request with an Idempotency-Key whose service keeps the answer", () => {
  it("goes there with its key, and says that it is a repetition where the service does", async () => {
    const asked: unknown[] = [];
    const deleteSession = async ({ operation }: graph.DeleteRecordRequest, call: Call) => {
      asked.push(operation?.id);
      if (asked.length > 1) call.onReplayed?.();
      return deleted;
    };
    gateway = await startGateway({ retrieval, graph: { deleteSession } });
    const send = () => gateway.send("/api/v1/acme/sessions/session:1", { method: "DELETE", headers: { "idempotency-key": "a" } });
    const [first, again] = [await send(), await send()];
    expect([first.status, first.headers["idempotency-replayed"]]).toEqual([204, undefined]);
    expect([again.status, again.headers["idempotency-replayed"]]).toEqual([204, "true"]);
    expect(asked).toEqual(["a", "a"]);
  });

  it("is another one for a caller that may do something else: the stored answer shows what could be seen then", async () => {
    const { rows, ...store } = keeper();
    const grants: Grants[] = [{ "memory:read": ["/"] }, { "memory:read": ["/"] }, { "memory:read": ["org/a"] }];
    const held = authOfOneKey();
    const authenticate: typeof held.authenticate = async (request, call) => {
      const known = await held.authenticate(request, call);
      return { ...known, grants: grantsMessage(grants.shift() ?? {}) };
    };
    const asked: string[] = [];
    const expire = async () => ({ affected: asked.push("expire") });
    const deleteSession = async ({ operation }: graph.DeleteRecordRequest) => {
      asked.push(Buffer.from(operation?.hash ?? []).toString("hex"));
      return deleted;
    };
    const auth = { ...held, authenticate };
    gateway = await startGateway({ auth, retrieval, graph: { expire, deleteSession, ...store } });
    const headers = { "idempotency-key": "a" };
    const kept = () => gateway.send("/api/v1/acme/lifecycle/expire", { method: "POST", headers });
    const [first, again, other] = [await kept(), await kept(), await kept()];
    expect([first.status, again.status, again.headers["idempotency-replayed"], other.status]).toEqual([200, 200, "true", 409]);
    expect([asked, rows.size]).toEqual([["expire"], 1]);
    grants.push({ "memory:forget": ["/"] }, { "memory:forget": ["/"] }, { "memory:forget": ["org/a"] });
    for (let i = 0; i < 3; i++) await gateway.send("/api/v1/acme/sessions/session:1", { method: "DELETE", headers });
    const [one, two, three] = asked.slice(1);
    expect([one === two, one === three]).toEqual([true, false]);
  });

  it("is another one for a principal that was made anew under the same id, with whatever grants", async () => {
    const made = ["2025-01-01T00:00:00.000Z", "2025-01-01T00:00:00.000Z", "2025-02-01T00:00:00.000Z"];
    const held = authOfOneKey();
    const authenticate: typeof held.authenticate = async (request, call) => {
      return { ...(await held.authenticate(request, call)), principalSince: made.shift() ?? "" };
    };
    const asked: string[] = [];
    const deleteSession = async ({ operation }: graph.DeleteRecordRequest) => {
      asked.push(Buffer.from(operation?.hash ?? []).toString("hex"));
      return deleted;
    };
    gateway = await startGateway({ auth: { ...held, authenticate }, retrieval, graph: { deleteSession } });
    for (let i = 0; i < 3; i++) await gateway.send(path, deletion);
    const [one, two, three] = asked;
    expect([one === two, one === three]).toEqual([true, false]);
  });

  const deletion = { method: "DELETE", headers: { "idempotency-key": "a" } };
  const path = "/api/v1/acme/sessions/session:1";

  it("is a conflict while its twin is under way at another gateway, and not afterwards", async () => {
    const held = new Set<string>();
    async function* holdOperation({ id }: graph.Operation) {
      if (held.has(id)) throw new LociError("conflict", "Under way.", { retryAfterSeconds: 1 });
      held.add(id);
      try {
        yield {};
      } finally {
        held.delete(id);
      }
    }
    const begun = Promise.withResolvers<undefined>();
    const rest = Promise.withResolvers<undefined>();
    let [brokenOff, deletions] = [0, 0];
    const findReplies = async (_request: unknown, { signal }: Call) => {
      signal.addEventListener("abort", () => brokenOff++);
      return { ids: [] };
    };
    const deleteSession = async () => {
      deletions++;
      begun.resolve(undefined);
      await rest.promise;
      return deleted;
    };
    gateway = await startGateway({ retrieval: { findReplies }, graph: { deleteSession, holdOperation } });
    const other = await startGateway({ retrieval: { findReplies }, graph: { deleteSession, holdOperation } });
    const first = gateway.send(path, deletion);
    await begun.promise;
    const twin = await other.send(path, deletion);
    rest.resolve(undefined);
    expect(twin).toMatchObject({ status: 409, headers: { "retry-after": "1" } });
    expect((await first).status).toBe(204);
    expect([brokenOff, deletions]).toEqual([1, 1]);
    expect([(await other.send(path, deletion)).status, held.size]).toEqual([204, 0]);
    await other.close();
  });

  it("goes on where nobody can say whether it has a twin, or nobody says anything", async () => {
    const deleteSession = async () => deleted;
    const warned: unknown[] = [];
    const logger = { ...silentLogger(), warn: (fields: object) => void warned.push(fields) } as Logger;
    const hear = [
      () => Promise.reject(new LociError("unavailable", "The database is away.")),
      // Until it is no longer wanted.
      (signal: AbortSignal) => once(signal, "abort"),
    ];
    for (const each of hear) {
      const ends: string[] = [];
      const holdOperation = async function* (_operation: graph.Operation, { signal }: Call) {
        try {
          await each(signal);
          yield {};
        } finally {
          ends.push("ended");
        }
      };
      gateway = await startGateway({ retrieval, graph: { deleteSession, holdOperation }, logger });
      expect((await gateway.send(path, deletion)).status).toBe(204);
      for (const end = Date.now() + 20_000; ends.length === 0 && Date.now() < end;) await sleep(10);
      expect(ends).toEqual(["ended"]);
      await gateway.close();
    }
    expect(warned).toHaveLength(1);
  });
});

describe("a request with an Idempotency-Key whose service keeps no answer", () => {
  const path = "/api/v1/acme/documents/recompute-links";
  const sent = (key: string) => ({ method: "POST", headers: { "idempotency-key": key } });

  it("runs once, and its answer is kept so that nobody else can read it", async () => {
    const kept = keeper();
    let runs = 0;
    gateway = await startGateway({ graph: { ...kept, recomputeLinks: async () => ({ linksEmitted: ++runs }) } });
    const first = await gateway.send(path, sent("a"));
    const again = await gateway.send(path, sent("a"));
    expect(first).toMatchObject({ status: 200, json: { linksEmitted: 1 } });
    expect(again).toMatchObject({ status: 200, json: { linksEmitted: 1 }, headers: { "idempotency-replayed": "true" } });
    expect(first.headers["idempotency-replayed"]).toBeUndefined();
    expect(Buffer.from(kept.rows.get("a")?.sealed ?? "").toString("latin1")).not.toContain("linksEmitted");
    expect(await gateway.send(path, sent("b"))).toMatchObject({ json: { linksEmitted: 2 } });
  });

  it("runs again after a failure", async () => {
    let runs = 0;
    const recomputeLinks = async () => {
      if (++runs === 1) throw new LociError("unavailable", "Not now.");
      return { linksEmitted: runs };
    };
    gateway = await startGateway({ graph: { ...keeper(), recomputeLinks } });
    expect(await gateway.send(path, sent("a"))).toMatchObject({ status: 503 });
    expect(await gateway.send(path, sent("a"))).toMatchObject({ status: 200, json: { linksEmitted: 2 } });
  });

  it("runs again after a request whose time was up: its key is given back though nobody waits any more", async () => {
    const store = keeper();
    let runs = 0;
    const recomputeLinks = async (_request: unknown, { signal }: Call) => {
      if (++runs === 1) {
        const late = once(signal, "abort");
        jest.advanceTimersByTime(60_000);
        await late;
        throw new LociError("cancelled", "Nobody waits.");
      }
      return { linksEmitted: runs };
    };
    const releaseOperation = async (operation: graph.Operation, { signal, deadline }: Call) => {
      // As a service does that is asked by who has gone, or too late.
      if (signal.aborted || deadline <= Date.now()) throw new LociError("cancelled", "Nobody waits.");
      return store.releaseOperation(operation);
    };
    jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate", "Date"] });
    gateway = await startGateway({ graph: { ...store, recomputeLinks, releaseOperation } });
    const late = await gateway.send(path, sent("a")).finally(() => jest.useRealTimers());
    expect(late).toMatchObject({ status: 504 });
    for (const end = Date.now() + 20_000; store.rows.has("a") && Date.now() < end;) await sleep(10);
    expect(await gateway.send(path, sent("a"))).toMatchObject({ status: 200, json: { linksEmitted: 2 } });
  });

  it("fails as the work failed, where its key cannot be given back too", async () => {
    const recomputeLinks = () => Promise.reject(new LociError("invalid", "No such links."));
    const releaseOperation = () => Promise.reject(new LociError("unavailable", "The database is away."));
    gateway = await startGateway({ graph: { ...keeper(), recomputeLinks, releaseOperation } });
    expect(await gateway.send(path, sent("a"))).toMatchObject({ status: 400, json: { detail: "No such links." } });
  });

  it("is a conflict with another request under the same key, or while the first is under way", async () => {
    const begun = Promise.withResolvers<undefined>();
    const rest = Promise.withResolvers<undefined>();
    const recomputeLinks = async () => {
      begun.resolve(undefined);
      await rest.promise;
      return { linksEmitted: 1 };
    };
    gateway = await startGateway({ graph: { ...keeper(), recomputeLinks } });
    const first = gateway.send(path, sent("a"));
    await begun.promise;
    const twin = await gateway.send(path, sent("a"));
    rest.resolve(undefined);
    expect(twin).toMatchObject({ status: 409, headers: { "retry-after": "1" } });
    expect(await first).toMatchObject({ status: 200 });
    const other = await gateway.send("/api/v1/acme/consolidate", sent("a"));
    expect(other).toMatchObject({ status: 409 });
  });

  it("names a key that is none", async () => {
    gateway = await startGateway({});
    expect(await gateway.send(path, sent("with space"))).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: "/headers/idempotency-key" }] },
    });
  });
});
