import { normaliseKey, normaliseName, normaliseType } from "@loci/kernel";
import type { Consolidation, ConsolidationRequest, ShownFact } from "@loci/ports/language-model";
import { enumerate } from "../wording/facts.ts";

type Observation = Consolidation["observations"][number];

/** Keys of which an entity may well have several at once, and the key under which all of them are told. */
const enumerations: ReadonlyMap<string, string> = new Map(
  Object.entries({
    hobby: "hobbies",
    likes: "liked_things",
    dislikes: "disliked_things",
    speaks: "languages",
    plays: "played_things",
    learning: "learned_things",
    allergy: "allergies",
    owns: "possessions",
    pet: "pets",
    child: "known_children",
    sibling: "known_siblings",
    friend: "friends",
    colleague: "colleagues",
    education: "schools",
    visited: "visited_places",
    uses: "used_things",
    member_of: "memberships",
  }),
);

const maxValues = 12;
const maxObservations = 50;

interface Said {
  readonly value: string;
  readonly place: number;
  readonly knownAt: string;
}

/** What several facts of the entity show together: all values of one kind, and what was said again at another time. */
export function consolidate({ entity, facts, observations }: ConsolidationRequest): Observation[] {
  const wanted = identity(entity);
  const byKey = new Map<string, Said[]>();
  for (const [place, fact] of facts.entries()) {
    const value = valueOf(fact);
    if (identity(fact.subject) !== wanted || value === "") continue;
    const key = normaliseKey(fact.key);
    byKey.set(key, [...(byKey.get(key) ?? []), { value, place, knownAt: fact.knownAt }]);
  }
  return [...byKey]
    .flatMap(([key, said]) => [...enumerated(key, said), ...restated(key, said)])
    .slice(0, maxObservations)
    .map((observation) => asBefore(observation, observations));
}

function enumerated(key: string, said: readonly Said[]): Observation[] {
  const under = enumerations.get(key);
  const byValue = Map.groupBy(said, ({ value }) => normaliseName(value));
  if (under === undefined || byValue.size < 2 || byValue.size > maxValues) return [];
  const values = [...byValue.values()].flatMap(([first]) => (first ? [first.value] : []));
  const rationale = `${said.length} facts under ${key} name ${values.length} different things.`;
  return [{ key: under, value: enumerate(values), evidence: said.map(({ place }) => place), rationale }];
}

/** The same value at different times is no mere repetition of one record. */
function restated(key: string, said: readonly Said[]): Observation[] {
  return [...Map.groupBy(said, ({ value }) => normaliseName(value)).values()].flatMap((same) => {
    const days = [...new Set(same.map(({ knownAt }) => knownAt.slice(0, 10)))].sort();
    const [first] = same;
    if (!first || days.length < 2) return [];
    const rationale = `Said ${same.length} times between ${days[0] ?? ""} and ${days.at(-1) ?? ""}.`;
    return [{ key: `restated_${key}`, value: first.value, evidence: same.map(({ place }) => place), rationale }];
  });
}

/** An observation that was made before keeps its words, whatever their order now. */
function asBefore(observation: Observation, earlier: ConsolidationRequest["observations"]): Observation {
  const same = earlier.find(
    ({ key, value }) => normaliseKey(key) === observation.key && itemsOf(value) === itemsOf(observation.value),
  );
  return same ? { ...observation, key: same.key, value: same.value } : observation;
}

function itemsOf(value: string): string {
  return JSON.stringify(
    value
      .split(/,| and /)
      .map(normaliseName)
      .sort(),
  );
}

function valueOf({ value, target }: ShownFact): string {
  return (target?.name ?? value).trim();
}

function identity({ type, name }: ShownFact["subject"]): string {
  return `${normaliseType(type)}/${normaliseName(name)}`;
}
