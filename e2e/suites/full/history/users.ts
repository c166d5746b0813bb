/** Users of some contexts who remember, look and forget at random, and note of each request what they know of it. */
import { setTimeout as sleep } from "node:timers/promises";
import { succeeded, type FactsAnswer, type Memory, type QueryAnswer, type Reply } from "@loci/e2e/parts/memory";
import type { Outcome, Step } from "./judge.ts";

const users = 6;
/** Whoever waits longer has gone; what was asked may still be done. */
const patienceMs = 20_000;
/** How often one who was not answered asks again under the same key; some give up at once. */
const mostTries = 5;
const shares = { remember: 0.4, forget: 0.1, lookAbroad: 0.1 };
const restMs = 40;

export interface Users {
  readonly steps: readonly Step[];
  /** How many requests were not answered with success. */
  failures(): number;
  /** Lets each finish what it does. */
  end(): Promise<void>;
}

interface Known {
  readonly word: string;
  readonly home: Memory;
  /** undefined where the answer was lost */
  readonly sessionId: string | undefined;
}

/** @param random numbers in 0..1 */
export function startUsers(contexts: readonly Memory[], random: () => number): Users {
  const began = performance.now();
  const now = () => performance.now() - began;
  const steps: Step[] = [];
  const known: Known[] = [];
  let made = 0;
  let failed = 0;
  let ended = false;
  const pick = <One>(list: readonly One[]): One | undefined => list[Math.floor(random() * list.length)];

  /** Until it is answered, or whoever asks gives up. */
  const ask = async <Body>(send: (key: Record<string, string>) => Promise<Reply<Body>>, key: string) => {
    const tries = random() < 0.3 ? 1 : mostTries;
    for (let i = 0; i < tries; i++) {
      const reply = await within(send({ "idempotency-key": key }));
      if (reply !== undefined && reply.status < 300) return { outcome: "done" as Outcome, body: reply.body };
      failed++;
      // What is busy, or failed, may have done it.
      if (reply !== undefined && reply.status < 500 && ![408, 409, 429].includes(reply.status))
        return { outcome: "refused" as Outcome, body: undefined };
      await sleep(200);
    }
    return { outcome: "unknown" as Outcome, body: undefined };
  };

  const remember = async (home: Memory) => {
    const word = wordOf(made++);
    const from = now();
    const send = (key: Record<string, string>) =>
      home.post<FactsAnswer>("/facts", { text: `The password of the day is ${word}.`, infer: "none" }, key);
    const { outcome, body } = await ask(send, `${home.contextId}-${word}`);
    steps.push({ does: "remember", word, from, until: now(), outcome });
    if (outcome !== "refused") known.push({ word, home, sessionId: body?.sessionId });
  };
  const forget = async ({ word, home, sessionId }: Known) => {
    if (sessionId === undefined) return;
    const from = now();
    const key = `${home.contextId}-${word}-forgotten-${steps.length}`;
    const { outcome } = await ask((headers) => home.send("DELETE", `/sessions/${sessionId}`, undefined, headers), key);
    steps.push({ does: "forget", word, from, until: now(), outcome });
  };
  const look = async ({ word }: Known, where: Memory, isAbroad: boolean) => {
    const from = now();
    const reply = await within(where.post<QueryAnswer>("/query", { query: `Is ${word} the password of the day?` }));
    if (reply === undefined || reply.status >= 300) {
      failed++;
      return;
    }
    const { hits, trace } = succeeded(reply);
    const found = hits.some(({ text }) => text.includes(word));
    // The index of a process that stands in for OpenSearch is filled for so long as a question may take, and says what it lacks.
    const isWhole = !trace.degraded.some((each) => each.includes("it is behind"));
    steps.push({ does: "look", word, from, until: now(), found, isAbroad, isWhole });
  };
  const act = async () => {
    const chance = random();
    const one = pick(known);
    const home = pick(contexts);
    if (home !== undefined && (one === undefined || chance < shares.remember)) return remember(home);
    if (one === undefined) return;
    if (chance < shares.remember + shares.forget) return forget(one);
    const abroad = contexts.find(({ contextId }) => contextId !== one.home.contextId);
    const isAbroad = chance < shares.remember + shares.forget + shares.lookAbroad;
    return look(one, isAbroad && abroad ? abroad : one.home, isAbroad);
  };
  const live = async () => {
    for (; !ended; await sleep(restMs)) await act();
  };
  const all = Promise.all(Array.from({ length: users }, live));
  return {
    steps,
    failures: () => failed,
    async end() {
      ended = true;
      await all;
    },
  };
}

/** No word begins with another; of consonants alone, so that analysis leaves each as it is. */
export function wordOf(i: number): string {
  const digits = String(i).padStart(5, "0");
  return `xq${digits.replaceAll(/\d/g, (digit) => "bcdfghjklm"[Number(digit)] ?? "")}`;
}

/** The words in a text. */
export const wordsOf = (text: string): readonly string[] => text.match(/\bxq[b-m]{5}\b/g) ?? [];

/** @returns undefined where there was no answer in time, or none at all */
async function within<Body>(reply: Promise<Reply<Body>>): Promise<Reply<Body> | undefined> {
  const late = new AbortController();
  try {
    return await Promise.race([
      reply.catch(() => undefined),
      sleep(patienceMs, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
  } finally {
    late.abort();
  }
}
