import type { retrieval } from "@loci/protos";
import type { CheckedHit } from "../fuse/fold.ts";
import type { AskedTime } from "@loci/text";
import { looksBack } from "../question.ts";
import { scaledTo } from "./order.ts";

type Asked = Pick<retrieval.QueryRequest, "time" | "includeEnded">;

/** Whether what has ended is shown: where it was asked for, or where another time than the present was. */
export function showsEnded({ time, includeEnded }: Asked): boolean {
  return includeEnded || looksBack(time);
}

/**
 * The rule of every answer: what has ended is left out, or, where it is shown, comes after all that has not. Its scores are scaled down to the
 * lowest before it, so that scores fall in the order shown. Where what was is asked for ("where did he live before"), it has its own place.
 */
export function byStanding(hits: readonly CheckedHit[], asked: Asked, tense: AskedTime["tense"]): CheckedHit[] {
  if (tense === "former") return [...hits];
  const holding = hits.filter((hit) => !hasEnded(hit));
  if (!showsEnded(asked)) return holding;
  const ended = hits.filter(hasEnded);
  const factor = Math.min(1, (holding.at(-1)?.ranked.score ?? Infinity) / (ended[0]?.ranked.score || 1));
  return [...holding, ...ended.map(({ record, ranked }) => ({ record, ranked: scaledTo(factor, ranked) }))];
}

export function hasEnded({ record }: Pick<CheckedHit, "record">): boolean {
  return record.standing?.kind === "ended";
}
