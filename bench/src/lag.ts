/** How soon a write is found: by the next question, and in the search index itself. */
import { setTimeout as sleep } from "node:timers/promises";
import { heading, percentile, print, table } from "./report.ts";
import type { Stack } from "./stack.ts";

const timed = 120;
const askedAfter = 1_000;
const pollMs = 20;
/** A write that takes longer than this to be in the index is lost. */
const lostAfterMs = 60_000;

/** @param search asks the index itself: whether it has a record with this word */
export async function measureLag(stack: Stack, search: (word: string) => Promise<boolean>): Promise<void> {
  const lags: number[] = [];
  for (let i = 0; i < timed; i++) {
    const word = newWord(i);
    await rememberElsewhere(stack, word);
    lags.push(await timeUntil(() => search(word)));
    // Another part of the interval at which the feed is looked at each time.
    await sleep((i * 37) % 250);
  }
  let found = 0;
  for (let i = timed; i < timed + askedAfter; i++) {
    const word = newWord(i);
    await rememberElsewhere(stack, word);
    if ((await stack.ask(word)).hits.some((hit) => hit.text.includes(word))) found++;
  }
  heading(`From a write's acknowledgement until the index has it (ms, ${timed} writes by another process; budget p95 2000)`);
  table([
    ["p50", "p95", "longest"],
    [percentile(lags, 0.5), percentile(lags, 0.95), Math.max(...lags)],
  ]);
  print(`the next question finds what was written: ${found} of ${askedAfter}`);
}

/** As a process does that is not the one that indexes: nobody tells the indexer. */
function rememberElsewhere(stack: Stack, word: string): Promise<void> {
  return stack.remember([`Ines wrote down the password ${word} today.`], { announced: false });
}

/** A word that no other record has or begins with, of consonants alone: analysis leaves it as it is. */
function newWord(i: number): string {
  const digits = String(i).padStart(5, "0");
  return `xq${digits.replaceAll(/\d/g, (digit) => "bcdfghjklm"[Number(digit)] ?? "")}`;
}

async function timeUntil(reached: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await reached())) {
    if (performance.now() - began > lostAfterMs) throw new Error(`a write was not in the index after ${lostAfterMs} ms`);
    await sleep(pollMs);
  }
  return performance.now() - began;
}
