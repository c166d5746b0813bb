import { endingIn, oneOf } from "./words.ts";
import { readName, readPhrase, type Phrase } from "./phrases.ts";
import { readRest } from "./phrases.ts";
import type { Reading } from "./rule.ts";
import { dateAt, textOf, wordAt } from "./sentence.ts";

/** The token behind a preposition, when one of `words` stands at `at`; adverbs like "back" and "over" before it are passed over. */
export function behind(reading: Reading, at: number, words: readonly string[]): number | undefined {
  let i = at;
  while (
    /^(?:back|over|out|up|here|there|just|right|mostly|now|currently|again|all|away|down|full|time|full-time|part-time)$/.test(
      wordAt(reading.sentence, i),
    ) &&
    !words.includes(wordAt(reading.sentence, i))
  )
    i += 1;
  return i < reading.end && words.includes(wordAt(reading.sentence, i)) ? i + 1 : undefined;
}

/** The token behind the first of `words` within the clause, at or after `at`. */
export function afterWord(reading: Reading, at: number, words: readonly string[]): number | undefined {
  for (let i = at; i < reading.end; i++) if (words.includes(wordAt(reading.sentence, i))) return i + 1;
  return undefined;
}

const noPlace = oneOf(`
  fear\\b.*, peace\\b.*, harmony\\b.*, poverty\\b.*, denial\\b.*, sin\\b.*, moment\\b.*, present\\b.*,
  past\\b.*, future\\b.*, house\\b.*, apartment\\b.*, flat\\b.*, home\\b.*, tent\\b.*, style\\b.*, hope\\b.*,
  chaos\\b.*, mode\\b.*, dorm\\b.*, dorms\\b.*, danger\\b.*, luxury\\b.*, area\\b.*, city\\b.*, world\\b.*,
  middle\\b.*
`);

/** A place ("Boston", "the Bay Area", "Berlin, Germany"; "berlin" where the author writes no capitals). */
export function readPlace(reading: Reading, at: number): Phrase | undefined {
  const { sentence, end } = reading;
  const start = wordAt(sentence, at) === "the" ? at + 1 : at;
  const name = readName(sentence, start, end);
  if (name) {
    const next = wordAt(sentence, name.to) === "," ? readName(sentence, name.to + 1, end) : undefined;
    const to = next?.to ?? name.to;
    return { ...name, from: start === at ? name.from : at, to, text: textOf(sentence, at, to) };
  }
  const phrase = readPhrase(sentence, at, end);
  if (!phrase || phrase.determiner !== "" || !sentence.lowerCased || noPlace.test(phrase.text)) return undefined;
  return phrase.to - phrase.from <= 3 ? phrase : undefined;
}

const houses =
  /^(?:hospital|school|university|college|clinic|bank|museum|library|hotel|restaurant|bakery|theatre|theater|institute|foundation|academy|nursery|brewery|factory|shipyard|airport|gallery|orchestra|surgery|practice|pharmacy)$/;

/** An organisation: a name, or what kind of one it is ("a small bakery"). */
export function readOrganisation(reading: Reading, at: number): Phrase | undefined {
  const { sentence, end } = reading;
  const bare = wordAt(sentence, at) === "the" ? at + 1 : at;
  const company = /^(?:a|the)$/.test(wordAt(sentence, at))
    ? afterWord({ ...reading, end: Math.min(end, at + 6) }, at, ["called", "named"])
    : undefined;
  const name = readName(sentence, company ?? bare, end);
  // "the Erasmus hospital"
  const noun = name === undefined ? undefined : sentence.tokens[name.to];
  const isOfNoun =
    name !== undefined &&
    noun?.tag === "NN" &&
    houses.test(noun.lower) &&
    sentence.tokens[name.to - 1]?.head === name.to &&
    name.to < end;
  if (isOfNoun) return { ...name, to: name.to + 1, text: textOf(sentence, name.from, name.to + 1) };
  if (name) return name;
  const phrase = readPhrase(sentence, at, end);
  if (!phrase || /^(?:home|night|nights|it|least|all|work|first|job|times?)$/i.test(phrase.text)) return undefined;
  return phrase.determiner === "a" || phrase.determiner === "an" || phrase.determiner === "the" || sentence.lowerCased
    ? phrase
    : undefined;
}

/** The job in "as a senior nurse", at or after `at`. */
export function readRole(reading: Reading, at: number): Phrase | undefined {
  const as = afterWord(reading, at, ["as"]);
  if (as === undefined || wordAt(reading.sentence, as - 2) === "as") return undefined;
  const role = readPhrase(reading.sentence, as, reading.end);
  return role && !/^(?:well|team|volunteer)$/i.test(role.text) ? role : undefined;
}

const occupations = endingIn(`
  nurse, doctor, teacher, professor, engineer, developer, programmer, designer, lawyer, attorney, accountant,
  architect, artist, writer, author, journalist, editor, chef, cook, baker, barista, waiter, waitress, driver, pilot,
  mechanic, electrician, plumber, carpenter, farmer, gardener, scientist, researcher, physicist, chemist, biologist,
  mathematician, analyst, consultant, manager, director, ceo, cto, cfo, founder, co-founder, entrepreneur, freelancer,
  student, intern, assistant, secretary, librarian, translator, interpreter, musician, singer, actor, actress, dancer,
  photographer, painter, illustrator, model, athlete, coach, trainer, therapist, psychologist, psychiatrist,
  counsel+or, social worker, paramedic, firefighter, police officer, detective, soldier, veteran, officer, dentist,
  pharmacist, surgeon, veterinarian, vet, cashier, salesperson, salesman, agent, broker, banker, economist, historian,
  philosopher, priest, pastor, judge, politician, technician, administrator, devops, sre, lead, specialist,
  coordinator, supervisor, bartender, hairdresser, stylist, tailor, butcher, fisherman, sailor, captain, astronaut,
  astronomer, geologist, curator, producer, filmmaker, streamer, youtuber, blogger, product owner, scrum master,
  physiotherapist, midwife, nanny, babysitter, homemaker, tutor, principal, lecturer, postdoc, recruiter, marketer,
  copywriter, strategist, planner, inspector, operator, welder, builder, contractor, realtor, receptionist, clerk,
  guard, caretaker, janitor, cleaner, maintainer
`);

/** Whether a phrase names what somebody does for a living. */
export function isOccupation(text: string): boolean {
  return occupations.test(text);
}

/** What somebody does, from a verb in -ing or behind "to", up to the next comma or "and", without relative dates. */
export function readActivity(reading: Reading, at: number): Phrase | undefined {
  const { sentence } = reading;
  const start = wordAt(sentence, at) === "to" ? at + 1 : at;
  let end = start;
  while (end < reading.end && !/^(?:,|and|or|but|with my|whenever)$/.test(wordAt(sentence, end)) && !dateAt(sentence, end))
    end += 1;
  return readRest(sentence, start, end);
}

export function isGerund(reading: Reading, at: number): boolean {
  const word = wordAt(reading.sentence, at);
  return (
    word.length > 4 &&
    word.endsWith("ing") &&
    !/^(?:something|anything|everything|nothing|king|spring|string|evening|morning|being)$/.test(word)
  );
}
