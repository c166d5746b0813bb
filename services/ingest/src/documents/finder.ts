import { LociError } from "@loci/kernel";
import { serviceCall, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { IngestDeps } from "../deps.ts";
import { incomingKeyAt, ownerOf, roots } from "./objects.ts";
import { pipelineName, stageFor, workOn } from "./work.ts";

export type FinderDeps = Pick<IngestDeps, "graph" | "objects" | "runner" | "clock" | "ids">;

/** What a sweep works with, and whether it is still wanted: what goes on after its time runs beside its next attempt. */
type Sweep<Deps = FinderDeps> = Deps & { readonly signal: AbortSignal };

const idleSeconds = 60;
const mostAtOnce = 1_000;
const callMs = 60_000;
const neverAborted = new AbortController().signal;

/**
 * Submits the documents on which nobody worked for a minute: left by a crash between making a document and queueing it. Those that
 * wait in the queue already stay as they are, and so do those that came to their end since they were listed.
 * @returns how many it looked at
 */
export async function findUnfinished(deps: Omit<FinderDeps, "objects">, signal = neverAborted): Promise<number> {
  const { graph, runner } = deps;
  const sweep = { ...deps, signal };
  const { documents } = await graph.listUnfinishedDocuments({ idleSeconds, limit: mostAtOnce }, callOf(sweep, ""));
  for (const { contextId, id, version } of documents) {
    signal.throwIfAborted();
    // A thousand take a while: what is submitted when it has ended is read all over again.
    const document = await findDocument(graph, id, callOf(sweep, contextId));
    if (document?.version !== version || document.status === "ready" || document.status === "failed") continue;
    await runner.submit(pipelineName, workOn(contextId, document), stageFor(document.status));
  }
  return documents.length;
}

/** How old an upload must be that no document names, to be taken for left over. */
const leftoverMs = 24 * 3_600_000;

/**
 * Drops what is stored for no document: uploads that were interrupted by a crash a day ago, and originals and texts of documents that
 * were deleted or have a newer version.
 * @param onDropped told of each context's
 * @returns how many objects it dropped
 */
export async function dropOrphans(
  deps: FinderDeps,
  signal = neverAborted,
  onDropped: (contextId: string) => Promise<void> = async () => undefined,
): Promise<number> {
  const sweep = { ...deps, signal };
  const contexts = new Set<string>();
  for (const root of Object.values(roots)) for await (const key of listed(sweep, root)) contexts.add(key.split("/")[1] ?? "");
  let dropped = 0;
  for (const contextId of contexts) {
    const orphans = [...(await oldUploads(sweep, contextId)), ...(await withoutDocument(sweep, contextId))];
    signal.throwIfAborted();
    if (orphans.length === 0) continue;
    await deps.objects.delete(orphans);
    await onDropped(contextId);
    dropped += orphans.length;
  }
  return dropped;
}

/** Uploads of long ago, without those of documents whose pipeline has still to move them. */
async function oldUploads(sweep: Sweep, contextId: string): Promise<string[]> {
  const { graph, clock, signal } = sweep;
  const latest = incomingKeyAt(contextId, clock() - leftoverMs);
  const old: string[] = [];
  for await (const key of listed(sweep, `${roots.incoming}${contextId}/`)) if (key < latest) old.push(key);
  if (old.length === 0) return [];
  const request = { idleSeconds: 0, limit: mostAtOnce };
  const { documents } = await graph.listUnfinishedDocuments(request, callOf(sweep, ""));
  // More than are listed: whose an upload is cannot be told now.
  if (documents.length === mostAtOnce) return [];
  const kept = new Set<string>();
  for (const { id } of documents.filter((one) => one.contextId === contextId)) {
    signal.throwIfAborted();
    const document = await findDocument(graph, id, callOf(sweep, contextId));
    if (document !== undefined) kept.add(document.originalKey);
  }
  return old.filter((key) => !kept.has(key));
}

async function withoutDocument(sweep: Sweep, contextId: string): Promise<string[]> {
  const { graph, signal } = sweep;
  const stored: string[] = [];
  for (const root of [roots.originals, roots.parsed])
    for await (const key of listed(sweep, `${root}${contextId}/`)) stored.push(key);
  const call = () => callOf(sweep, contextId);
  const versions = await latestVersions(graph, call);
  const orphans: string[] = [];
  for (const key of stored) {
    signal.throwIfAborted();
    const owner = ownerOf(key);
    if (owner === undefined || owner.version >= (versions.get(owner.id) ?? Infinity)) continue;
    // A document may be missing in a list that is read page by page while others are deleted: nothing is dropped without asking for it.
    const document = await findDocument(graph, owner.id, call());
    if (document === undefined || document.version > owner.version) orphans.push(key);
  }
  return orphans;
}

/** The keys under the prefix, as long as they are wanted: a bucket may hold millions. */
async function* listed({ objects, signal }: Sweep, prefix: string): AsyncGenerator<string> {
  for await (const key of objects.list(prefix)) {
    signal.throwIfAborted();
    yield key;
  }
}

function callOf({ clock, ids, signal }: Sweep<Pick<FinderDeps, "clock" | "ids">>, contextId: string): Call {
  return serviceCall(contextId, ids("trace"), clock() + callMs, signal);
}

const pageSize = 500;

async function latestVersions(graph: FinderDeps["graph"], call: () => Call): Promise<ReadonlyMap<string, number>> {
  const versions = new Map<string, number>();
  for (let page = 0; ; page++) {
    const asking = call();
    asking.signal.throwIfAborted();
    const { documents } = await graph.listDocuments({ status: "", mimeType: "", page, pageSize }, asking);
    for (const { id, version } of documents) versions.set(id, version);
    if (documents.length < pageSize) return versions;
  }
}

async function findDocument(graph: FinderDeps["graph"], id: string, call: Call): Promise<graph.Document | undefined> {
  try {
    return await graph.getDocument({ id }, call);
  } catch (thrown) {
    if (LociError.from(thrown).code === "not_found") return undefined;
    throw thrown;
  }
}
