import { LociError } from "@loci/kernel";
import { requireService, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Transaction } from "@loci/ports/database";
import { readDeployment, type Deployment } from "../store/deployment.ts";

/** @throws LociError `conflict` before the first start, which fixes the deployment's embedding */
export async function requireDeployment(tx: Transaction, lock = false): Promise<Deployment> {
  const deployment = await readDeployment(tx, lock);
  if (deployment === undefined) throw new LociError("conflict", "This deployment has no embedding yet: its first start fixes it.");
  return deployment;
}

export function progressOf({ present, next }: Deployment, contextsLeft: string[]): graph.ReembeddingProgress {
  return { current: present.spec, next: next?.spec ?? null, contextsLeft };
}

export function isSameSpec(a: graph.EmbeddingSpec, b: graph.EmbeddingSpec): boolean {
  return a.provider === b.provider && a.model === b.model && a.dimension === b.dimension && a.normalised === b.normalised;
}

/** The one context that Loci itself works for. @throws LociError `forbidden` */
export function servedContext(call: Call): string {
  const contextId = requireService(call);
  if (contextId === "" || contextId === "*") throw new LociError("forbidden", "This is done for one context at a time.");
  return contextId;
}
