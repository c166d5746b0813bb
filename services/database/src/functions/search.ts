import { wrongArguments } from "../messages/functions.ts";
import { compareValues } from "../values/order.ts";
import { isArray, isNumber, isObject } from "../values/kind-of.ts";
import type { ObjectValue, Value } from "../values/value.ts";
import { printValue } from "../values/print.ts";
import { sortInTurns } from "../values/sort-in-turns.ts";
import type { Effect } from "../interpret/effect.ts";
import { family, type Family, type FunctionContext } from "./function.ts";

/** A record that several lists found, with the score that it has from all of them. */
interface Found {
  readonly id: Value;
  fields: Map<string, Value>;
  score: number;
}

type Turn = FunctionContext["turn"];

/** What `id` tells apart; lists may hold anything, what has no id is left out. */
class Ranking {
  readonly #found = new Map<string, Found>();

  /** Adds a list of them, each with the score of its place. */
  *addAll(records: readonly ObjectValue[], scoreAt: (place: number) => number, turn: Turn): Effect<void> {
    for (const [place, record] of records.entries()) {
      if (place % recordsOfPause === 0) yield* turn();
      this.#add(record, scoreAt(place));
    }
  }

  #add(record: ObjectValue, score: number): void {
    const id = record.get("id");
    const key = printValue(id);
    const found = this.#found.get(key);
    if (found === undefined) {
      this.#found.set(key, { id, fields: new Map(record), score });
      return;
    }
    found.score += score;
    found.fields = new Map([...found.fields, ...record]);
  }

  /** The best, with their score in a field. */
  *best(limit: number, field: string, turn: Turn): Effect<readonly Value[]> {
    const byScore = (a: Found, b: Found): number => b.score - a.score || compareValues(a.id, b.id);
    const sorted = yield* sortInTurns([...this.#found.values()], byScore, turn);
    return sorted.slice(0, limit).map(({ fields, score }) => new Map([...fields, [field, score]]));
  }
}

function recordsIn(list: Value): readonly ObjectValue[] {
  return isArray(list) ? list.filter((item): item is ObjectValue => isObject(item) && item.get("id") !== undefined) : [];
}

/** Records that are added without a pause. */
const recordsOfPause = 256;

/** The usual constant of reciprocal rank fusion. */
const usualConstant = 60;

/** `search::…` that merge lists of results; the others need an index, and stand with what reads it. */
export const search: Family = family("search", {
  linear: (name) => ({
    effect: function* ([lists, weights, limit, norm], { turn }) {
      if (!isArray(lists)) return [];
      if (!isArray(weights)) throw wrongArguments(name, "weights must be an array");
      const most = limitFrom(name, limit, "Limit must be at least 1");
      if (typeof norm !== "string") throw wrongArguments(name, "norm must be a string");
      if (weights.length !== lists.length)
        throw wrongArguments(name, "The results and the weights array should have the same length");
      const normalize = { minmax, zscore }[norm];
      if (normalize === undefined) throw wrongArguments(name, "Norm must be 'minmax' or 'zscore'");
      const ranking = new Ranking();
      for (const [at, list] of lists.entries()) {
        const weight = weights[at];
        if (!isNumber(weight)) throw wrongArguments(name, `Weight at index ${at} must be a number`);
        const records = recordsIn(list);
        const scores = normalize(records.map(scoreOf));
        yield* ranking.addAll(records, (place) => (scores[place] as number) * Number(weight), turn);
      }
      return yield* ranking.best(most, "linear_score", turn);
    },
  }),
  rrf: (name) => ({
    effect: function* ([lists, limit, constant], { turn }) {
      if (!isArray(lists)) return [];
      const most = limitFrom(name, limit, "limit must be at least 1");
      const k = isNumber(constant) ? Math.trunc(Number(constant)) : usualConstant;
      if (k < 0) throw wrongArguments(name, "RRF constant must be at least 0");
      const ranking = new Ranking();
      for (const list of lists) yield* ranking.addAll(recordsIn(list), (place) => 1 / (k + place + 1), turn);
      return yield* ranking.best(most, "rrf_score", turn);
    },
  }),
});

function limitFrom(name: string, limit: Value, tooSmall: string): number {
  if (!isNumber(limit)) throw wrongArguments(name, "limit must be a number");
  const most = Math.trunc(Number(limit));
  if (!(most >= 1)) throw wrongArguments(name, tooSmall);
  return most;
}

/** The smaller a distance, the better; scores as they are; without either by the place in the list. */
function scoreOf(record: ObjectValue, place: number): number {
  const distance = record.get("distance");
  if (isNumber(distance)) return 1 / (1 + Number(distance));
  const score = ["ft_score", "score", "rrf_score", "linear_score"].map((field) => record.get(field)).find(isNumber);
  return score === undefined ? 1 / (1 + place) : Number(score);
}

/** From 0 to 1; 0 where all are equal. */
function minmax(scores: readonly number[]): readonly number[] {
  // As arguments of Math.min they would fill the stack where they are many.
  const least = scores.reduce((a, b) => Math.min(a, b), Infinity);
  const span = scores.reduce((a, b) => Math.max(a, b), -Infinity) - least;
  return scores.map((score) => (span === 0 ? 0 : (score - least) / span));
}

/** In standard deviations from the mean; 0 where all are equal. */
function zscore(scores: readonly number[]): readonly number[] {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
  return scores.map((score) => (deviation === 0 ? 0 : (score - mean) / deviation));
}
