import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { common, retrieval, RetrievalService } from "@loci/protos";

/** More facts than a page has are not held against newer words: the first ones matter most. */
const most = 500;

export type Checking = Pick<RetrievalService<Call>, "checkFacts">;
/** The facts that newer words have ended, by their ids. */
export type Ended = ReadonlyMap<string, retrieval.EndedFact>;

const none: Ended = new Map();

/**
 * Which of these facts (by their ids) newer words have ended, as recall shows them. Of another time than the present the truth alone decides; where
 * retrieval does not answer, the facts are shown as the truth has them.
 */
export async function endedOf(ids: readonly string[], time: common.TimeView, { checkFacts }: Checking, call: Call): Promise<Ended> {
  if (ids.length === 0 || Object.values(time).some((one) => one !== "")) return none;
  try {
    const { ended } = await checkFacts({ ids: ids.slice(0, most) }, call);
    return new Map(ended.map((one) => [one.id, one]));
  } catch (error) {
    if (LociError.from(error).code !== "unavailable") throw error;
    return none;
  }
}

/** What has ended stands behind what has not. */
export function endedLast<Fact extends { readonly id: string }>(facts: readonly Fact[], ended: Ended): Fact[] {
  return ended.size === 0 ? [...facts] : [...facts.filter(({ id }) => !ended.has(id)), ...facts.filter(({ id }) => ended.has(id))];
}
