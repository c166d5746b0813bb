/** Users of a deployment who do not stop: some read, some write and repeat what was not answered. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FactsAnswer, Memory, Problem, QueryAnswer, Reply } from "@loci/e2e/parts/memory";

export interface Load {
  /** Requests that were not answered by success, and why. */
  readonly failures: string[];
  answered(): number;
  /** Ends it once each write has been acknowledged. */
  end(): Promise<{ readonly written: readonly string[] }>;
}

const readers = 3;
const writers = 2;
const repeatMs = 200;
const mostTries = 20;

/**
 * @param name no other load of this context has it
 * @param restMs how long each user rests between two requests
 */
export function startLoad(context: Memory, name: string, restMs = 0): Load {
  const failures: string[] = [];
  const written: string[] = [];
  let ended = false;
  let answered = 0;
  const note = (what: string, failure: string | undefined) => {
    if (failure === undefined) answered++;
    else failures.push(`${what}: ${failure}`);
    return failure === undefined;
  };
  const ask = async (what: string, send: () => Promise<Reply<unknown>>) => note(what, await send().then(failureOf, String));
  const read = async () => {
    while (!ended) {
      await ask("query", () => context.post<QueryAnswer>("/query", { query: "Which parcel is at the gate?" }));
      if (restMs > 0) await sleep(restMs);
    }
  };
  const write = async (writer: number) => {
    for (let i = 0; !ended; i++) {
      const text = `${name}: parcel ${i} of sender ${writer} is at gate ${i}.`;
      const key = { "idempotency-key": `${name.replaceAll(" ", "-")}-${writer}-${i}` };
      const send = () => ask("remember", () => context.post<FactsAnswer>("/facts", { text, infer: "none" }, key));
      let done = await send();
      // What was refused for itself is not repeated for ever: the failure tells of it.
      for (let tries = 1; !done && tries < mostTries; tries++) {
        await sleep(repeatMs);
        done = await send();
      }
      written.push(text);
      if (restMs > 0) await sleep(restMs);
    }
  };
  const all = Promise.all([
    ...Array.from({ length: readers }, read),
    ...Array.from({ length: writers }, (_, writer) => write(writer)),
  ]);
  return {
    failures,
    answered: () => answered,
    async end() {
      ended = true;
      await all;
      return { written };
    },
  };
}

/** The problem's own words tell which of many ways led to its status. */
function failureOf({ status, body }: Reply<unknown>): string | undefined {
  const { detail } = body as Partial<Problem>;
  return status < 300 ? undefined : [status, detail].filter(Boolean).join(" ");
}
