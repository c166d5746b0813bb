import { LociError } from "@loci/kernel";
import { serviceCall, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { IngestDeps } from "../deps.ts";
import { incomingKeyAt, ownerOf, roots } from "./objects.ts";
import { pipelineName, stageFor, workOn } from "./work.ts";

export type FinderDeps = Pick<IngestDeps, "graph" | "objects" | "runner" | "clock" | "ids">;

const idleSeconds = 60;
const mostAtOnce = 1_000;
const callMs = 60_000;

/**
 * Submits the documents on which nobody worked for a minute: left by a crash between making a document and queueing it. Those that
 * wait in the queue already stay as they are.
 * @returns how many it looked at
 */
export async function findUnfinished({ graph, runner, clock, ids }: Omit<FinderDeps, "objects">): Promise<number> {
  const call = serviceCall("", ids("trace"), clock() + callMs);
  const { documents } = await graph.listUnfinishedDocuments({ idleSeconds, limit: mostAtOnce }, call);
  for (const document of documents) {
    await runner.submit(pipelineName, workOn(document.contextId, document), stageFor(document.status));
  }
  return documents.length;
}

/** How old an upload must be that no document names, to be taken for left over. */
const leftoverMs = 24 * 3_600_000;

/**
 * Drops what is stored for no document: uploads that were interrupted by a crash a day ago, and originals and texts of documents that
 * were deleted or have a newer version.
 * @returns how many objects it dropped
 */
export async function dropOrphans(deps: FinderDeps): Promise<number> {
  const contexts = new Set<string>();
  for (const root of Object.values(roots)) for await (const key of deps.objects.list(root)) contexts.add(key.split("/")[1] ?? "");
  let dropped = 0;
  for (const contextId of contexts) {
    const orphans = [...(await oldUploads(deps, contextId)), ...(await withoutDocument(deps, contextId))];
    await deps.objects.delete(orphans);
    dropped += orphans.length;
  }
  return dropped;
}

/** Uploads of long ago, without those of documents whose pipeline has still to move them. */
async function oldUploads({ graph, objects, clock, ids }: FinderDeps, contextId: string): Promise<string[]> {
  const latest = incomingKeyAt(contextId, clock() - leftoverMs);
  const old: string[] = [];
  for await (const key of objects.list(`${roots.incoming}${contextId}/`)) if (key < latest) old.push(key);
  if (old.length === 0) return [];
  const { documents } = await graph.listUnfinishedDocuments(
    { idleSeconds: 0, limit: mostAtOnce },
    serviceCall("", ids("trace"), clock() + callMs),
  );
  // More than are listed: whose an upload is cannot be told now.
  if (documents.length === mostAtOnce) return [];
  const call = serviceCall(contextId, ids("trace"), clock() + callMs);
  const kept = new Set<string>();
  for (const { id } of documents.filter((one) => one.contextId === contextId)) {
    const document = await findDocument(graph, id, call);
    if (document !== undefined) kept.add(document.originalKey);
  }
  return old.filter((key) => !kept.has(key));
}

async function withoutDocument({ graph, objects, clock, ids }: FinderDeps, contextId: string): Promise<string[]> {
  const stored: string[] = [];
  for (const root of [roots.originals, roots.parsed])
    for await (const key of objects.list(`${root}${contextId}/`)) stored.push(key);
  const call = () => serviceCall(contextId, ids("trace"), clock() + callMs);
  const versions = await latestVersions(graph, call);
  const orphans: string[] = [];
  for (const key of stored) {
    const owner = ownerOf(key);
    if (owner === undefined || owner.version >= (versions.get(owner.id) ?? Infinity)) continue;
    // A document may be missing in a list that is read page by page while others are deleted: nothing is dropped without asking for it.
    const document = await findDocument(graph, owner.id, call());
    if (document === undefined || document.version > owner.version) orphans.push(key);
  }
  return orphans;
}

const pageSize = 500;

async function latestVersions(graph: FinderDeps["graph"], call: () => Call): Promise<ReadonlyMap<string, number>> {
  const versions = new Map<string, number>();
  for (let page = 0; ; page++) {
    const { documents } = await graph.listDocuments({ status: "", mimeType: "", page, pageSize }, call());
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
