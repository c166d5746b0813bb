/** Which providers fail, since when, and by which kind of failure: never what they said. */
import { failureKind, LociError } from "@loci/kernel";
import type { Readiness } from "@loci/platform/probes";
import type { Embedder } from "@loci/ports/embedder";
import type { LanguageModel, SynthesisPart } from "@loci/ports/language-model";
import type { Reranker } from "@loci/ports/reranker";
import type { ProviderNote } from "./provider-reports.ts";

interface ProviderParts {
  readonly readiness: Pick<Readiness, "prefers">;
  readonly clock: () => number;
}

/** Has `/readyz` say from when on one of the deployment's own providers fails. */
export function readinessNote(name: string, { readiness, clock }: ProviderParts): ProviderNote {
  let failing: { readonly since: number; readonly kind: string } | undefined;
  readiness.prefers(name, () => failing && `failing since ${new Date(failing.since).toISOString()}: ${failing.kind}`);
  return {
    answered: () => void (failing = undefined),
    failed: (kind) => void (failing = { since: failing?.since ?? clock(), kind }),
  };
}

/** Tells both. */
export function bothNotes(one: ProviderNote, other: ProviderNote): ProviderNote {
  return {
    answered() {
      one.answered();
      other.answered();
    },
    failed(kind) {
      one.failed(kind);
      other.failed(kind);
    },
  };
}

/** The same model; what comes of its calls is noted. */
export function noteModel(model: LanguageModel, noted: ProviderNote): LanguageModel {
  const watch = noting(noted);
  return {
    id: model.id,
    extract: (request, signal) => watch.note(() => model.extract(request, signal)),
    synthesise: (request, signal) => watch.noteStream(model.synthesise(request, signal)),
    elaborate: (request, signal) => watch.note(() => model.elaborate(request, signal)),
    consolidate: (request, signal) => watch.note(() => model.consolidate(request, signal)),
    hypothesise: (question, signal) => watch.note(() => model.hypothesise(question, signal)),
    decompose: (question, signal) => watch.note(() => model.decompose(question, signal)),
  };
}

export function noteEmbedder(embedder: Embedder, noted: ProviderNote): Embedder {
  const watch = noting(noted);
  return {
    spec: embedder.spec,
    embed: (texts, purpose, signal) => watch.note(() => embedder.embed(texts, purpose, signal)),
    close: () => embedder.close(),
  };
}

export function noteReranker(reranker: Reranker, noted: ProviderNote): Reranker {
  const watch = noting(noted);
  return { id: reranker.id, score: (question, texts, signal) => watch.note(() => reranker.score(question, texts, signal)) };
}

function noting(noted: ProviderNote) {
  const failed = (thrown: unknown) => {
    const kind = failureKind(LociError.from(thrown));
    if (kind !== undefined) noted.failed(kind);
  };
  return {
    async note<T>(ask: () => Promise<T>): Promise<T> {
      try {
        const answer = await ask();
        noted.answered();
        return answer;
      } catch (thrown) {
        failed(thrown);
        throw thrown;
      }
    },
    async *noteStream(parts: AsyncIterable<SynthesisPart>): AsyncGenerator<SynthesisPart, void, undefined> {
      try {
        for await (const part of parts) yield part;
        noted.answered();
      } catch (thrown) {
        failed(thrown);
        throw thrown;
      }
    },
  };
}
