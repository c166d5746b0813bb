import type { SynthesisPart, SynthesisRequest } from "@loci/ports/language-model";
import { hopIn, overHop } from "@loci/text";
import { pauser, refuseCancelled } from "../cancellation.ts";
import { readQuestion, type Asked } from "./asked.ts";
import { choose, type Chosen } from "./choose.ts";
import { questionsIn, readingsOf } from "./compound.ts";
import { inItsWords } from "./its-words.ts";
import { nearest } from "./nearest.ts";
import { quoted } from "./quote.ts";
import { say, withSmallBeginning } from "./say.ts";
import { statementsOf, type Statement } from "./statements.ts";
import { withoutSaid } from "./without-said.ts";
import { yesOrNo } from "./yes-no.ts";

const limits = {
  chat: { relevance: 0.3, nearBest: 0.75, count: 2, many: 8, tellsOlder: false },
  reflect: { relevance: 0.3, nearBest: 0.3, count: 6, many: 6, tellsOlder: true },
} as const;
const maxSources = 100;
/** Each is held against each word of the question. */
const maxStatements = 400;

/**
 * Answers with sentences of the sources themselves, each followed by the marker of its source, or says that it does not know. It
 * speaks English only and has one style, whatever the instructions say.
 */
export async function* synthesise(request: SynthesisRequest, signal?: AbortSignal): AsyncGenerator<SynthesisPart, void, undefined> {
  refuseCancelled(signal);
  const pause = pauser(signal);
  const statements: Statement[] = [];
  for (const [place, source] of request.sources.slice(0, maxSources).entries()) {
    if (statements.length >= maxStatements) break;
    statements.push(...statementsOf(source, place));
    await pause();
  }
  const facts = statements.flatMap(({ fact }) => fact ?? []);
  const question = [1, 2].reduce((over) => {
    const hop = hopIn(over);
    return (hop && overHop(over, hop, facts)) ?? over;
  }, request.question);
  const asked = readQuestion({ ...request, question });
  const chosen = withoutSaid(asked, withoutRepeats(answers(request, question, statements)));
  const near = chosen.length === 0 && request.purpose === "chat" ? nearest(asked, statements) : undefined;
  for (const text of near ? nearly(asked, near) : pieces(request.purpose, asked, chosen)) {
    refuseCancelled(signal);
    yield { text };
  }
  yield { usage: { inputTokens: 0, outputTokens: 0 } };
}

/** What is said to each question in one; "she" of the second is whom the first names. */
function answers(request: SynthesisRequest, question: string, statements: readonly Statement[]): Chosen[] {
  let { history } = request;
  return questionsIn(question).flatMap((part) => {
    const asked = readingsOf(part).map((reading) => readQuestion({ ...request, history, question: reading }));
    history = [...history, { role: "user", content: part }];
    for (const one of asked) {
      const chosen = choose(one, statements, request.sources, limits[request.purpose]);
      if (chosen.length === 0) continue;
      return chosen.map((each): Chosen => {
        const statement = inItsWords(one, each.statement, statements);
        const sources = statement === each.statement ? each.sources : [...new Set([statement.source, ...each.sources])];
        return { statement: quoted(one, statement, statements), sources };
      });
    }
    return [];
  });
}

/** Sentence by sentence, with the spaces between them. */
function pieces(purpose: SynthesisRequest["purpose"], asked: Asked, chosen: readonly Chosen[]): string[] {
  if (chosen.length === 0) return ["I do not know: nothing that I remember answers this."];
  const paragraphs = purpose === "chat" ? [chosen] : grouped(chosen);
  return paragraphs.flatMap((paragraph, i) => {
    const answer = purpose === "chat" ? yesOrNo(asked, paragraph) : "";
    const [first = "", ...rest] = say(asked, paragraph);
    const sentences = [answer === "" ? first : `${answer}: ${withSmallBeginning(first)}`, ...rest];
    return sentences.map((sentence, k) => (k > 0 ? ` ${sentence}` : i > 0 ? `\n\n${sentence}` : sentence));
  });
}

/** What is said where nothing answers, but something is near. */
function nearly(asked: Asked, near: Chosen): string[] {
  return ["I am not sure. The nearest that I remember:", ...say(asked, [near]).map((sentence) => ` ${sentence}`)];
}

/** Of quotations from one source that hold one another the longest. */
function withoutRepeats(chosen: readonly Chosen[]): Chosen[] {
  const holds = ({ statement: a }: Chosen, { statement: b }: Chosen) =>
    a.source === b.source && a.text.includes(b.text) && a.text.length > b.text.length;
  const isSame = ({ statement: a }: Chosen, { statement: b }: Chosen) => a.source === b.source && a.text === b.text;
  return chosen.filter((one, i) => !chosen.some((other, k) => holds(other, one) || (k < i && isSame(other, one))));
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
