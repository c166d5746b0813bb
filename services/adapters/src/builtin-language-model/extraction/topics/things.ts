import { endingIn } from "../words.ts";
import { behind } from "../complement.ts";
import { readList, readPhrase, readRest } from "../phrases.ts";
import { loose, normal, type Draft, type Reading, type Rule, type RuleTable } from "../rule.ts";
import { textOf, wordAt } from "../sentence.ts";

const possessionsPeopleName = endingIn(`
  car, bike, bicycle, motorcycle, motorbike, scooter, van, truck, boat, house, apartment, flat, cabin, farm, garden,
  guitar, piano, violin, drums, camera, drone, laptop, computer, tesla, shop, store, restaurant, business, bakery,
  caf[eé], bookstore, telescope, 3d printer, record collection, greenhouse
`);
const illness = endingIn(`
  asthma, diabetes, adhd, autism, epilepsy, arthritis, migraines?, depression, anxiety, insomnia, hypertension, celiac
  disease, coeliac disease, cancer, eczema, anemia, anaemia, dyslexia, high blood pressure, lactose intolerance, ocd,
  ptsd
`);

/** "I own a boat", "I bought a new car". */
const acquire: Rule = (reading) => {
  const { sentence, predicate, subject } = reading;
  if (
    predicate.negated ||
    predicate.tense === "future" ||
    subject.type === "Organisation" ||
    (subject.type === undefined && predicate.verb !== "own")
  )
    return [];
  const thing = readPhrase(sentence, reading.at, reading.end);
  if (!thing || (!/^(?:a|an)$/.test(thing.determiner) && !thing.named)) return [];
  if (predicate.verb !== "own" && !possessionsPeopleName.test(thing.text)) return [];
  if (predicate.ended) return [{ key: "owns", value: thing.text, negated: true, changed: true, time: "none" }];
  return [{ key: "owns", value: thing.text, confidence: normal, time: predicate.tense === "past" ? "state" : "none" }];
};

const have: Rule = (reading) => {
  const { sentence, predicate } = reading;
  if (predicate.tense !== "present" || predicate.ended) return [];
  const thing = readPhrase(sentence, reading.at, reading.end);
  if (!thing) return [];
  const behindThing = behind(reading, thing.to, ["to", "in", "from"]);
  if (/\ballerg(?:y|ies)$/i.test(thing.text) && behindThing !== undefined) return allergies(reading, behindThing);
  if (predicate.negated) return [];
  if (illness.test(thing.text)) return [{ key: "health_condition", value: thing.text, confidence: normal, time: "none" }];
  const degree = /\b(?:degree|phd|master's|masters|bachelor's|diploma|mba|doctorate)$/i.test(thing.text);
  if (degree) {
    const field = behindThing === undefined ? undefined : readPhrase(sentence, behindThing, reading.end);
    return [
      {
        key: "education",
        value: field ? `${thing.text} ${wordAt(sentence, (behindThing ?? 1) - 1)} ${field.text}` : thing.text,
        time: "none",
      },
    ];
  }
  return /^(?:a|an)$/.test(thing.determiner) && possessionsPeopleName.test(thing.text)
    ? [{ key: "owns", value: thing.text, time: "none" }]
    : [];
};

function allergies(reading: Reading, at: number): Draft[] {
  const { negated, ended } = reading.predicate;
  return readList(reading.sentence, at, reading.end)
    .filter((phrase) => !illness.test(phrase.text))
    .map((phrase) => ({ key: "allergy", value: phrase.text, confidence: 0.9, negated, changed: ended, time: "none" }) as const);
}

/** "I don't eat meat", "I only eat halal food". */
const eat: Rule = (reading) => {
  const { sentence, predicate } = reading;
  const food = readPhrase(sentence, reading.at, reading.end);
  if (
    !food ||
    food.determiner !== "" ||
    !predicate.negated ||
    predicate.ended ||
    predicate.tense !== "present" ||
    predicate.perfect ||
    predicate.progressive
  )
    return [];
  // "no coffee after noon" is another thing than no coffee.
  const isBounded = /^(?:after|before|in|at|on|during|until)$/.test(wordAt(sentence, food.to));
  const comma = sentence.tokens.findIndex(({ text }, i) => i >= food.to && text === ",");
  const rest = isBounded
    ? (readRest({ ...sentence, dates: [] }, food.to, comma < food.to ? reading.end : Math.min(comma, reading.end))?.to ?? food.to)
    : food.to;
  return [{ key: "diet", value: textOf(sentence, reading.from, rest), confidence: normal, time: "none" }];
};

const drive: Rule = (reading) => {
  const { predicate } = reading;
  const car = readPhrase(reading.sentence, reading.at, reading.end);
  if (!car || !/^(?:a|an|my)$/.test(car.determiner) || predicate.tense !== "present" || predicate.negated) return [];
  return [{ key: "drives", value: car.text, confidence: normal, time: "none" }];
};

const sell: Rule = (reading) => {
  const thing = readPhrase(reading.sentence, reading.at, reading.end);
  if (!thing || thing.determiner !== "my" || reading.predicate.tense !== "past" || reading.predicate.negated) return [];
  return [{ key: "owns", value: thing.text, negated: true, changed: true, time: "none" }];
};

const suffer: Rule = (reading) => {
  const at = behind(reading, reading.at, ["from"]);
  const condition = at === undefined ? undefined : readPhrase(reading.sentence, at, reading.end);
  return condition && reading.predicate.tense === "present" && !reading.predicate.negated
    ? [{ key: "health_condition", value: condition.text, confidence: loose, time: "none" }]
    : [];
};

/** Possessions, health and food. */
export const things: RuleTable = {
  own: [acquire],
  buy: [acquire],
  purchase: [acquire],
  get: [acquire],
  have: [have],
  eat: [eat],
  drink: [eat],
  drive: [drive],
  sell: [sell],
  suffer: [suffer],
};

export { allergies };
