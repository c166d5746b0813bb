import { words } from "../words.ts";
import { isLanguage } from "../languages.ts";
import { behind, isGerund, readActivity, readOrganisation } from "../complement.ts";
import { readList, readPhrase, readRest } from "../phrases.ts";
import { explicit, loose, normal, type Draft, type Reading, type Rule, type RuleTable } from "../rule.ts";
import { dateAt, textOf, wordAt } from "../sentence.ts";
import { stateDrafts } from "./home.ts";

const isHabit = (reading: Reading) =>
  (reading.predicate.tense === "present" && !reading.predicate.perfect) || reading.predicate.ended;

const play: Rule = (reading) => {
  const { sentence, predicate } = reading;
  if (!isHabit(reading)) return [];
  const what = wordAt(sentence, reading.at) === "the" ? reading.at + 1 : reading.at;
  return readList(sentence, what, reading.end)
    .filter(
      (phrase) => !/^(?:role|part|trick|tricks|along|joke|it|around|with|big)\b/i.test(phrase.text) && phrase.determiner === "",
    )
    .map(
      (phrase) =>
        ({
          key: "plays",
          value: phrase.text,
          confidence: predicate.negated ? normal : explicit,
          negated: predicate.negated,
          time: "state",
        }) as const,
    );
};

const practise: Rule = (reading) => {
  if (!isHabit(reading) || reading.predicate.negated) return [];
  return readList(reading.sentence, reading.at, reading.end)
    .filter((p) => p.determiner === "")
    .map((p) => ({ key: "hobby", value: p.text, confidence: normal, time: "state" }) as const);
};

const takeUp: Rule = (reading) => {
  const { sentence } = reading;
  if (wordAt(sentence, reading.at) !== "up" || reading.predicate.negated || reading.predicate.tense === "future") return [];
  const doing = isGerund(reading, reading.at + 1)
    ? readActivity(reading, reading.at + 1)
    : readPhrase(sentence, reading.at + 1, reading.end);
  if (doing === undefined) return [];
  if (doing.determiner === "") return [{ key: "hobby", value: doing.text, confidence: explicit, time: "state" }];
  // Who takes up "the" harp plays it; other things with an article are taken up once.
  const isInstrument = doing.determiner === "the" && !doing.text.includes(" ") && !takenUpOnce.test(doing.text);
  return isInstrument ? [{ key: "plays", value: doing.text, confidence: normal, time: "state" }] : [];
};

const takenUpOnce =
  /^(?:offer|invitation|challenge|post|position|role|job|office|work|task|matter|issue|case|cause|topic|subject|question|story|slack|carpet|floor|space|room|time|reins|fight|torch|baton|hem|suggestion|idea|option|place|rest|whole|entire)s?$/;

const learn: Rule = (reading) => {
  const { sentence, predicate } = reading;
  if (!predicate.progressive || predicate.negated) return [];
  const at = wordAt(sentence, reading.at) === "to" || wordAt(sentence, reading.at) === "how" ? undefined : reading.at;
  const subject = at === undefined ? readActivity(reading, afterTo(reading)) : readPhrase(sentence, at, reading.end);
  return subject && !/^(?:lot|much|more|about)$/.test(subject.text)
    ? [{ key: "learning", value: subject.text, confidence: explicit, time: "state" }]
    : [];
};

function afterTo(reading: Reading): number {
  return wordAt(reading.sentence, reading.at) === "how" ? reading.at + 2 : reading.at + 1;
}

const speak: Rule = (reading) => {
  const { sentence, predicate } = reading;
  if (predicate.tense !== "present" && !predicate.ended) return [];
  let at = reading.at;
  while (/^(?:fluent|fluently|some|a|little|bit|of|both|good|basic|native)$/.test(wordAt(sentence, at))) at += 1;
  const list = readList(sentence, at, reading.end).map((phrase) =>
    phrase.text.replace(/(?<!\s)\s+(?:fluently|natively|well)$/i, ""),
  );
  return list
    .filter((text) => isLanguage.test(text))
    .map((value) => ({ key: "speaks", value, confidence: explicit, negated: predicate.negated, time: "none" }) as const);
};

const volunteer: Rule = (reading) => {
  const at = behind(reading, reading.at, ["at", "with", "for"]);
  const place = at === undefined ? undefined : readOrganisation(reading, at);
  return place ? stateDrafts(reading, "volunteers_at", place.text, { confidence: normal }) : [];
};

const doings = new Set(
  words(`
    hiking running swimming camping climbing skiing surfing fishing cycling jogging dancing shopping bowling
    birdwatching kayaking snowboarding sailing
  `),
);

/** "I go hiking every weekend". */
const goDoing: Rule = (reading) => {
  const doing = wordAt(reading.sentence, reading.at);
  return doings.has(doing) && isHabit(reading) && !reading.predicate.progressive && !reading.predicate.negated
    ? [{ key: "hobby", value: textOf(reading.sentence, reading.at, reading.at + 1), confidence: normal, time: "none" }]
    : [];
};

/** "I paint", "I bake on weekends": what somebody does in the plain present is a habit. */
const habit: Rule = (reading) => {
  const { predicate, sentence } = reading;
  if (predicate.tense !== "present" || predicate.perfect || predicate.progressive || predicate.negated || predicate.ability)
    return [];
  const rest = readActivity(reading, predicate.at);
  return rest && !/^(?:it|that|this|you|to|from)$/.test(wordAt(sentence, reading.at))
    ? [{ key: "hobby", value: rest.text, confidence: loose, time: "none" }]
    : [];
};

const lasting =
  /^(?:play|sing|dance|teach|study|practise|practice|collect|drive|ride|use|run|row|swim|coach|lead|manage|own|keep|breed|suffer)$/;

/** What happened, as the clause says it, without the words of a relative date: "went to a support group". */
const happened: Rule = (reading) => {
  const { sentence, predicate } = reading;
  // Countries win and companies launch: without a known person only what people alone do counts.
  if (
    reading.subject.type === undefined &&
    !/^(?:go|visit|travel|attend|fly|meet|adopt|paint|bake|hike|camp|read|watch|enroll|volunteer)$/.test(predicate.verb)
  )
    return [];
  if (
    predicate.progressive ||
    predicate.negated ||
    predicate.ended ||
    (predicate.tense !== "past" && !predicate.perfect) ||
    predicate.unreal ||
    predicate.ability
  )
    return [];
  // "I've played the cello since I was nine", "for ten years": still.
  const isLasting = predicate.perfect && predicate.tense === "present" && lasting.test(predicate.verb);
  if (isLasting && sentence.tokens.slice(reading.at, reading.end + 1).some(({ lower }) => lower === "since" || lower === "for"))
    return [];
  const relative = sentence.tokens.findIndex(
    (token, i) => i > predicate.at && token.lower === "," && /^(?:who|which|where|whose)$/.test(wordAt(sentence, i + 1)),
  );
  const text = readRest(sentence, predicate.at, relative < 0 ? reading.end : Math.min(relative, reading.end));
  if (
    !text ||
    text.to - text.from < 2 ||
    (/^(?:it|that|this|through|on|wrong|well|out|back|ahead|you|him|her|them|away|down|crazy|great)$/.test(
      wordAt(sentence, reading.at),
    ) &&
      text.to - text.from < 4)
  )
    return [];
  const dated =
    sentence.tokens.slice(predicate.at, reading.end).some((_, i) => dateAt(sentence, predicate.at + i)) ||
    sentence.dates.length > 0;
  return [{ key: "event", value: text.text, confidence: dated ? normal : loose, time: "event" }];
};

/** What somebody has in mind: "will …", "am going to …", "am visiting … next week", "plan to …". */
export function planned(reading: Reading): Draft[] {
  const { sentence, predicate } = reading;
  const willing = predicate.verb === "plan" && (predicate.progressive || predicate.tense === "present") && !predicate.ended;
  const wanting =
    /^(?:want|hope|intend|wish)$/.test(predicate.verb) && predicate.tense === "present" && wordAt(sentence, reading.at) === "to";
  if (predicate.negated || predicate.unreal || predicate.ability) return [];
  if (willing || wanting) {
    const at = /^(?:to|on)$/.test(wordAt(sentence, reading.at)) ? reading.at + 1 : reading.at;
    const text = readRest(sentence, at, reading.end);
    return text
      ? [
          {
            key: wanting && predicate.verb !== "intend" ? "goals" : "plans",
            value: text.text,
            confidence: wanting ? loose : normal,
            time: "event",
          },
        ]
      : [];
  }
  const progressiveMove =
    predicate.progressive &&
    predicate.tense === "present" &&
    !predicate.perfect &&
    /^(?:move|visit|travel|fly|go|attend|start|host|leave|see|meet|take|join|run|get|adopt|buy)$/.test(predicate.verb);
  const movesOn = progressiveMove && (sentence.dates.length > 0 || /^(?:move|visit|fly)$/.test(predicate.verb));
  if (predicate.tense !== "future" && !movesOn) return [];
  const text = readRest(sentence, predicate.at, reading.end);
  const hollow =
    text &&
    /^(?:be|let|have|do|see|check|keep|try|think|need|love|like|know|make sure|get back|tell|send|ask)\b/i.test(text.text) &&
    sentence.dates.length === 0;
  return text && !hollow && text.to - text.from > 1 ? [{ key: "plans", value: text.text, confidence: normal, time: "event" }] : [];
}

/** Hobbies, languages, what is learnt, what happened. */
export const activities: RuleTable = {
  play: [play, happened],
  practise: [practise],
  practice: [practise],
  collect: [practise],
  take: [takeUp, happened],
  learn: [learn],
  speak: [speak],
  volunteer: [volunteer, happened],
  go: [goDoing, happened],
  paint: [habit, happened],
  sing: [habit],
  dance: [habit],
  knit: [habit, happened],
  bake: [habit, happened],
  swim: [habit],
  surf: [habit],
  ski: [habit],
  climb: [habit, happened],
  hike: [habit, happened],
  jog: [habit],
  sew: [habit],
  draw: [habit, happened],
  meditate: [habit],
  garden: [habit],
  camp: [habit, happened],
  cycle: [habit],
  fish: [habit],
  run: [happened],
  visit: [happened],
  travel: [happened],
  attend: [happened],
  fly: [happened],
  participate: [happened],
  compete: [happened],
  finish: [happened],
  complete: [happened],
  win: [happened],
  sign: [happened],
  celebrate: [happened],
  host: [happened],
  organize: [happened],
  organise: [happened],
  meet: [happened],
  adopt: [happened],
  buy: [happened],
  enroll: [happened],
  apply: [happened],
  receive: [happened],
  pass: [happened],
  donate: [happened],
  perform: [happened],
  publish: [happened],
  lose: [happened],
  break: [happened],
  quit: [happened],
  read: [happened],
  watch: [happened],
  see: [happened],
  start: [happened],
  join: [happened],
  get: [happened],
  launch: [happened],
  present: [happened],
  write: [happened],
  record: [happened],
};
