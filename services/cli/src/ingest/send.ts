/** Sends files, several at a time, and gives way where the server asks for it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { LociError } from "@loci/client";
import pLimit from "p-limit";
import { isApiError } from "../explain.ts";
import { messageOf } from "../failure.ts";
import { largestFileBytes, limitNamed, reasonOf, tooLarge } from "../files.ts";
import type { FoundFile } from "./walk.ts";

/** What became of a file. */
export type Outcome =
  | { readonly kind: "uploaded"; readonly id: string }
  | { readonly kind: "known" }
  | { readonly kind: "leftOut"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string }
  /** Not begun, or given up half-way: the next run does it. */
  | { readonly kind: "open" };

export interface SendOptions<Item = FoundFile> {
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly send: (item: Item, signal: AbortSignal) => Promise<Outcome>;
  readonly onDone: (item: Item, outcome: Outcome) => void;
  /** Milliseconds to wait where the server is too busy and does not say for how long. */
  readonly pauseMs?: number;
}

export interface Sent {
  readonly outcomes: readonly Outcome[];
  /** What ended it all before its end: the server has gone, or does not take the key. */
  readonly fatal: LociError | undefined;
}

const rounds = 6;
const busy: ReadonlySet<string> = new Set(["rate_limited", "unavailable"]);
const fatalCodes: ReadonlySet<string> = new Set(["unreachable", "timeout", "unauthenticated", "forbidden", "not_loci"]);

/** @param files or whatever else is sent one by one; `size` in bytes */
export async function sendAll<Item extends Pick<FoundFile, "size">>(
  files: readonly Item[],
  options: SendOptions<Item>,
): Promise<Sent> {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const isStopped = () => signal.aborted;
  let fatal: LociError | undefined;
  let limit = largestFileBytes;
  let pausedUntil = 0;

  const attempt = async (file: Item): Promise<Outcome> => {
    for (let round = 1; ; round++) {
      if (isStopped()) return { kind: "open" };
      const wait = pausedUntil - Date.now();
      if (wait > 0) {
        await sleep(wait, undefined, { signal }).catch(() => undefined);
        continue;
      }
      // What the server has refused once is not sent to it again.
      if (file.size > limit) return { kind: "failed", reason: tooLarge(file.size, limit) };
      try {
        return await options.send(file, signal);
      } catch (error) {
        if (isStopped()) return { kind: "open" };
        if (!isApiError(error)) return { kind: "failed", reason: reasonOf(error) };
        if (busy.has(error.code) && round < rounds) {
          // One that is told to wait tells all: together they are what is too much.
          pausedUntil = Math.max(pausedUntil, Date.now() + (error.retryAfterMs ?? options.pauseMs ?? 5_000));
        } else if (fatalCodes.has(error.code)) {
          fatal ??= error;
          stop.abort();
          return { kind: "open" };
        } else {
          const named = error.code === "too_large" ? limitNamed(error.detail) : undefined;
          limit = named ?? limit;
          return { kind: "failed", reason: named === undefined ? messageOf(error) : tooLarge(file.size, named) };
        }
      }
    }
  };

  const pool = pLimit(options.concurrency);
  const outcomes = await Promise.all(
    files.map((file) =>
      pool(async () => {
        const outcome = await attempt(file);
        options.onDone(file, outcome);
        return outcome;
      }),
    ),
  );
  return { outcomes, fatal };
}
