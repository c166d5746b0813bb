import type { StageRun, Work } from "@loci/ports/durable-runner";
import { documentStages, LociError, type DocumentStage } from "@loci/kernel";
import { serviceCall, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { DocumentDeps } from "../deps.ts";
import { parsedKey, type Version } from "./objects.ts";

/** The pipeline's name in the queue. */
export const pipelineName = "document";

/** Where the work on a document begins that is in this state. */
export function stageFor(status: string): { readonly fromStage?: DocumentStage } {
  const stage = documentStages.find((name) => name === status);
  return stage === undefined ? {} : { fromStage: stage };
}

/** The version is part of the work, so that the work on an old one does not stand in the way of a new one. */
export function workOn(contextId: string, { id, version }: Version): Work {
  return { contextId, id: `${id}/${version}` };
}

export function versionOf(work: Work): Version {
  const [id = "", version] = work.id.split("/");
  return { id, version: Number(version) };
}

/** One stage at work on one version of a document. */
export interface Step {
  readonly contextId: string;
  readonly document: graph.Document;
  readonly call: Call;
  readonly signal: AbortSignal;
}

/**
 * Brings the document into the stage and does the stage's work. A version that is no longer the latest, or of a document that was
 * deleted meanwhile, ends quietly, and its parsed text is dropped.
 */
export async function inStage(
  deps: DocumentDeps,
  name: DocumentStage,
  timeoutSeconds: number,
  work: Work,
  { signal }: StageRun,
  body: (step: Step) => Promise<void>,
): Promise<void> {
  const { contextId } = work;
  const version = versionOf(work);
  const call = serviceCall(contextId, deps.ids("trace"), deps.clock() + timeoutSeconds * 1_000, signal);
  try {
    const document = await deps.graph.setDocumentStage(stageChange(version, name), call);
    await body({ contextId, document, call, signal });
  } catch (thrown) {
    if (signal.aborted || (await isLatest(deps, version, call))) throw thrown;
    await deps.objects.delete([parsedKey(contextId, version)]);
  }
}

/** Unless it is known that it is not: then the failure speaks for itself. */
async function isLatest({ graph }: DocumentDeps, { id, version }: Version, call: Call): Promise<boolean> {
  try {
    return (await graph.getDocument({ id }, call)).version === version;
  } catch (thrown) {
    return LociError.from(thrown).code !== "not_found";
  }
}

/** A change of the stage alone. */
export function stageChange(
  { id, version }: Version,
  status: string,
  over: Partial<graph.SetDocumentStageRequest> = {},
): graph.SetDocumentStageRequest {
  return { id, version, status, error: "", failedStage: "", attempts: 0, mimeType: "", title: "", pages: 0, ...over };
}
