/** `loci-server reindex` and `loci-server fsck`: the search index beside the truth. No model is asked: vectors are part of the truth. */
import { setTimeout as pause } from "node:timers/promises";
import { migrations as authMigrations } from "@loci/auth";
import { migrations as graphMigrations } from "@loci/graph";
import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import { isRemote, type SearchIndex } from "@loci/ports/search-index";
import type { GraphService } from "@loci/protos";
import type { DurableRunner } from "@loci/ports/durable-runner";
import {
  contextDifference,
  createIndexer,
  migrations as retrievalMigrations,
  rebuildIndex,
  rewriteContext,
  type ContextDifference,
  type Rebuild,
} from "@loci/retrieval";
import { readSettings } from "../config.ts";
import { Difference } from "../faults.ts";
import { createProgress, type Progress } from "../progress.ts";
import { roleSettings } from "../roles.ts";
import { graceMs } from "./documents.ts";
import { makeGraph } from "./graph.ts";
import { withLifecycle } from "./listen.ts";
import { noEmbedding } from "./moving.ts";
import { rebuildDurably } from "./rebuild.ts";
import { openRunner } from "./runner.ts";
import { openSearchIndex } from "./search-index.ts";
import { recordBegun } from "./audited.ts";
import { openDatabase, ownCall, surroundings, type Surroundings } from "./surroundings.ts";

type Flags = Readonly<Record<string, unknown>>;

export interface CareOptions {
  /** "" for all contexts. */
  readonly contextId: string;
  readonly json: boolean;
}

interface Tools {
  readonly index: SearchIndex;
  readonly graph: GraphService<Call>;
  readonly progress: Progress;
  /** Where a rebuild is durable work. */
  readonly runner: DurableRunner | undefined;
  readonly parts: Surroundings;
}

const stepMs = 20_000;

/** Fills the index again from the truth while it is searched. */
export function reindex(flags: Flags, { contextId, json }: CareOptions): Promise<void> {
  return overIndex("reindex", flags, { contextId, unit: "changes" }, async (tools) => {
    const done = contextId === "" ? await reindexAll(tools) : await reindexOne(contextId, tools);
    print(json, done, `Indexed ${done.contexts} ${done.contexts === 1 ? "context" : "contexts"}, ${done.changes} changes.`);
  });
}

interface Reindexed {
  readonly contexts: number;
  readonly changes: number;
}

async function reindexAll(tools: Tools): Promise<Reindexed & { readonly index?: string }> {
  const { index, graph, progress, parts } = tools;
  if (!isRemote(index)) {
    const { heads } = await graph.listHeads({}, ownCall(parts));
    let changes = 0;
    for (const { contextId } of heads) changes += (await reindexOne(contextId, tools)).changes;
    return { contexts: heads.length, changes };
  }
  const { clock, logger } = parts;
  if (tools.runner) {
    const rebuild: Rebuild = (callFor, watcher) => rebuildIndex({ index, graph, clock, logger }, callFor, watcher);
    await rebuildDurably(tools.runner, rebuild, progress, parts);
    const { heads } = await graph.listHeads({}, ownCall(parts));
    return { contexts: heads.length, changes: heads.reduce((sum, { revision }) => sum + revision, 0) };
  }
  const shown = { any: false };
  const done = await rebuildIndex({ index, graph, clock, logger }, (contextId) => ownCall(parts, contextId), {
    begin(contextId, changes) {
      if (shown.any) progress.end();
      shown.any = true;
      progress.begin(contextId, changes);
    },
    done: (changes) => progress.add(changes),
  });
  if (shown.any) progress.end();
  return { contexts: done.contexts, changes: done.positions, index: done.index };
}

async function reindexOne(contextId: string, { index, graph, progress, parts }: Tools): Promise<Reindexed> {
  const call = () => ownCall(parts, contextId);
  const { revision } = await graph.head({}, call());
  progress.begin(contextId, revision);
  const rewritten = await rewriteContext(contextId, { index, graph }, call, (done) => progress.add(done));
  if (isRemote(index)) {
    progress.end();
    return { contexts: 1, changes: rewritten };
  }
  const indexer = createIndexer({ index, graph, clock: parts.clock, logger: parts.logger });
  for (let reached = rewritten; reached < revision;) {
    const missing = await indexer.catchUp(contextId, revision, call(), stepMs);
    // Deleted meanwhile, or begun again: it has no more.
    if (revision - missing <= reached && (await graph.head({}, call())).revision < revision) break;
    progress.add(revision - missing - reached);
    reached = revision - missing;
  }
  await indexer.close();
  progress.end();
  return { contexts: 1, changes: revision };
}

/** Compares index and truth, record by record. @throws Difference where they differ */
export function fsck(flags: Flags, { contextId, json }: CareOptions): Promise<void> {
  return overIndex("fsck", flags, { contextId, unit: "records" }, async (tools) => {
    const ids = contextId === "" ? await everyContext(tools) : [contextId];
    const found: ContextDifference[] = [];
    for (const id of ids) found.push(await compareOne(id, tools));
    const differing = found.filter(({ missing, stale, surplus }) => missing.length + (stale?.length ?? 0) + surplus.length > 0);
    const records = found.reduce((sum, one) => sum + one.records, 0);
    const text = [...differing.map(lineOf), `${records} records in ${found.length} contexts compared.`].join("\n");
    print(json, { contexts: found.length, records, differing: differing.map(shortened) }, text);
    if (differing.length > 0) {
      throw new Difference(
        `the search index differs from the truth in ${differing.length} of ${found.length} contexts; 'loci-server reindex' puts it right`,
      );
    }
  });
}

/** Also those that only the index knows. */
async function everyContext({ index, graph, parts }: Tools): Promise<string[]> {
  const { heads } = await graph.listHeads({}, ownCall(parts));
  const indexed = isRemote(index) ? await index.contexts() : [];
  return [...new Set([...heads.map(({ contextId }) => contextId), ...indexed])].sort();
}

async function compareOne(contextId: string, { index, graph, progress, parts }: Tools): Promise<ContextDifference> {
  progress.begin(contextId, 0);
  const indexer = createIndexer({ index, graph, clock: parts.clock, logger: parts.logger });
  const call = () => ownCall(parts, contextId);
  const indexed = (id: string, position: number) =>
    isRemote(index) ? untilIndexed(index, id, position) : indexer.catchUp(id, position, call(), stepMs);
  const found = await contextDifference(contextId, { index, graph, indexed }, call);
  await indexer.close();
  progress.add(found.records);
  progress.end();
  return found;
}

const lookEveryMs = 250;
/** Where the watermark does not move for so long, nobody indexes. */
const patienceLooks = 40;

/** A server indexes what was just written: that is waited for, as long as it goes on. */
async function untilIndexed(index: SearchIndex, contextId: string, position: number): Promise<number> {
  let reached = await index.watermark(contextId);
  for (let looks = 0; reached < position && looks < patienceLooks; looks++) {
    await pause(lookEveryMs);
    const now = await index.watermark(contextId);
    if (now > reached) looks = 0;
    reached = now;
  }
  return Math.max(0, position - reached);
}

const maxListed = 1_000;

function shortened({ contextId, records, missing, stale, surplus }: ContextDifference): object {
  const kind = (ids: readonly string[]) => ({ count: ids.length, ids: ids.slice(0, maxListed) });
  return { contextId, records, missing: kind(missing), stale: kind(stale ?? []), surplus: kind(surplus) };
}

function lineOf({ contextId, missing, stale, surplus }: ContextDifference): string {
  return `${contextId}: ${missing.length} missing, ${stale?.length ?? 0} stale, ${surplus.length} surplus`;
}

function print(json: boolean, value: object, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : text}\n`);
}

/** What stands in the audit; fsck reads. */
const deeds = {
  reindex: { operation: "reindex", kind: "mutation" },
  fsck: { operation: "compareIndex", kind: "access" },
} as const;

async function overIndex(
  role: "reindex" | "fsck",
  flags: Flags,
  { contextId, unit }: Pick<CareOptions, "contextId"> & { readonly unit: string },
  work: (tools: Tools) => Promise<void>,
): Promise<void> {
  const config = readSettings(roleSettings[role], flags);
  const parts = await surroundings(config, role);
  await withLifecycle(parts, async () => {
    const database = await openDatabase(config.connectionString, parts);
    await migrate(database, [authMigrations, graphMigrations, retrievalMigrations]);
    const graph = makeGraph(database, parts);
    const spec = await graph.pinEmbedding(noEmbedding, ownCall(parts));
    if (spec.dimension === 0) throw new LociError("not_found", "Nothing is remembered here yet: there is no index to look after.");
    const { index } = await openSearchIndex(database, spec, config.searchUrl, parts);
    parts.lifecycle.onClose("index", () => index.close());
    const runner = "runnerUrl" in config && config.runnerUrl ? await openRunner(database, config, parts) : undefined;
    if (runner) parts.lifecycle.onClose("background work", () => runner.close(graceMs));
    await recordBegun(database, { ...deeds[role], contextId: contextId || "*" }, parts);
    await work({ index, graph, progress: createProgress(process.stderr, parts.clock, unit), runner, parts });
  });
}
