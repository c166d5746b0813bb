/** Whether hits, a context block and a reply answer a question with what is true now. */
import type { Hit } from "./room.ts";
import { plain, says } from "./spelling.ts";
import { staleSentence } from "./staleness.ts";
import type { Question } from "./story.ts";
import type { Verdict } from "./verdict.ts";

/** A hit that says that it is past, or that others say otherwise, shows nothing as current. `unread` says neither. */
const saysSo = new Set(["ended", "disputed"]);
const disagreeing = ["disagree", "disputed", "conflict", "conflicting", "contradict", "contradictory", "uncertain", "unclear"];
const asksBack = /\b(?:before|used to|former(?:ly)?|previous(?:ly)?|no longer|any ?more)\b/i;
const ignorance =
  /\b(?:do not|don't|doesn't|does not|didn't) (?:know|have)\b|\bno (?:information|memory|record)\b|\bnothing (?:is )?(?:known|about)\b/i;

export function judgeHits(question: Question, hits: readonly Hit[]): Verdict[] {
  const { answers, stale } = wordsOf(question);
  const [first] = hits;
  const shown = (hit: Hit) => (saysSo.has(hit.standing ?? "") ? undefined : staleSentence(hit.text, answers, stale));
  const staleOne = hits.map(shown).find((sentence) => sentence !== undefined);
  const verdicts: Verdict[] = [];
  if (first === undefined) verdicts.push(wrong("firstHit", question, "no hit"));
  else verdicts.push(judged("firstHit", question, firstHitProblem(question, first, hits)));
  if (stale.length > 0) {
    verdicts.push({
      measure: "staleShown",
      yes: staleOne !== undefined,
      ...(staleOne === undefined ? {} : { reason: `${question.q} — shown as current: ${staleOne}` }),
    });
  }
  return verdicts;
}

function firstHitProblem(question: Question, first: Hit, hits: readonly Hit[]): string | undefined {
  const { answers, stale } = wordsOf(question);
  if (question.disputed) {
    if (!first.disagreement && first.standing !== "disputed") return `not marked as disputed: ${first.text}`;
    return missing(question, hits.map((hit) => hit.text).join("\n"));
  }
  // What was is rightly told by what is marked as ended.
  if (first.standing === "ended" && !asksBack.test(question.q)) return `ended: ${first.text}`;
  if (!says(first.text, answers)) return `no answer: ${first.text}`;
  const sentence = staleSentence(first.text, answers, stale);
  return sentence === undefined ? undefined : `stale: ${sentence}`;
}

export function judgeContext(question: Question, block: string): Verdict {
  return judged("context", question, textProblem(question, block));
}

export function judgeChat(question: Question, reply: string): Verdict {
  if (ignorance.test(reply)) return wrong("chat", question, `does not know: ${reply}`);
  return judged("chat", question, textProblem(question, reply));
}

function textProblem(question: Question, text: string): string | undefined {
  const { answers, stale } = wordsOf(question);
  const lacking = missing(question, text);
  if (lacking !== undefined) return `${lacking}: ${text}`;
  if (question.disputed && !disagreeing.some((word) => plain(text).includes(` ${word}`))) return `no word of the dispute: ${text}`;
  const sentence = staleSentence(text, answers, stale);
  return sentence === undefined ? undefined : `shown as current: ${sentence}`;
}

function missing({ is = [], every = [] }: Question, text: string): string | undefined {
  if (is.length > 0 && !says(text, is)) return `lacks ${is[0]}`;
  const lacking = every.find((one) => !says(text, one.split(" / ")));
  return lacking === undefined ? undefined : `lacks ${lacking}`;
}

function wordsOf({ is = [], every = [], not = [] }: Question): { answers: string[]; stale: readonly string[] } {
  return { answers: [...is, ...every.flatMap((one) => one.split(" / "))], stale: not };
}

function judged(measure: Verdict["measure"], question: Question, problem: string | undefined): Verdict {
  return problem === undefined ? { measure, yes: true } : wrong(measure, question, problem);
}

function wrong(measure: Verdict["measure"], { q }: Question, problem: string): Verdict {
  return { measure, yes: false, reason: `${q} — ${problem}` };
}
