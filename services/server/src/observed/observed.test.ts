import { sql } from "@loci/ports/database";
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { createPostgresQueue } from "@loci/adapters/postgres-queue";
import { LociError } from "@loci/kernel";
import { createReadiness } from "@loci/platform/probes";
import type { Progress } from "@loci/ports/durable-runner";
import { offTelemetry, openTelemetry, silentLogger, type Telemetry } from "@loci/platform/telemetry";
import { caller, openWhole } from "../testing/whole.ts";
import { watchAuthState } from "./auth-state.ts";
import { observeDecided } from "./decisions.ts";
import { watchDependencies } from "./dependencies.ts";
import { watchGraphState } from "./graph-state.ts";
import { watchRunner } from "./jobs.ts";
import { countHits } from "./hits.ts";
import { createLag } from "./lag.ts";
import { createSearchable } from "./searchable.ts";
import { observeRecall } from "./recalls.ts";

let telemetry: Telemetry = offTelemetry;
beforeEach(async () => {
  telemetry = await openTelemetry({ metrics: true, tracing: undefined }, silentLogger());
});
afterEach(() => telemetry.meter.close());
const told = async (name: string) => (await telemetry.meter.text()).body.split("\n").filter((line) => line.startsWith(name));

describe("the index's distance from the feed", () => {
  it("is counted from when it is first seen, over all contexts", () => {
    const clock = { now: 0 };
    const lag = createLag(() => clock.now);
    lag.sawHead("a", { revision: 5, life: "one" });
    clock.now = 2_000;
    lag.sawHead("b", { revision: 1, life: "one" });
    lag.sawIndexed("a", 3);
    clock.now = 3_000;
    expect(lag.total()).toEqual({ positions: 3, seconds: 3 });
    lag.sawIndexed("a", 5);
    expect(lag.total()).toEqual({ positions: 1, seconds: 1 });
    // A head that is told late takes nothing back.
    lag.sawHead("a", { revision: 4, life: "one" });
    lag.forget("b");
    expect(lag.total()).toEqual({ positions: 0, seconds: 0 });
    // Deleted and made again, it counts from the start.
    lag.sawHead("a", { revision: 2, life: "two" });
    lag.sawIndexed("a", 2);
    expect(lag.total()).toEqual({ positions: 0, seconds: 0 });
  });
});

describe("how long a change takes until it is found", () => {
  const at = (seconds: number) => new Date(seconds * 1_000).toISOString();

  it("is counted once for each change, from when it was made", () => {
    const clock = { now: 10_000 };
    const searchable = createSearchable(() => clock.now);
    const changes = [
      { position: 1, recordedAt: at(7) },
      { position: 2, recordedAt: at(9) },
    ];
    searchable.read("a", 0, { position: 2, changes });
    expect(searchable.applied("a", 0, 2)).toEqual([3, 1]);
    // Rebuilt: the old ones come again.
    clock.now = 60_000;
    searchable.read("a", 0, { position: 3, changes: [...changes, { position: 3, recordedAt: at(58) }] });
    expect(searchable.applied("a", 0, 3)).toEqual([2]);
  });

  it("says nothing of what was there before this process looked", () => {
    const searchable = createSearchable(() => 10_000);
    searchable.sawIndexed("a", 5);
    searchable.read("a", 4, { position: 5, changes: [{ position: 5, recordedAt: at(1) }] });
    expect(searchable.applied("a", 4, 5)).toEqual([]);
  });
});

describe("what an answer is worth", () => {
  it("is seen in hits that say the same again, and in facts that had ended", () => {
    const hit = (text: string, validUntil = "") => ({ text, validUntil });
    const ended = "2024-01-01T00:00:00.000Z";
    const hits = [hit("Mina lives in Lisbon."), hit("mina lives in lisbon"), hit("Mina lived in Porto", ended), hit("Mina's cat")];
    expect(countHits(hits, Date.parse("2025-01-01"))).toEqual({ duplicates: 1, stale: 1 });
    expect(countHits(hits, Date.parse("2023-01-01"))).toEqual({ duplicates: 1, stale: 0 });
    expect(countHits([], 0)).toEqual({ duplicates: 0, stale: 0 });
  });
});

describe("what a process rests on", () => {
  it("is up, or not, by the name that readiness has for it", async () => {
    const readiness = createReadiness();
    readiness.needs("database", async () => true);
    readiness.needs("graph", async () => false);
    watchDependencies(readiness, telemetry.meter);
    expect((await told("loci_dependency_up")).sort()).toEqual([
      'loci_dependency_up{dependency="database"} 1',
      'loci_dependency_up{dependency="graph"} 0',
    ]);
  });
});

describe("what is told of a recall", () => {
  const seen = { kind: "retrieval", tier: "hybrid", mode: "", latencyMs: 20, hits: [], degraded: [], cached: false };
  const whole = { ...seen, stageMs: { search: 12 } } as unknown as Parameters<typeof observeRecall>[1];

  it("is its tier, its mode, its legs and that it found nothing", async () => {
    observeRecall(telemetry.meter, whole);
    observeRecall(telemetry.meter, { ...whole, kind: "response" });
    expect(await told("loci_recall_seconds_count")).toEqual(['loci_recall_seconds_count{tier="hybrid",mode="auto"} 1']);
    expect(await told("loci_recall_empty_total")).toEqual(['loci_recall_empty_total{tier="hybrid",mode="auto"} 1']);
    expect(await told("loci_recall_leg_seconds_sum")).toEqual(['loci_recall_leg_seconds_sum{leg="search"} 0.012']);
  });
});

describe("background work", () => {
  it("is counted by its kind and how it ended, and so is what waits", async () => {
    const database = await openPglite({ folder: undefined });
    const queue = await createPostgresQueue({ database, exclusive: true, random: randomBytes, logger: silentLogger() });
    const runner = watchRunner(queue, telemetry);
    const failed = Promise.withResolvers<true>();
    const stage = { name: "decay", timeoutSeconds: 60, maxAttempts: 2 };
    const run = async ({ id }: { id: string }) => {
      if (id === "bad") throw new LociError("invalid", "It cannot be done.");
    };
    const onFailed = async () => failed.resolve(true);
    runner.register({ name: "decay", concurrency: 1, stages: [{ ...stage, run }], onFailed });
    try {
      await runner.submit("decay", { contextId: "a", id: "good" });
      await runner.submit("decay", { contextId: "a", id: "bad" });
      await runner.submit("other", { contextId: "a", id: "later" }, { delaySeconds: 60 });
      await runner.start();
      await failed.promise;
      while (await runner.isActive("decay", { contextId: "a", id: "good" })) await new Promise(setImmediate);
      expect((await told("loci_upkeep_runs_total")).sort()).toEqual([
        'loci_upkeep_runs_total{kind="decay",outcome="invalid"} 1',
        'loci_upkeep_runs_total{kind="decay",outcome="ok"} 1',
      ]);
      const jobs = await told("loci_jobs");
      expect(jobs).toContain('loci_jobs{pipeline="other",state="queued"} 1');
      expect(jobs).toContain('loci_jobs{pipeline="decay",state="failed"} 1');
      expect(jobs).toContain('loci_jobs_oldest_seconds{pipeline="other",state="queued"} 0');
    } finally {
      await runner.close(100);
      await database.close();
    }
  });

  it("that goes in steps goes on where it was", async () => {
    const database = await openPglite({ folder: undefined });
    const queue = await createPostgresQueue({ database, exclusive: true, random: randomBytes, logger: silentLogger() });
    const runner = watchRunner(queue, telemetry);
    const came: (string | undefined)[] = [];
    const run = async (_work: unknown, { from }: { from?: Progress | undefined }) => {
      came.push(from?.at);
      return came.length < 3 ? { at: `${came.length}`, counts: {} } : undefined;
    };
    const stages = [{ name: "walking", timeoutSeconds: 60, maxAttempts: 1, run }];
    const work = { contextId: "a", id: "all" };
    runner.register({ name: "walk", concurrency: 1, stages, onFailed: async () => undefined });
    try {
      await runner.submit("walk", work);
      await runner.start();
      while (await runner.isActive("walk", work)) await new Promise(setImmediate);
      expect(came).toEqual([undefined, "1", "2"]);
    } finally {
      await runner.close(100);
      await database.close();
    }
  });
});

describe("what is decided about facts", () => {
  it("is counted by its rule, and what ended wrongly by itself", async () => {
    const whole = await openWhole({ onDecided: (decided) => observeDecided(telemetry.meter, decided) });
    try {
      const ctx = await whole.context();
      for (const home of ["Lisbon", "Porto"]) {
        await whole.state(caller(ctx), ["Person/Mina", "home", home]);
        whole.clock.now += 60_000;
      }
      expect(await told('loci_decisions_total{kind="supersede"')).toHaveLength(1);
      expect(await told("loci_facts_reopened_total")).toEqual(["loci_facts_reopened_total 0"]);
      // What ended the first is taken back.
      const [porto] = await whole.database.inContext(ctx, (tx) =>
        tx.query<{ id: string }>(sql`select id from graph.fact where ctx = ${ctx} and value = 'Porto'`),
      );
      const request = {
        ids: [porto?.id ?? ""],
        purge: false,
        dryRun: false,
        keepForgotten: false,
        matches: [],
        reason: "",
        operation: null,
      };
      await whole.graph.forgetRecords(request, caller(ctx));
      expect(await told("loci_facts_reopened_total")).toEqual(["loci_facts_reopened_total 1"]);
    } finally {
      await whole.close();
    }
  });
});

describe("contexts", () => {
  it("are counted, and so are those of which something is left", async () => {
    const whole = await openWhole();
    try {
      watchAuthState(whole.database, telemetry);
      await whole.database.inContext("gone", (tx) =>
        tx.query(sql`insert into auth.deleted_contexts values ('gone', now() - interval '1 hour')`),
      );
      await whole.database.inContext("gone", (tx) =>
        tx.query(sql`insert into auth.broken_chains values ('gone', 7, now(), now())`),
      );
      expect(await told("loci_erasures_open")).toEqual(["loci_erasures_open 1"]);
      const [oldest = ""] = await told("loci_erasures_oldest_seconds");
      expect(Number(oldest.split(" ")[1])).toBeGreaterThanOrEqual(3_599);
      expect(await told("loci_contexts")).toHaveLength(1);
      expect(await told("loci_audit_chains_broken")).toEqual(["loci_audit_chains_broken 1"]);
    } finally {
      await whole.close();
    }
  });
});

describe("what waits in the graph", () => {
  it("is counted over all contexts", async () => {
    const whole = await openWhole();
    try {
      watchGraphState(whole.database, telemetry);
      for (const contextId of ["a", "b"])
        await whole.database.inContext(contextId, async (tx) => {
          const at = new Date(Date.now() - 60_000).toISOString();
          await tx.query(sql`insert into graph.uncertainty (ctx, id, entity_id, key, scope_set, reason, status, resolution, recorded_at)
              values (${contextId}, 'u', 'e', 'home', 's', 'across_streams', 'open', '', ${at}::timestamptz)`);
          await tx.query(sql`insert into graph.pending_extraction values (${contextId}, 't', 0, now())`);
        });
      expect(await told("loci_uncertainties_open")).toEqual(["loci_uncertainties_open 2"]);
      expect(await told("loci_extractions_pending")).toEqual(["loci_extractions_pending 2"]);
      const [oldest = ""] = await told("loci_uncertainties_oldest_seconds");
      expect(Number(oldest.split(" ")[1])).toBeGreaterThanOrEqual(59);
    } finally {
      await whole.close();
    }
  });
});
