import { LociError } from "@loci/kernel";
import type { graph } from "@loci/protos";
import type { Deployment, Generation } from "../store/deployment.ts";
import type { VectorSpace } from "../store/unembedded.ts";
import { isSameSpec } from "./progress.ts";

/** The vectors that serve. */
export function presentSpace({ present }: Deployment): VectorSpace {
  return spaceOf(present, true);
}

/** The vectors that a move makes; undefined while none is under way. */
export function nextSpace({ next }: Deployment): VectorSpace | undefined {
  return next && spaceOf(next, false);
}

/**
 * The vectors of this embedding. A process that embeds by an older one, or by one to which nobody moves, is turned away.
 * @throws LociError `conflict`
 */
export function spaceFor(deployment: Deployment, spec: graph.EmbeddingSpec | null): VectorSpace {
  if (spec && isSameSpec(deployment.present.spec, spec)) return presentSpace(deployment);
  const next = nextSpace(deployment);
  if (spec && next && deployment.next && isSameSpec(deployment.next.spec, spec)) return next;
  throw new LociError("conflict", "This deployment is not served by this embedding, and no move to it is under way.");
}

function spaceOf({ spec, generation }: Generation, serves: boolean): VectorSpace {
  return { generation, bytes: spec.dimension * 4, serves };
}
