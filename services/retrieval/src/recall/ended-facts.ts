/** Which facts newer words have ended: each is asked for by its own key, as a question would, and held against what was said after it. */
import type { graph, retrieval } from "@loci/protos";
import { analyse, isLightTerm, tellsOf } from "@loci/text";
import { LRUCache } from "lru-cache";
import type { CheckedHit } from "../fuse/fold.ts";
import { readFocus, type Focus } from "../question.ts";
import { wordsOf } from "../words.ts";
import type { Called } from "./called.ts";
import { endOf, kinKey } from "./end-of.ts";

/** More later passages are not held against one fact. */
const compared = 16;

/**
 * @param facts that stand by the truth
 * @param passages what was said, best first
 * @param now when it is asked (RFC 3339)
 */
export function endedFacts(facts: readonly CheckedHit[], passages: readonly CheckedHit[], now: string): retrieval.EndedFact[] {
  const said = passages.map((passage) => ({ passage, terms: termsOf(passage), audience: audienceOf(passage) }));
  return facts.flatMap((fact) => {
    if (kinKey.test(fact.record.key)) return [];
    const [audience, mayBear] = [audienceOf(fact), bearingOn(fact.record)];
    const later = said
      .filter((one) => one.audience === audience && isLater(one.passage.record, fact.record) && mayBear(one.terms))
      .slice(0, compared)
      .map(({ passage }) => passage);
    if (later.length === 0) return [];
    const end = askedFor(fact)
      .values()
      .map((question) => endOf(fact, later, { ...focusOf(question), called: calledAlone(fact, later) }, now))
      .find((one) => one !== undefined);
    return end === undefined ? [] : [{ id: fact.record.id, endedBy: [end.endedBy], until: end.until }];
  });
}

/** One takes some 2 KB. The facts that are recalled are the same ones again and again; to read a question takes 30 to 50 µs. */
const kept = new LRUCache<string, Focus>({ max: 1_000 });

function focusOf(question: string): Focus {
  const focus = kept.get(question) ?? readFocus(question);
  kept.set(question, focus);
  return focus;
}

/** What one user says ends nothing of another's. */
function audienceOf({ record }: CheckedHit): string {
  return JSON.stringify(record.scopes);
}

function termsOf({ record: { text } }: CheckedHit): ReadonlySet<string> {
  return wordsOf(text).terms;
}

/** Said after the fact, and elsewhere. */
function isLater(passage: graph.MemoryRecord, fact: graph.MemoryRecord): boolean {
  return passage.turnId !== fact.turnId && passage.knownAt >= fact.knownAt;
}

/**
 * Whether words may tell the end of a fact: they name whose it is or what it says, or tell of the same aspect. What happened is over, and what
 * was planned may come to nothing only where it is named.
 */
function bearingOn({ entityName, key, value }: graph.MemoryRecord): (terms: ReadonlySet<string>) => boolean {
  const whose = entityName === "user" ? [] : analyse(entityName);
  const ofValue = analyse(value).filter((term) => !isLightTerm(term));
  const asked = [...analyse(key.replaceAll("_", " ")), ...ofValue];
  return (terms) => {
    if (ofValue.some((term) => terms.has(term))) return true;
    if (key === "event") return false;
    return whose.length > 0 ? terms.has(whose[0] ?? "") : asked.some((term) => tellsOf(term, terms));
  };
}

/** The passages that call somebody of two names by the first one alone, with the terms of both. */
function calledAlone({ record: { entityName } }: CheckedHit, later: readonly CheckedHit[]): Called {
  const [first = "", second = ""] = entityName.split(" ");
  if (!/^\p{Lu}\p{Ll}+$/u.test(first) || !/^\p{Lu}\p{Ll}+$/u.test(second)) return new Map();
  const alone = new RegExp(`(?<!\\p{Lu}\\p{Ll}{1,20} )\\b${first}(?:['\u2019]s)?(?= (?!\\p{Lu})|[.,;:!?]|$)`, "u");
  const called = later.filter(({ record: { text } }) => alone.test(text) && !text.includes(entityName));
  return new Map(called.map(({ record: { turnId } }) => [turnId, analyse(entityName)]));
}

/** "What is Ella's allergy?", "What is my phone number?"; of what there may be several, also by the one that it is: "… uses Chrome". */
export function askedFor({ record: { entityName, key, value } }: Pick<CheckedHit, "record">): string[] {
  const what = key.replaceAll("_", " ");
  const whose = entityName === "user" ? "my" : `${entityName}'s`;
  return [
    `${ofPerson.test(key) ? "Who" : "What"} is ${whose} ${what}?`,
    ...(ofMany.test(key) ? [`What is ${whose} ${what} ${value}?`] : []),
  ];
}

/** Keys whose value is somebody. */
const ofPerson =
  /(?:^|_)(?:manager|boss|owner|lead|leader|led_by|mentor|teacher|doctor|dentist|landlord|assistant|partner|spouse|supervisor|director|chair|treasurer|coach|contact)$/;

/** Keys of which somebody has several values at once. */
const ofMany =
  /(?:^|_)(?:uses|takes|owns|has|plays|wears|eats|drinks|reads|watches|subscribes_to|member_of|attends|hobby|learning|pet|likes|does)$/;
