import type { graph, retrieval } from "@loci/protos";
import type { Candidate } from "@loci/ports/search-index";
import { analyse, asksForAll, conceptsOf, isLightTerm, mayTellChange, tellsOf } from "@loci/text";
import type { GraphLeg } from "../legs/graph.ts";
import type { Focus, Question } from "../question.ts";
import { tellsMeasure } from "../recall/other-measure.ts";

/** A long question says more than an entity and a key. */
const maxQuestion = 120;

export interface DirectLookup {
  /** Of the facts that answer by themselves, and of the turns they were read from. */
  readonly ids: ReadonlySet<string>;
  /** The terms of what answers: what is said of that later may be the news. */
  readonly terms: readonly string[];
  /** For people: whose what. */
  readonly what: string;
  /** What the entity is called, each name as its terms. */
  readonly called: readonly (readonly string[])[];
}

const maxTerms = 12;
/** So many words of a question in common are no chance. */
const mostAsked = 2;

/** Words that follow an answer in its session so closely may go on about it without naming anybody. */
const goesOnWithin = 2;

/**
 * Whether something was said or written after what answers, of the entity, that may bear on the question: it tells of what is asked, or that
 * something is otherwise now. Then the graph does not answer alone: what was not read from it may be the news.
 */
export function mayHaveNews(
  candidates: readonly Candidate[],
  { ids, called, terms: values }: DirectLookup,
  { asked, isOwn }: Focus,
): boolean {
  const answering = candidates.filter(({ id }) => ids.has(id));
  const latest = answering.map(({ knownAt }) => knownAt).reduce((a, b) => (a > b ? a : b), "");
  const goesOn = ({ sessionId, seq }: Candidate) =>
    sessionId !== "" && answering.some((one) => one.sessionId === sessionId && seq > one.seq && seq <= one.seq + goesOnWithin);
  return candidates.some((one) => {
    if (ids.has(one.id) || one.knownAt < latest || (one.class !== "passage" && one.class !== "chunk")) return false;
    if (goesOn(one)) return mayTellChange(one.terms);
    if (one.knownAt === latest) return false;
    const terms = new Set(one.terms);
    const isNamed = isOwn || called.some((name) => name.length > 0 && name.every((term) => terms.has(term)));
    // "Put the recovery codes in the safe" names no vault: most of what is asked is told there all the same.
    const literal = asked.filter((term) => terms.has(term) && !isLightTerm(term)).length;
    if (literal >= mostAsked && literal * 2 > asked.length) return true;
    return (
      isNamed && (mayTellChange(one.terms) || asked.some((term) => tellsOf(term, terms)) || values.some((term) => terms.has(term)))
    );
  });
}

/** Whether the graph alone may answer: nothing but an entity's key is asked for, nothing that has ended, and no way of searching. */
export function mayBeDirect(
  { mode, labels, query, includeEnded }: Pick<retrieval.QueryRequest, "mode" | "labels" | "query" | "includeEnded">,
  { time }: Pick<Question, "time">,
): boolean {
  const asksForOne = time.wanted === "" && time.before === "" && !asksForAll(query);
  return !includeEnded && mode === "" && labels.length === 0 && query.length <= maxQuestion && asksForOne;
}

/** What the graph alone answers: undefined where the question does not name one entity and one of its keys. */
export function directLookup(
  request: Pick<retrieval.QueryRequest, "query" | "k">,
  question: Question,
  leg: GraphLeg,
): DirectLookup | undefined {
  const names = new Set(leg.entities.map((entity) => entity.name.toLowerCase()));
  const [entity] = leg.entities;
  if (entity === undefined || names.size !== 1) return undefined;
  const own = leg.facts.filter(
    (fact) =>
      fact.distance <= 1 &&
      leg.entities.some((named) => named.id === fact.entityId) &&
      // Where somebody worked once does not say where they work.
      (question.time.tense !== "" || !ofOnce.test(fact.key)),
  );
  const asked = [...question.terms.keys()].filter((term) => (question.terms.get(term) ?? 0) >= 1);
  // The question may call it by an alias.
  const called = [...new Set(leg.entities.flatMap((named) => [named.name, named.matchedName])), ...titlesIn(request.query)];
  const facts = directFacts(request.query, called.join(" "), own, asked);
  if (!facts || facts.length > request.k) return undefined;
  // "At what time is my lesson?" is not answered by its day.
  if (question.focus.measure === "clock" && !facts.some(({ value }) => tellsMeasure(value, "clock"))) return undefined;
  const ids = new Set(facts.flatMap((fact) => (fact.turnId === "" ? [fact.id] : [fact.id, fact.turnId])));
  const terms = [...new Set(facts.flatMap((fact) => analyse(fact.value)))].slice(0, maxTerms);
  return { ids, terms, what: `${entity.name}'s ${facts[0]?.key ?? ""}`, called: called.map(analyse) };
}

/** "Professor Aoki" is called by a title: that asks for nothing. */
function titlesIn(question: string): string[] {
  return [...question.matchAll(/\b(doctor|dr|professor|prof|mister|mr|mrs|ms|miss|sir|dame)\b\.?(?=\s+\p{Lu})/giu)].map(
    ([, title = ""]) => title,
  );
}

/**
 * The facts that answer a question by themselves: it names one entity and one of its keys, and says nothing else. Undefined when
 * it does not, or when several keys would fit: then a search decides. `called` holds what the entity is called, in the question
 * too.
 */
export function directFacts(
  question: string,
  called: string,
  facts: readonly graph.NeighbourhoodFact[],
  questionTerms: readonly string[],
): graph.NeighbourhoodFact[] | undefined {
  const name = new Set(analyse(called));
  const asked = questionTerms.filter((term) => !name.has(term));
  if (asked.length === 0 || question.length > maxQuestion) return undefined;
  const asksWhere = /^\s*where\b/i.test(question);
  const keys = [...Map.groupBy(facts, (fact) => fact.key)]
    .filter(([key]) => !(asksWhere && besideHome.test(key)))
    .map(([key, held]) => ({ key, terms: analyse(key.replaceAll("_", " ")), held }));
  // A key that holds the asked words themselves is meant before one that only shares their concept ("job" is not the employer), but
  // for what it says of somebody else: "husband" does not ask for the `husband_employer`.
  const literal = keys.filter(
    ({ key, terms }) =>
      asked.every((term) => terms.includes(term)) && (!ofSomebodyElse.test(key) || terms.every((term) => asked.includes(term))),
  );
  // "works_on: Saturdays" says when, not what somebody works as.
  const isBeside = literal.length > 0 && literal.every(({ key }) => besideKey.test(key)) && !asksBeside.test(question);
  if (isBeside) return undefined;
  const isMeant = ({ key, terms }: (typeof keys)[number]) =>
    terms.length > 0 && allMeant(asked, terms) && !(workplace.test(key) && asked.some((term) => roleTerms.has(term)));
  const fitting = literal.length > 0 ? literal : keys.filter(isMeant);
  // `residence` is asked for by "live" in every word of it, `former_residence` is not.
  const exact = fitting.filter(({ terms }) => allMeant(terms, asked));
  const [only, ...others] = exact.length > 0 ? exact : fitting;
  // "car_status" does not say which car it is.
  if (only !== undefined && /_status$/.test(only.key) && exact.length === 0 && literal.length === 0) return undefined;
  // What somebody teaches is not where.
  if (only !== undefined && /^\s*where\b/i.test(question) && /^[a-z]+[^sui]s$/.test(only.key)) return undefined;
  return others.length === 0 ? only?.held : undefined;
}

/** A role is what somebody is at an employer: "role" and "employer" are near words all the same. */
const workplace = /^(?:employer|workplace|company|works_(?:at|for))$/;
const roleTerms: ReadonlySet<string> = new Set(analyse("role title position occupation profession rank"));

/** What a verb's key says beside its object, and how that is asked for. */
const besideKey = /_(?:on|at|since|until|for|by|with|during|after|before|without|per|near)$/;
/** "lives_by: harbour" says what is beside the home. */
const besideHome = /^liv(?:es?|ing)_(?!(?:in|at)$)/;
const asksBeside =
  /^\s*(?:(?:since|until|for|with|by|at|on|in|and|so) )?(?:when|where|who|whom|why|how|which|what (?:day|time|date))\b/i;

const ofOnce = /^(?:former|previous|past|ex)_/;

const ofSomebodyElse =
  /^(?:husband|wife|spouse|partner|fiance|fiancee|girlfriend|boyfriend|brother|sister|sibling|mother|father|mum|mom|dad|parents?|son|daughter|child|grandma|grandpa|grandmother|grandfather|aunt|uncle|cousin|friend|boss|manager|colleague|neighbou?r|landlord|landlady)_./;

/** Whether each of these terms is, or shares a concept with, one of those. */
function allMeant(these: readonly string[], those: readonly string[]): boolean {
  const concepts = new Set(those.flatMap((term) => [...conceptsOf(term)]));
  return these.every((term) => those.includes(term) || [...conceptsOf(term)].some((concept) => concepts.has(concept)));
}
