/** Which of the deployment's own providers fail, since when, and by which kind of failure: never what they said. */
import { LociError } from "@loci/kernel";
import type { Readiness } from "@loci/platform/probes";
import type { Embedder } from "@loci/ports/embedder";
import type { LanguageModel, SynthesisPart } from "@loci/ports/language-model";
import type { Reranker } from "@loci/ports/reranker";

interface ProviderParts {
  readonly readiness: Pick<Readiness, "prefers">;
  readonly clock: () => number;
}

/** The same model; `/readyz` says from when on it fails. */
export function noteModel(model: LanguageModel, parts: ProviderParts): LanguageModel {
  const health = healthOf("languageModel", parts);
  return {
    id: model.id,
    extract: (request, signal) => health.note(() => model.extract(request, signal)),
    synthesise: (request, signal) => health.noteStream(model.synthesise(request, signal)),
    elaborate: (request, signal) => health.note(() => model.elaborate(request, signal)),
    consolidate: (request, signal) => health.note(() => model.consolidate(request, signal)),
    hypothesise: (question, signal) => health.note(() => model.hypothesise(question, signal)),
    decompose: (question, signal) => health.note(() => model.decompose(question, signal)),
  };
}

export function noteEmbedder(embedder: Embedder, parts: ProviderParts): Embedder {
  if (embedder.spec.provider === "builtin") return embedder;
  const health = healthOf("embeddings", parts);
  return {
    spec: embedder.spec,
    embed: (texts, purpose, signal) => health.note(() => embedder.embed(texts, purpose, signal)),
    close: () => embedder.close(),
  };
}

export function noteReranker(reranker: Reranker, parts: ProviderParts): Reranker {
  const health = healthOf("reranker", parts);
  return {
    id: reranker.id,
    score: (question, texts, signal) => health.note(() => reranker.score(question, texts, signal)),
  };
}

function healthOf(name: string, { readiness, clock }: ProviderParts) {
  let failing: { readonly since: number; readonly kind: string } | undefined;
  readiness.prefers(name, () => failing && `failing since ${new Date(failing.since).toISOString()}: ${failing.kind}`);
  const succeeded = () => void (failing = undefined);
  const failed = (thrown: unknown) => {
    const kind = failureKind(LociError.from(thrown));
    if (kind !== undefined) failing = { since: failing?.since ?? clock(), kind };
  };
  return {
    async note<T>(ask: () => Promise<T>): Promise<T> {
      try {
        const answer = await ask();
        succeeded();
        return answer;
      } catch (thrown) {
        failed(thrown);
        throw thrown;
      }
    },
    async *noteStream(parts: AsyncIterable<SynthesisPart>): AsyncGenerator<SynthesisPart, void, undefined> {
      try {
        for await (const part of parts) yield part;
        succeeded();
      } catch (thrown) {
        failed(thrown);
        throw thrown;
      }
    },
  };
}

/** Our code, with the HTTP status or the system's code beside it where there is one; undefined for what is no fault of the provider. */
function failureKind({ code, cause }: LociError): string | undefined {
  if (code === "cancelled") return undefined;
  const [detail] = /\bstatus \d{3}\b|\b(?:E[A-Z]{3,20}|REFUSED_ADDRESS)\b/.exec(cause instanceof Error ? cause.message : "") ?? [];
  return detail === undefined ? code : `${code}, ${detail}`;
}
