/** Made-up turns in any number: sentences of the labelled conversations with half of their words exchanged, the same in every run. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../recall/conversations");

interface Conversation {
  readonly sessions: readonly { readonly turns: readonly { readonly text: string }[] }[];
  readonly questions: readonly { readonly question: string }[];
}

function conversations(): Conversation[] {
  return readdirSync(folder)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Conversation);
}

/** Numbers in 0..1 that repeat in every run (a linear congruential generator with the constants of ANSI C). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

export function turnSource(seed: number): () => string {
  const texts = conversations().flatMap(({ sessions }) => sessions.flatMap(({ turns }) => turns.map(({ text }) => text)));
  const words = texts.join(" ").split(/\s+/);
  const next = numbers(seed);
  const pick = (list: readonly string[]) => list[Math.floor(next() * list.length)] ?? "";
  return () =>
    pick(texts)
      .split(" ")
      .map((word) => (next() < 0.5 ? word : pick(words)))
      .join(" ");
}

export function questions(): string[] {
  return conversations().flatMap((conversation) => conversation.questions.map(({ question }) => question));
}
