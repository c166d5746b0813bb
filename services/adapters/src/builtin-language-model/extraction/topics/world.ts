import { afterWord, behind, readOrganisation } from "../complement.ts";
import { readList, readName, readPhrase } from "../phrases.ts";
import { explicit, normal, type Draft, type Reading, type Rule, type RuleTable } from "../rule.ts";
import { wordAt } from "../sentence.ts";

const isThing = (reading: Reading) =>
  !reading.subject.self && reading.subject.type !== "Person" && reading.subject.possession === "";

/** A relation of a company, project or product to something that has a name. */
function relation(key: string, subjectType: string, targetType: string, tenses: readonly string[]): Rule {
  return (reading) => {
    const { sentence, predicate } = reading;
    if (!isThing(reading) || !tenses.includes(predicate.tense) || predicate.unreal) return [];
    return readList(sentence, reading.at, reading.end).map((phrase): Draft => {
      const fact = {
        key,
        subjectType,
        confidence: normal,
        time: "state" as const,
        negated: predicate.negated || predicate.ended,
        changed: predicate.changed,
      };
      return phrase.named
        ? { ...fact, target: { type: targetType, name: phrase.text }, confidence: explicit }
        : { ...fact, value: phrase.text };
    });
  };
}

const acquired: Rule = (reading) => {
  if (!isThing(reading) || reading.predicate.negated || reading.predicate.tense === "future") return [];
  const name = readName(reading.sentence, reading.at, reading.end);
  return name
    ? [
        {
          key: "acquired",
          subjectType: "Organisation",
          target: { type: "Organisation", name: name.text },
          confidence: explicit,
          time: "state",
        },
      ]
    : [];
};

const dependsOn: Rule = (reading) => {
  const at = behind(reading, reading.at, ["on", "upon"]);
  return at === undefined ? [] : relation("depends_on", "Project", "Product", ["present"])({ ...reading, at });
};

const runsOn: Rule = (reading) => {
  const at = behind(reading, reading.at, ["on", "in"]);
  return at === undefined ? [] : relation("runs_on", "Project", "Product", ["present"])({ ...reading, at });
};

const belongsTo: Rule = (reading) => {
  const at = behind(reading, reading.at, ["to"]);
  // What a thing belongs to, it is owned by; a firm or a team is a part of it.
  const key = /^(?:Organisation|Team|Project|Person)$/.test(reading.subject.type ?? "Person") ? "belongs_to" : "owner";
  return at === undefined ? [] : relation(key, "Thing", "Organisation", ["present"])({ ...reading, at });
};

const movesOffice: Rule = (reading) => {
  const { sentence } = reading;
  if (!isThing(reading) || reading.predicate.negated || reading.predicate.tense === "future") return [];
  const what = readPhrase(sentence, reading.at, reading.end);
  const to = what && /\b(?:headquarters|hq|office|offices)$/i.test(what.text) ? afterWord(reading, what.to, ["to"]) : undefined;
  const place = to === undefined ? undefined : readName(sentence, to, reading.end);
  return place
    ? [
        {
          key: "headquarters",
          subjectType: "Organisation",
          value: place.text,
          confidence: explicit,
          changed: true,
          time: "state",
        },
      ]
    : [];
};

const switchTo: Rule = (reading) => {
  const { sentence, predicate } = reading;
  if (!isThing(reading) || predicate.negated || predicate.tense === "future") return [];
  const from = afterWord(reading, reading.at, ["from"]);
  const to = afterWord(reading, reading.at, ["to"]);
  const old = from === undefined ? undefined : readName(sentence, from, reading.end);
  const fresh = to === undefined ? undefined : readName(sentence, to, reading.end);
  const drafts: Draft[] = [];
  if (old)
    drafts.push({
      key: "uses",
      subjectType: "Project",
      target: { type: "Product", name: old.text },
      negated: true,
      changed: true,
      time: "none",
    });
  if (fresh)
    drafts.push({
      key: "uses",
      subjectType: "Project",
      target: { type: "Product", name: fresh.text },
      changed: true,
      time: "state",
    });
  return drafts;
};

const leads: Rule = (reading) => {
  const { sentence, predicate, subject } = reading;
  if (predicate.negated || predicate.tense === "future" || subject.possession !== "") return [];
  const at = wordAt(sentence, reading.at) === "the" ? reading.at + 1 : reading.at;
  const project = /^(?:project|team|company)$/.test(wordAt(sentence, at))
    ? readName(sentence, at + 1, reading.end)
    : readName(sentence, at, reading.end);
  if (!project) return [];
  const key = predicate.tense === "past" && !predicate.perfect ? "former_leads" : "leads";
  return [{ key, subjectType: "Person", target: { type: "Project", name: project.text }, confidence: normal, time: "state" }];
};

const founded: Rule = (reading) => {
  const name = readOrganisation(reading, reading.at);
  return name?.named && !reading.predicate.negated && reading.predicate.tense !== "future"
    ? [
        {
          key: "founded",
          subjectType: "Person",
          target: { type: "Organisation", name: name.text },
          confidence: explicit,
          time: "state",
        },
      ]
    : [];
};

const supports = relation("supports", "Product", "Product", ["present"]);
const replaces = relation("replaces", "Product", "Product", ["present", "past"]);
const makes = relation("produces", "Organisation", "Product", ["present"]);

/** Companies, projects and products. */
export const world: RuleTable = {
  acquire: [acquired],
  buy: [acquired],
  purchase: [acquired],
  found: [founded],
  use: [relation("uses", "Project", "Product", ["present"])],
  // "Kwame supports Arsenal" is said of a person.
  support: [(reading) => (reading.sentence.tokens[reading.from - 1]?.name === "PERSON" ? [] : supports(reading))],
  // "replaced Redis with Valkey" is another's doing.
  replace: [(reading) => (afterWord(reading, reading.at, ["with", "by"]) === undefined ? replaces(reading) : [])],
  produce: [relation("produces", "Organisation", "Product", ["present"])],
  make: [(reading) => (/^(?:her|his|their|up|out|do)$/.test(wordAt(reading.sentence, reading.at)) ? [] : makes(reading))],
  develop: [relation("develops", "Organisation", "Product", ["present", "past"])],
  build: [relation("develops", "Organisation", "Product", ["present"])],
  release: [relation("released", "Organisation", "Product", ["past"])],
  // "owns a car" is said of people: only what owns something with a name is taken for a firm.
  own: [(reading) => relation("owns", "Organisation", "Organisation", ["present"])(reading).filter(({ target }) => target)],
  sponsor: [relation("sponsors", "Organisation", "Project", ["present"])],
  maintain: [relation("maintains", "Organisation", "Project", ["present"])],
  depend: [dependsOn],
  run: [runsOn],
  belong: [belongsTo],
  move: [movesOffice],
  switch: [switchTo],
  migrate: [switchTo],
  manage: [leads],
  lead: [leads],
  head: [leads],
  direct: [leads],
};
