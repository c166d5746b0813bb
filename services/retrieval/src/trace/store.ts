import { setTimeout as sleep } from "node:timers/promises";
import type { Region, ScopeSet } from "@loci/kernel";
import { jsonParam } from "@loci/platform/db";
import type { Logger } from "@loci/platform/telemetry";
import { type Database, identifier, join, literal, nothing, param, sql, type Sql } from "@loci/ports/database";
import type { retrieval } from "@loci/protos";
import { isSeen, type Sight } from "./sight.ts";

export interface TraceEntry {
  readonly trace: retrieval.Trace;
  /** What the question ranged over. */
  readonly lens: ScopeSet;
  /** What its asker could read: the answer is made of nothing beyond it. */
  readonly region: Region;
  /** When its asker was made; undefined where that is not known. */
  readonly askerSince: string | undefined;
  /** The turns that its question and then its answer were stored as; none where they were not. */
  readonly turnIds: readonly string[];
}

export interface TraceFilter {
  /** Each "" where it does not matter. */
  readonly kind: string;
  readonly keyId: string;
  readonly sessionId: string;
  readonly since: string;
  readonly until: string;
  readonly limit: number;
}

export interface StatsFilter {
  readonly since: string;
  /** Which of the selectors that questions ranged over count; undefined for all. */
  readonly counts: ((lens: ScopeSet) => boolean) | undefined;
}

export interface TracePage {
  /** `region` is what its asker could read. */
  readonly texts: readonly { readonly id: string; readonly text: string; readonly region: Region }[];
  readonly next: string;
}

export type TraceStats = Omit<retrieval.RetrievalStats, "feedLag">;

/** Keeps traces. A trace is written behind its answer, which must not wait for it; a read waits for what is still on its way. */
export interface TraceStore {
  keep(contextId: string, entry: TraceEntry): void;
  find(contextId: string, id: string, sight: Sight): Promise<retrieval.Trace | undefined>;
  /** Newest first; what is not seen takes no place of the limit. */
  list(contextId: string, filter: TraceFilter, sight: Sight): Promise<retrieval.Trace[]>;
  stats(contextId: string, filter: StatsFilter, sight: Sight): Promise<TraceStats>;
  /** The turns that hold replies which were made of these records. @param until only by then; at any time by default */
  repliesMadeOf(contextId: string, recordIds: readonly string[], until?: string): Promise<string[]>;
  /** Whether any reply was stored that may be made of records. */
  hasReplies(contextId: string): Promise<boolean>;
  /**
   * Withholds the answers that were made of these records, and the questions and answers that were stored as them: what they say was
   * forgotten, and is not shown again.
   */
  withhold(contextId: string, recordIds: readonly string[]): Promise<void>;
  /**
   * Takes the texts out of every trace that shows one of these records, or whose own turns they are, and the records from its
   * hits. @param until only of those made by then; of all by default. @returns how many had any of it
   */
  scrub(contextId: string, recordIds: readonly string[], until?: string): Promise<number>;
  /** The traces that hold a text, from this place on ("" begins), with all that their texts say. `next` is "" at the end. */
  texts(contextId: string, after: string, limit: number): Promise<TracePage>;
  /** Takes the texts out of these traces. @returns how many had any */
  blank(contextId: string, ids: readonly string[]): Promise<number>;
  /** Waits until what was kept is written, and all may find it. */
  settled(): Promise<void>;
  /** Deletes what is older. @returns how many */
  deleteBefore(contextId: string, time: string): Promise<number>;
  close(): Promise<void>;
}

const flushDelayMs = 50;
/** More than this waiting means that the database cannot keep up: the oldest are dropped and the loss is logged. */
const maxWaiting = 5_000;

interface Waiting extends TraceEntry {
  readonly contextId: string;
}

export function createTraceStore(database: Database, logger: Logger): TraceStore {
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return writing;
    writing = writing.then(async () => {
      for (const [contextId, rows] of Map.groupBy(batch, (row) => row.contextId)) await keepRows(contextId, rows);
    });
    return writing;
  };

  /** What cannot be stored of one answer takes no other along. */
  const keepRows = async (contextId: string, rows: readonly Waiting[]): Promise<void> => {
    try {
      await write(database, contextId, rows);
    } catch (error) {
      if (rows.length > 1 && isOfItsValues(error)) for (const row of rows) await keepRows(contextId, [row]);
      else logger.error({ err: error, contextId, traces: rows.length }, "traces were not kept");
    }
  };

  const read = async <Row>(contextId: string, statement: Sql): Promise<readonly Row[]> => {
    await flush();
    return database.inContext(contextId, (tx) => tx.query<Row>(statement), { readOnly: true });
  };

  return {
    keep(contextId, entry) {
      if (waiting.length >= maxWaiting) {
        waiting.shift();
        logger.warn("a trace was dropped: the database cannot keep up");
      }
      waiting.push({ contextId, ...entry });
      timer ??= setTimeout(() => void flush(), flushDelayMs);
    },
    async find(contextId, id, sight) {
      const statement = sql`select body from retrieval.trace where ctx = ${contextId} and ${isSeen(sight)} and id = ${id}`;
      const look = async () => (await read<{ body: retrieval.Trace }>(contextId, statement))[0]?.body;
      const found = await look();
      if (found !== undefined) return found;
      // Another replica may have answered, and be about to write it.
      await sleep(2 * flushDelayMs);
      return look();
    },
    async list(contextId, { kind, keyId, sessionId, since, until, limit }, sight) {
      const conditions = { kind, key_id: keyId, session_id: sessionId };
      const given = Object.entries(conditions).filter(([, value]) => value !== "");
      const where = [
        ...given.map(([column, value]) => sql` and ${identifier(column)} = ${value}`),
        since === "" ? nothing : sql` and created_at >= ${since}::timestamptz`,
        until === "" ? nothing : sql` and created_at < ${until}::timestamptz`,
      ];
      const rows = await read<{ body: retrieval.Trace }>(
        contextId,
        sql`select body from retrieval.trace where ctx = ${contextId} and ${isSeen(sight)}${join(where, nothing)}
          order by created_at desc, id desc limit ${limit}`,
      );
      return rows.map((row) => row.body);
    },
    async stats(contextId, { since, counts }, sight) {
      const from = since === "" ? "-infinity" : since;
      const within = sql`ctx = ${contextId} and ${isSeen(sight)} and created_at >= ${from}::timestamptz`;
      let inScope = nothing;
      if (counts) {
        const lenses = await read<{ lens: ScopeSet; text: string }>(
          contextId,
          sql`select distinct lens, lens::text as text from retrieval.trace where ${within}`,
        );
        inScope = sql`and lens::text = any(${lenses.filter(({ lens }) => counts(lens)).map(({ text }) => text)}::text[])`;
      }
      const where = sql`from retrieval.trace where ${within} ${inScope}`;
      const [row] = await read<Omit<TraceStats, "tierLatency">>(contextId, sql`${statistics} ${where}`);
      const byTier = sql`${latencies} ${where} and kind = 'retrieval' group by tier order by tier`;
      return { ...(row ?? noStats), tierLatency: [...(await read<retrieval.TierLatency>(contextId, byTier))] };
    },
    async repliesMadeOf(contextId, recordIds, until = "infinity") {
      if (recordIds.length === 0) return [];
      const rows = await read<{ id: string }>(
        contextId,
        sql`select distinct turn_ids[2] as id from retrieval.trace
          where ctx = ${contextId} and kind = 'response' and cardinality(turn_ids) = 2 and hit_ids ?| ${recordIds}::text[]
            and created_at <= ${until}::timestamptz`,
      );
      return rows.map((row) => row.id);
    },
    async hasReplies(contextId) {
      const statement = sql`select 1 from retrieval.trace where ctx = ${contextId} and kind = 'response' and cardinality(turn_ids) = 2 limit 1`;
      return (await read(contextId, statement)).length > 0;
    },
    async withhold(contextId, recordIds) {
      if (recordIds.length === 0) return;
      await flush();
      await database.inContext(contextId, async (tx) => {
        for (const statement of withholding(param(contextId), param(recordIds))) await tx.query(statement);
      });
    },
    async scrub(contextId, recordIds, until = "infinity") {
      if (recordIds.length === 0) return 0;
      await flush();
      return (await database.inContext(contextId, (tx) => tx.query(scrubbing(contextId, recordIds, until)))).length;
    },
    async texts(contextId, after, limit) {
      const rows = await read<{ id: string; text: string; region: string[] }>(contextId, textsOfTraces(contextId, after, limit));
      const texts = rows.filter(({ text }) => text !== "");
      return { texts, next: rows.length < limit ? "" : (rows.at(-1)?.id ?? "") };
    },
    async blank(contextId, ids) {
      if (ids.length === 0) return 0;
      return (await database.inContext(contextId, (tx) => tx.query(blanking(contextId, ids)))).length;
    },
    async deleteBefore(contextId, time) {
      await flush();
      const [row] = await database.inContext(contextId, (tx) =>
        tx.query<{
          count: number;
        }>(sql`with gone as (delete from retrieval.trace where ctx = ${contextId} and created_at < ${time}::timestamptz returning 1)
            select count(*)::int as count from gone`),
      );
      return row?.count ?? 0;
    },
    settled: flush,
    close: flush,
  };
}

export const noStats: TraceStats = {
  totalQueries: 0,
  cacheHits: 0,
  direct: 0,
  fullContext: 0,
  hybrid: 0,
  avgLatencyMs: 0,
  p50LatencyMs: 0,
  p95LatencyMs: 0,
  avgCandidateSet: 0,
  maxCandidateSet: 0,
  zeroHitQueries: 0,
  responses: 0,
  responsesCached: 0,
  degradedQueries: 0,
  inputTokens: 0,
  outputTokens: 0,
  tierLatency: [],
};

const queries = sql`filter (where kind = 'retrieval')`;
const tier = (name: string) => sql`count(*) filter (where kind = 'retrieval' and tier = ${literal(name)})::int`;
const percentile = (share: number) =>
  sql`coalesce(percentile_cont(${literal(share)}) within group (order by latency_ms) ${queries}, 0)`;

const tokens = (field: string) =>
  sql`coalesce(sum((body ->> ${literal(field)})::float8) filter (where kind = 'response'), 0) as ${identifier(field)}`;

const statistics = sql`select count(*) ${queries}::int as "totalQueries",
    ${tier("cache")} as "cacheHits", ${tier("direct")} as direct,
    ${tier("full_context")} as "fullContext", ${tier("hybrid")} as hybrid,
    coalesce(avg(latency_ms) ${queries}, 0)::float8 as "avgLatencyMs",
    ${percentile(0.5)} as "p50LatencyMs", ${percentile(0.95)} as "p95LatencyMs",
    coalesce(avg(candidates) ${queries}, 0)::float8 as "avgCandidateSet",
    coalesce(max(candidates) ${queries}, 0) as "maxCandidateSet",
    count(*) filter (where kind = 'retrieval' and jsonb_array_length(hit_ids) = 0)::int as "zeroHitQueries",
    count(*) filter (where kind = 'response')::int as responses,
    count(*) filter (where kind = 'response' and cached)::int as "responsesCached",
    count(*) filter (where kind = 'retrieval' and degraded)::int as "degradedQueries",
    ${tokens("inputTokens")}, ${tokens("outputTokens")}`;

const latencies = sql`select tier, count(*)::int as queries, max(latency_ms) as "maxLatencyMs",
    percentile_cont(0.5) within group (order by latency_ms) as "p50LatencyMs",
    percentile_cont(0.95) within group (order by latency_ms) as "p95LatencyMs"`;

/** What the service itself calls its questions by; any other is the caller's own text. */
const ownSources = sql`('chat', 'reflect', 'context', '')`;

/** By their ids, which are the primary key's order. */
const textsOfTraces = (
  contextId: string,
  after: string,
  limit: number,
) => sql`select id, concat_ws(' ', nullif(body ->> 'query', ''), nullif(body ->> 'responseText', ''),
    nullif(body ->> 'tierReason', ''), case when body ->> 'source' not in ${ownSources} then body ->> 'source' end) as text,
    region
  from retrieval.trace where ctx = ${contextId} and id > ${after} order by id limit ${limit}`;

const blank = sql`'{"query": "", "responseText": "", "tierReason": "", "source": ""}'::jsonb`;

const forgottenMark = sql`'"[forgotten]"'::jsonb`;

/** The answer; the question; and the question as the recall that it led to has it. */
const withholding = (ctx: Sql, ids: Sql) => [
  sql`update retrieval.trace set body = jsonb_set(body, '{responseText}', ${forgottenMark})
    where ctx = ${ctx} and kind = 'response' and body ->> 'responseText' <> '' and (hit_ids ?| ${ids}::text[] or turn_ids[2] = any(${ids}))`,
  sql`update retrieval.trace set body = jsonb_set(body, '{query}', ${forgottenMark})
    where ctx = ${ctx} and turn_ids[1] = any(${ids}) and body ->> 'query' <> ''`,
  sql`update retrieval.trace r set body = jsonb_set(r.body, '{query}', ${forgottenMark}) from retrieval.trace a
    where a.ctx = ${ctx} and a.turn_ids[1] = any(${ids}) and r.ctx = ${ctx} and a.body -> 'parents' ? r.id and r.body ->> 'query' <> ''`,
];

const blanking = (contextId: string, ids: readonly string[]) =>
  sql`update retrieval.trace set body = body || ${blank} where ctx = ${contextId} and id = any(${ids}::text[]) and not body @> ${blank} returning 1`;

function scrubbing(contextId: string, recordIds: readonly string[], until: string): Sql {
  const ids = param(recordIds);
  return sql`update retrieval.trace set
    body = body || ${blank} || jsonb_build_object('hits',
      (select coalesce(jsonb_agg(hit order by place), '[]')
        from jsonb_array_elements(body -> 'hits') with ordinality as each (hit, place) where not hit ->> 'id' = any(${ids}::text[])))
  where ctx = ${contextId} and (hit_ids ?| ${ids}::text[] or (turn_ids && ${ids}::text[] and not body @> ${blank})) and created_at <= ${until}::timestamptz returning 1`;
}

/** SQLSTATE classes of what a table does not take, whoever asks again: data exceptions, violated constraints, limits. */
function isOfItsValues(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(?:2[23]|54)/.test(String(error.code));
}

async function write(database: Database, contextId: string, rows: readonly Waiting[]): Promise<void> {
  await database.inContext(contextId, (tx) =>
    tx.query(sql`insert into retrieval.trace (ctx, id, created_at, principal_id, body, lens, turn_ids, region, asker_since)
          select ${contextId}, id, created_at, principal_id, body::jsonb, lens::jsonb,
            array(select jsonb_array_elements_text(turn_ids::jsonb)), array(select jsonb_array_elements_text(region::jsonb)), asker_since
          from unnest(${rows.map(({ trace }) => trace.id)}::text[], ${rows.map(({ trace }) => trace.createdAt)}::timestamptz[],
            ${rows.map(({ trace }) => trace.principalId)}::text[], ${rows.map(({ trace }) => jsonParam(trace))}::text[],
            ${rows.map(({ lens }) => jsonParam(lens))}::text[], ${rows.map(({ turnIds }) => jsonParam(turnIds))}::text[],
            ${rows.map(({ region }) => jsonParam(region))}::text[], ${rows.map(({ askerSince }) => askerSince ?? null)}::text[])
            new (id, created_at, principal_id, body, lens, turn_ids, region, asker_since)
          on conflict do nothing`),
  );
}
