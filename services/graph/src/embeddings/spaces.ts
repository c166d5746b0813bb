import type { Deployment, Generation } from "../store/deployment.ts";
import type { VectorSpace } from "../store/unembedded.ts";

/** The vectors that serve. */
export function presentSpace({ present }: Deployment): VectorSpace {
  return spaceOf(present, true);
}

/** Where missing vectors are to be made: of the embedding that is moved to, else of the one that serves. */
export function wantedSpace({ present, next }: Deployment): VectorSpace {
  return next === undefined ? spaceOf(present, true) : spaceOf(next, false);
}

function spaceOf({ spec, generation }: Generation, serves: boolean): VectorSpace {
  return { generation, bytes: spec.dimension * 4, serves };
}
