import { idsIn } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph, GraphService } from "@loci/protos";

type Reservations = Pick<GraphService<Call>, "reserveOperation" | "storeOperation" | "releaseOperation">;

/**
 * Does the work once for one operation of the caller: a repetition within 24 hours gets the stored answer.
 * @param recordIds what the answer is made of beside what it names: it is not kept beyond a purge of any of it
 * @throws LociError `conflict` for another request under the same id, and while the first is under way
 */
export async function once<Answer extends object>(
  operation: graph.Operation | null,
  reservations: Reservations,
  call: Call,
  recordIds: readonly string[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (operation === null || operation.id === "") return work();
  const { sealed } = await reservations.reserveOperation(operation, call);
  if (sealed.length > 0) return JSON.parse(Buffer.from(sealed).toString("utf8")) as Answer;
  try {
    const answer = await work();
    const kept = JSON.stringify(answer);
    const madeOf = { recordIds: [...recordIds, ...idsIn(kept)], ofAny: false };
    await reservations.storeOperation({ operation, sealed: Buffer.from(kept), ...madeOf }, call);
    return answer;
  } catch (thrown) {
    await Promise.allSettled([reservations.releaseOperation(operation, call)]);
    throw thrown;
  }
}
