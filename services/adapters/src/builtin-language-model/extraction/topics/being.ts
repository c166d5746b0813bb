import { afterWord, behind } from "../complement.ts";
import { readName, readPhrase } from "../phrases.ts";
import { explicit, normal, type Draft, type Rule } from "../rule.ts";
import { wordAt } from "../sentence.ts";
import { endingIn } from "../words.ts";

const kinds = endingIn(`
  company, startup, start-up, firm, bank, project, city, town, village, country, island, river, mountain, tool,
  library, database, framework, language, app, application, service, product, team, website, platform, school,
  university, hospital, museum, restaurant, caf[eé], band, film, movie, book, novel, series, podcast, game, newspaper,
  charity, non-?profit, subsidiary, dog, cat, protocol, robot, ship
`);

/** "Acme is a software company": what something is, where the head noun says so plainly. */
export const kind: Rule = ({ sentence, at, end, subject, predicate }) => {
  const phrase = readPhrase(sentence, at, end);
  if (
    !phrase ||
    subject.self ||
    subject.type === "Person" ||
    subject.possession !== "" ||
    !/^(?:a|an)$/.test(phrase.determiner) ||
    predicate.tense !== "present"
  )
    return [];
  const head = phrase.text.split(/(?<!\s)\s+of\s+/i)[0] ?? phrase.text;
  const type = /\b(?:company|startup|start-up|firm|bank)$/i.test(head)
    ? "Organisation"
    : /\b(?:city|town|village|country|island|river|mountain)$/i.test(head)
      ? "Place"
      : "Thing";
  return kinds.test(head)
    ? [{ key: "kind", subjectType: type, value: phrase.text, confidence: normal, negated: predicate.negated, time: "none" }]
    : [];
};

/** "was founded in 2010 by Ada", "was acquired by Acme", "is owned by Acme", "was renamed to Bar". */
export const passive: Rule = (reading) => {
  const { sentence, at, end, predicate, subject } = reading;
  const word = wordAt(sentence, at);
  if (predicate.negated || subject.possession !== "" || subject.type === "Person") return [];
  if (word === "renamed") {
    const to = behind(reading, at + 1, ["to"]) ?? at + 1;
    const name = readName(sentence, to, end);
    return name
      ? [{ key: "name", subjectType: "Project", value: name.text, confidence: explicit, changed: true, time: "state" }]
      : [];
  }
  if (!/^(?:founded|owned|acquired|situated)$/.test(word)) return [];
  const by = afterWord(reading, at, ["by"]);
  const name = by === undefined ? undefined : readName(sentence, by, end);
  const drafts: Draft[] = [];
  const actor = word === "founded" ? "Person" : "Organisation";
  if (name)
    drafts.push({
      subject: { type: actor, name: name.text },
      subjectType: "Organisation",
      key: word === "owned" ? "owns" : word,
      target: { type: "Organisation", name: subject.name },
      confidence: explicit,
      time: "state",
    });
  const date = word === "founded" ? sentence.dates.find((d) => d.role === "at" && !d.relative) : undefined;
  if (date)
    drafts.push({
      key: "founded_in",
      subjectType: "Organisation",
      value: date.text.replace(/^(?:on|in)\s+/i, ""),
      confidence: explicit,
      time: "none",
    });
  return drafts;
};
