import { packVector } from "@loci/kernel";
import { pauser } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { keyphrases, type Keyphrase } from "@loci/text";
import type { DocumentDeps } from "../deps.ts";
import { readParsed } from "./parsed-text.ts";
import type { Step } from "./work.ts";

const maxKeywords = 32;
/** Read at a time, so that other work is held up for some milliseconds only. */
const partLength = 30_000;
/** What a longer document is about stands before that as well. */
const lengthRead = 1_200_000;

/** What the document is about, in a few phrases, each with a vector. */
export async function findKeywords(deps: DocumentDeps, step: Step): Promise<void> {
  const { document, call, signal } = step;
  const { text } = await readParsed(deps, step);
  const phrases = await phrasesOf(text.slice(0, lengthRead), signal);
  const texts = phrases.map((phrase) => phrase.text);
  const vectors = texts.length === 0 ? [] : await deps.embedder.embed(texts, "passage", signal);
  const keywords = phrases.map((phrase, i): graph.NewKeyword => {
    return { ...phrase, embedding: packVector(vectors[i] ?? new Float32Array(deps.embedder.spec.dimension)) };
  });
  await deps.graph.writeKeywords({ documentId: document.id, version: document.version, keywords }, call);
}

/** The best phrases of all parts: one that many parts are about is what the document is about. */
async function phrasesOf(text: string, signal: AbortSignal): Promise<Keyphrase[]> {
  const pause = pauser(signal);
  const phrases = new Map<string, Keyphrase>();
  for (let start = 0; start < text.length;) {
    const end = endOfPart(text, start);
    for (const phrase of keyphrases(text.slice(start, end), maxKeywords)) {
      const known = phrases.get(phrase.normalised);
      phrases.set(phrase.normalised, { ...(known ?? phrase), score: (known?.score ?? 0) + phrase.score });
    }
    start = end;
    await pause();
  }
  const best = [...phrases.values()].sort((a, b) => b.score - a.score).slice(0, maxKeywords);
  return best.map((phrase) => ({ ...phrase, score: phrase.score / (best[0]?.score ?? 1) }));
}

/** Behind a paragraph where there is one in the second half of the part. */
function endOfPart(text: string, start: number): number {
  const end = start + partLength;
  if (end >= text.length) return text.length;
  const paragraph = text.lastIndexOf("\n\n", end);
  return paragraph > start + partLength / 2 ? paragraph : end;
}
