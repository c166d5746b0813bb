import { raw, sql } from "@loci/ports/database";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { LociError } from "@loci/kernel";
import { presentTime } from "@loci/platform/messages";
import { silentLogger } from "@loci/platform/telemetry";
import type { Call } from "@loci/platform/call";
import type { graph, retrieval } from "@loci/protos";
import { caller, loci, named, openWhole, type Stated, type Whole } from "../testing/whole.ts";

const dayMs = 24 * 3_600_000;
const logged: string[] = [];
const note = (...said: unknown[]) => void logged.push(JSON.stringify(said));
let whole: Whole;
let reclaimed = 0;
const reclaim = async () => void reclaimed++;

beforeAll(async () => {
  const logger = Object.assign(silentLogger(), { warn: note, info: note, error: note });
  whole = await openWhole({ logger, reclaim, periods: { purged: 1, deletedContexts: 1 } });
  await whole.upkeep.start();
  // Each start may set the schedules.
  await whole.upkeep.start();
  await whole.runner.start();
});
afterAll(() => whole.close());

/** Does the scheduled work of a name at once, for all contexts, and waits until all of it is done. */
async function doNow(pipeline: string, id = "daily"): Promise<void> {
  await whole.runner.submit(pipeline, { contextId: "", id });
  await until(async () => {
    const { queued, running } = await whole.runner.depth(pipeline);
    return queued + running === 0;
  });
}

async function until(met: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; !(await met()); await pause(20))
    if (Date.now() > end) throw new Error("it did not happen");
}

const hobbies: Stated[] = ["chess", "sailing", "opera"].map((hobby) => ["Person/Ada", "hobby", hobby]);
const factsOf = async (call: Call): Promise<graph.FactDetail[]> => {
  const view = await whole.graph
    .getEntity({ lens: null, ...named("Person/Ada"), time: presentTime }, call)
    .catch((thrown: unknown) => {
      if (LociError.from(thrown).code === "not_found") return undefined;
      throw thrown;
    });
  return view?.attributes ?? [];
};
const keysOf = async (ctx: string) => new Set((await factsOf(loci(ctx))).map((fact) => fact.key));
const ask = async (ctx: string, query: string) => {
  const { trace, hits } = await whole.retrieval.query(
    {
      ...{ query, k: 10, lens: null, labels: [], includeFacts: true, includePassages: true, mode: "hybrid", time: null },
      ...{ includeDuplicates: false, includeEnded: false, source: "", sessionId: "" },
    },
    caller(ctx),
  );
  return { hits, traceId: trace?.id ?? "" };
};

describe("scheduled work", () => {
  it("lets importance fall in every context by its own factor, and ends what has none left", async () => {
    const own = await whole.context({ lifecycle: { decay: { knowledge: 0.5 }, expire_below: 0.2 } });
    const usual = await whole.context();
    for (const ctx of [own, usual]) await whole.state(caller(ctx), ...hobbies);
    whole.clock.now += 4 * dayMs;
    await doNow("decay");
    const importances = async (ctx: string) => (await factsOf(loci(ctx))).map((fact) => Number(fact.importance.toFixed(2)));
    expect([await importances(own), await importances(usual)]).toEqual([
      [0.05, 0.05, 0.05],
      [0.78, 0.78, 0.78],
    ]);
    await doNow("expiry", "hourly");
    expect([await importances(own), await importances(usual)]).toEqual([[], [0.78, 0.78, 0.78]]);
  });

  it("thinks each context over as often as it wants", async () => {
    const [daily, hourly, never] = [
      await whole.context(),
      await whole.context({ schedule: { consolidation: "hourly", elaboration: "hourly" } }),
      await whole.context({ schedule: { consolidation: "off", elaboration: "off" } }),
    ];
    for (const ctx of [daily, hourly, never]) {
      // Pooled over every scope.
      for (const scope of ["org/a", "org/b"]) await whole.state(caller(ctx, { "memory:write": [scope] }), ...hobbies);
    }
    const thought = async (key: string) => Promise.all([daily, hourly, never].map(async (ctx) => (await keysOf(ctx)).has(key)));
    await doNow("consolidation", "hourly");
    await doNow("elaboration", "daily");
    expect([await thought("hobbies"), await thought("summary")]).toEqual([
      [false, true, false],
      [true, false, false],
    ]);
    await doNow("consolidation", "daily");
    await doNow("elaboration", "hourly");
    expect([await thought("hobbies"), await thought("summary")]).toEqual([
      [true, true, false],
      [true, true, false],
    ]);
    expect((await factsOf(loci(daily))).filter((fact) => fact.key === "hobbies")).toHaveLength(2);
  });

  it("of one context stops no other where it fails, and its log tells the context and the kind alone", async () => {
    const [failing, blocked, sound] = [await whole.context(), await whole.context(), await whole.context()];
    for (const ctx of [failing, blocked, sound]) await whole.state(caller(ctx), ...hobbies);
    const throwing = (error: LociError) => ({ ...createBuiltinLanguageModel(), consolidate: () => Promise.reject(error) });
    whole.models.set(failing, throwing(new LociError("unavailable", "The provider is down.")));
    whole.models.set(blocked, throwing(new LociError("rate_limited", "The budget is used up.", { retryAfterSeconds: 86_400 })));
    logged.length = 0;
    await doNow("consolidation");
    expect([(await keysOf(failing)).has("hobbies"), (await keysOf(sound)).has("hobbies")]).toEqual([false, true]);
    // What failed is over before it is told of.
    const failure = `"context":"${failing}","kind":"consolidation"`;
    await until(async () => logged.some((line) => line.includes(failure)));
    const lines = logged.filter((line) => line.includes(`"${failing}"`) || line.includes(`"${blocked}"`));
    expect(lines.at(-1)).toContain(failure);
    expect(lines.join()).toContain("token budget is used up");
    expect(logged.join()).not.toMatch(/chess|opera|sailing|Ada/);
    expect(await whole.runner.isActive("consolidation", { contextId: blocked, id: "daily" })).toBe(false);
    whole.models.clear();
    await doNow("consolidation");
    expect((await keysOf(failing)).has("hobbies")).toBe(true);
  });

  it("drops what was kept only for a while", async () => {
    const ctx = await whole.context({ trace_retention_days: 2 });
    await whole.state(caller(ctx), ...hobbies);
    const operation = { id: "op", hash: new Uint8Array([1]) };
    await whole.graph.reserveOperation(operation, caller(ctx));
    const { traceId } = await ask(ctx, "What does Ada like?");
    await whole.retrieval.getTrace({ id: traceId }, caller(ctx));
    whole.clock.now += 3 * dayMs;
    await doNow("retention", "hourly");
    await expect(whole.retrieval.getTrace({ id: traceId }, caller(ctx))).rejects.toMatchObject({ code: "not_found" });
    const kept = await whole.database.inContext(ctx, (tx) => tx.query(sql`select 1 from graph.reservation where ctx = ${ctx}`));
    expect(kept).toEqual([]);
  });

  it("takes what is purged out of traces, and drops its originals", async () => {
    const ctx = await whole.context();
    await whole.state(caller(ctx), ...hobbies);
    const inVain = await ask(ctx, "Who plays chess in Zanzibar?");
    const { traceId, hits } = await ask(ctx, "Does Ada play chess?");
    const chess = hits.find((hit) => hit.text.includes("chess"));
    const original = `originals/${ctx}/document:00000000000000000000000000/1`;
    await whole.objects.put(original, pieces("text"));
    const request = {
      ids: [chess?.id ?? ""],
      purge: true,
      dryRun: false,
      keepForgotten: false,
      matches: [],
      reason: "",
      operation: null,
    };
    await whole.graph.forgetRecords(request, caller(ctx));
    await whole.database.inContext(ctx, (tx) =>
      tx.query(sql`insert into graph.purged values (${ctx}, 'document:00000000000000000000000000', now())`),
    );
    await until(async () => !JSON.stringify(await whole.retrieval.getTrace({ id: traceId }, caller(ctx))).includes("chess"));
    await until(async () => !(await stored(`originals/${ctx}/`)));
    await until(async () => (await whole.retrieval.getTrace({ id: inVain.traceId }, caller(ctx))).query === "");
    await until(async () => reclaimed > 0);
  });

  it("purges the replies that were made of what is purged, for whoever was ended before that", async () => {
    const ctx = await whole.context();
    await whole.state(caller(ctx), ...hobbies);
    await whole.state(caller(ctx), ["Person/Ada", "residence", "Croydon"]);
    const talk = async (message: string) => {
      const stated = { message, sessionId: "", scopes: null, labels: [], bypassCache: false, model: "", k: 0, time: null };
      let done: retrieval.ChatDone | null = null;
      const keyed = { ...stated, includeEnded: false, idempotencyKey: "", requestHash: new Uint8Array() };
      for await (const event of whole.retrieval.chat(keyed, caller(ctx))) done = event.done ?? done;
      return done;
    };
    const answered = await talk("Where does Ada live?");
    expect(answered?.reply).toContain("Croydon");
    const turns = async () => {
      const page = { sessionId: answered?.sessionId ?? "", limit: 10, offset: 0 };
      return (await whole.graph.listTurns({ ...page, newestFirst: false }, caller(ctx))).turns.map(({ id }) => id);
    };
    expect(await turns()).toContain(answered?.replyTurnId);
    const home = (await ask(ctx, "Where does Ada live?")).hits.find((hit) => hit.text.includes("Croydon"));
    // As the gateway does for an entity, a session, a document, a scope; and no further.
    const manner = { matches: [], purge: true, dryRun: false, keepForgotten: false, reason: "", operation: null };
    const { receipt } = await whole.graph.forgetRecords(
      { ids: [home?.id ?? ""], ...manner },
      { ...caller(ctx), traceId: "trace:purge" },
    );
    expect(receipt?.id).toMatch(/^receipt:/);
    await until(async () => !(await turns()).includes(answered?.replyTurnId ?? ""));
    expect(await turns()).toEqual([answered?.userTurnId]);
    const found = { contextId: "", kind: "", principal: "", keyId: "", traceId: "trace:purge", since: "", until: "", limit: 5 };
    const audited = { ...caller(ctx, { "grant:manage": ["/"] }) };
    await until(async () => (await whole.auth.listAudit({ ...found, contextId: ctx }, audited)).rows.length > 0);
  });

  it("takes everything of a deleted context away, two minutes after; then its id is free", async () => {
    const ctx = await whole.context();
    await whole.state(caller(ctx), ...hobbies);
    const { traceId } = await ask(ctx, "What does Ada like?");
    await whole.retrieval.getTrace({ id: traceId }, caller(ctx));
    for (const root of ["incoming", "originals", "parsed"]) await whole.objects.put(`${root}/${ctx}/document:1/1`, pieces("text"));
    await whole.runner.submit("document", { contextId: ctx, id: "document:1/1" });
    await whole.database.acrossContexts((tx) =>
      tx.query(sql`update queue.work set state = 'failed' where ctx = ${ctx} and pipeline = 'document'`),
    );
    const management: Call = { ...loci(""), caller: { kind: "management" } };
    await whole.auth.deleteContext({ contextId: ctx, operation: null }, management);
    await pause(1_500);
    expect(await rowsOf(ctx)).not.toEqual([]);
    whole.clock.now += 130_000;
    await until(async () => (await whole.auth.listDeletedContexts({}, loci(""))).contexts.length === 0);
    expect([
      await rowsOf(ctx),
      await stored(`originals/${ctx}/`),
      await stored(`incoming/${ctx}/`),
      await stored(`parsed/${ctx}/`),
    ]).toEqual([[], false, false, false]);
    // Its receipt: what went, in numbers.
    expect(await whole.runner.depth("document")).toEqual({ queued: 0, running: 0, failed: 0 });
    const receipt = logged.find((line) => line.includes("a deleted context was purged") && line.includes(`"context":"${ctx}"`));
    for (const count of [/"records":[1-9]/, /"works":[1-9]/, /"originals":3\b/, /"indexed":0\b/, /"traces":1\b/])
      expect(receipt).toMatch(count);
    const anew = { id: ctx, displayName: "", configJson: "", policyJson: "", adminExternalId: "", owner: "", operation: null };
    await whole.auth.createContext(anew, management);
    await whole.state(caller(ctx), ...hobbies);
    // Left from before: the context that bears the id now is not the deleted one.
    await whole.runner.submit("deleted-contexts", { contextId: ctx, id: "purge" });
    await until(async () => !(await whole.runner.isActive("deleted-contexts", { contextId: ctx, id: "purge" })));
    expect(await factsOf(loci(ctx))).toHaveLength(3);
  });
});

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function stored(prefix: string): Promise<boolean> {
  for await (const _key of whole.objects.list(prefix)) return true;
  return false;
}

/** The tables that hold anything of a context. */
async function rowsOf(ctx: string): Promise<string[]> {
  return whole.database.asOwner(async (tx) => {
    const tables = await tx.query<{
      name: string;
    }>(sql`select c.table_schema || '.' || c.table_name as name from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
        where c.column_name = 'ctx' and t.table_type = 'BASE TABLE'
          and c.table_schema in ('auth', 'graph', 'retrieval', 'search') order by 1`);
    const held: string[] = [];
    for (const { name } of tables) {
      if ((await tx.query(sql`select 1 from ${raw(name)} where ctx = ${ctx} limit 1`)).length > 0) held.push(name);
    }
    return held;
  });
}
