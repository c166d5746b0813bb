import type { Caller } from "../caller.ts";
import type { AnswerOf, CallOptions, QueryOf } from "../operation.ts";

export type StatsQuery = Omit<QueryOf<"getTraceStats">, "scope"> & {
  /** The paths to look at; by default all that the caller may see. */
  readonly scopes?: readonly string[] | undefined;
};

/** How answers came about. */
export class Traces {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** The newest traces; for older ones set `until`. */
  list(query?: QueryOf<"listTraces">, options?: CallOptions): Promise<AnswerOf<"listTraces">> {
    return this.#caller.call("listTraces", { query }, options);
  }

  /** One trace, with what the memory changed under it. */
  get(traceId: string, options?: CallOptions): Promise<AnswerOf<"getTrace">> {
    return this.#caller.call("getTrace", { path: { traceId } }, options);
  }

  /** Numbers over the traces of a window. */
  stats({ scopes = [], ...query }: StatsQuery = {}, options?: CallOptions): Promise<AnswerOf<"getTraceStats">> {
    return this.#caller.call("getTraceStats", { query: { ...query, scope: [...scopes] } }, options);
  }
}
