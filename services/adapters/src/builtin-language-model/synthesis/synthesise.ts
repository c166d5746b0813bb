import type { SynthesisPart, SynthesisRequest } from "@loci/ports/language-model";
import { hopIn, overHop } from "@loci/text";
import { pauser, refuseCancelled } from "../cancellation.ts";
import { readQuestion, type Asked } from "./asked.ts";
import { choose, type Chosen } from "./choose.ts";
import { say } from "./say.ts";
import { statementsOf, type Statement } from "./statements.ts";

const limits = {
  chat: { coverage: 0.6, nearBest: 0.75, count: 3, many: 8 },
  reflect: { coverage: 0.34, nearBest: 0.3, count: 6, many: 6 },
} as const;
const maxSources = 100;

/**
 * Answers with sentences of the sources themselves, each followed by the marker of its source, or says that it does not know. It
 * speaks English only and has one style, whatever the instructions say.
 */
export async function* synthesise(request: SynthesisRequest, signal?: AbortSignal): AsyncGenerator<SynthesisPart, void, undefined> {
  refuseCancelled(signal);
  const pause = pauser(signal);
  const statements: Statement[] = [];
  for (const [place, source] of request.sources.slice(0, maxSources).entries()) {
    statements.push(...statementsOf(source, place));
    await pause();
  }
  const hop = hopIn(request.question);
  const facts = statements.flatMap(({ fact }) => fact ?? []);
  const question = (hop && overHop(request.question, hop, facts)) ?? request.question;
  const asked = readQuestion({ ...request, question });
  const chosen = choose(asked, statements, limits[request.purpose]);
  for (const text of pieces(request.purpose, asked, chosen)) {
    refuseCancelled(signal);
    yield { text };
  }
  yield { usage: { inputTokens: 0, outputTokens: 0 } };
}

/** Sentence by sentence, with the spaces between them. */
function pieces(purpose: SynthesisRequest["purpose"], asked: Asked, chosen: readonly Chosen[]): string[] {
  if (chosen.length === 0) return ["I do not know: nothing that I remember answers this."];
  const paragraphs = purpose === "chat" ? [chosen] : grouped(chosen);
  return paragraphs.flatMap((paragraph, i) => {
    const sentences = say(asked, paragraph);
    return sentences.map((sentence, k) => (k > 0 ? ` ${sentence}` : i > 0 ? `\n\n${sentence}` : sentence));
  });
}

/** What is about the same thing or comes from the same place stands together, in the order of time. */
function grouped(chosen: readonly Chosen[]): Chosen[][] {
  const groups = Map.groupBy(chosen, ({ statement: { fact, kind, origin } }) =>
    fact ? `about ${fact.subject}` : `${kind} ${origin}`,
  );
  return [...groups.values()].map((group) => group.toSorted((a, b) => order(a.statement, b.statement)));
}

function order(a: Statement, b: Statement): number {
  return a.knownAt < b.knownAt ? -1 : a.knownAt > b.knownAt ? 1 : a.source - b.source;
}
