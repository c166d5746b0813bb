import type { Caller } from "../caller.ts";
import type { AnswerOf, BodyOf, CallOptions, QueryOf, RowOf } from "../operation.ts";
import { everyRow } from "../pages.ts";

/** What the memory is not sure of, with both sides. */
export class Uncertainties {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** One page of them, oldest first. */
  list(query?: QueryOf<"listUncertainties">, options?: CallOptions): Promise<AnswerOf<"listUncertainties">> {
    return this.#caller.call("listUncertainties", { query }, options);
  }

  /** All of them, page after page as they are asked for. */
  all(
    query: QueryOf<"listUncertainties"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<RowOf<"listUncertainties", "uncertainties">> {
    return everyRow(this.#caller, "listUncertainties", "uncertainties", { query }, options);
  }

  /** One uncertainty with its candidates and their sources. */
  get(uncertaintyId: string, options?: CallOptions): Promise<AnswerOf<"getUncertainty">> {
    return this.#caller.call("getUncertainty", { path: { uncertaintyId } }, options);
  }

  /** Settles it: names what stands (`chosen`), or says what is right (`value`), with a reason. */
  resolve(
    uncertaintyId: string,
    body: BodyOf<"resolveUncertainty">,
    options?: CallOptions,
  ): Promise<AnswerOf<"resolveUncertainty">> {
    return this.#caller.call("resolveUncertainty", { path: { uncertaintyId }, body }, options);
  }

  /** Says who is to settle it; null is nobody. */
  assign(uncertaintyId: string, owner: string | null, options?: CallOptions): Promise<AnswerOf<"assignUncertainty">> {
    return this.#caller.call("assignUncertainty", { path: { uncertaintyId }, body: { owner } }, options);
  }
}
