import { packVector } from "@loci/kernel";
import type { graph } from "@loci/protos";
import { keyphrases } from "@loci/text";
import type { DocumentDeps } from "../deps.ts";
import { readParsed } from "./parsed-text.ts";
import type { Step } from "./work.ts";

const maxKeywords = 32;
/** What a document is about stands in its first characters as well; more of them would hold up other work. */
const charactersRead = 300_000;

/** What the document is about, in a few phrases, each with a vector. */
export async function findKeywords(deps: DocumentDeps, step: Step): Promise<void> {
  const { document, call, signal } = step;
  const { text } = await readParsed(deps, step);
  const phrases = keyphrases(text.slice(0, charactersRead), maxKeywords);
  const texts = phrases.map((phrase) => phrase.text);
  const vectors = texts.length === 0 ? [] : await deps.embedder.embed(texts, "passage", signal);
  const keywords = phrases.map((phrase, i): graph.NewKeyword => {
    return { ...phrase, embedding: packVector(vectors[i] ?? new Float32Array(deps.embedder.spec.dimension)) };
  });
  await deps.graph.writeKeywords({ documentId: document.id, version: document.version, keywords }, call);
}
