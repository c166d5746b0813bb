import { normaliseKey } from "@loci/kernel";
import { isOccupation } from "../../complement.ts";
import { contactOf } from "../contacts.ts";
import { roles } from "../names.ts";
import { isAttribute } from "../note-labels.ts";
import { isWhen, shapeOf, type Shape } from "./shapes.ts";

/** What one part of a note says of whom or what the note is about. */
export interface Detail {
  readonly key: string;
  readonly value: string;
  /** Only a person has such a thing. */
  readonly personal?: true;
  /** A label before a value, which says what it is wherever it stands. */
  readonly labelled?: true;
}

const maxLabel = 5;
const labelWord = /^(?:\p{L}[\p{L}'’-]*(?:\.|\/\p{L}+)?|#)$/u;
const noLabel =
  /^(?:i|we|he|she|they|it|you|who|that|this|these|those|there|and|or|but|not|if|when|is|are|was|were|a|an|the|one|two|three|to|of|for|with|by|as|over|under|about|around|during|so|then|also|just|please|see|via)$/i;
const kept = /^(until|till|from|since|by|before|after|with|through|via|for)\s+(?=\S)/i;

/** Reads one part of a note without a verb; nothing where its form does not say what it is. */
export function detailsOf(text: string): readonly Detail[] {
  if (text === "" || text.length > 120 || isProse(text)) return [];
  const pair = assigned(text);
  if (pair !== undefined) return [pair];
  const job = jobOf(text);
  if (job.length > 0) return job;
  const one = contact(text) ?? personal(text);
  if (one !== undefined) return [one];
  if (isWhen(text)) return [{ key: "when", value: text }];
  const whole = labelled(text) ?? valueFirst(text);
  if (whole !== undefined) return whole.key === "" ? [] : [whole];
  // "departs 06:55 from Munich"
  const [, before = "", preposition = "", name = ""] =
    /^(.{4,60}?)\s(from|in|at|to|with|for|by)\s(\p{Lu}[\p{L}\d&'’ .-]{1,40})$/u.exec(text) ?? [];
  const inner = before === "" ? undefined : labelled(before);
  return inner === undefined || inner.key === "" ? [] : [inner, { ...inner, key: `${inner.key}_${preposition}`, value: name }];
}

/** Whether a text has what only sentences have: a pronoun as its subject, or a verb that needs one. */
export function isProse(text: string): boolean {
  return sentenceWords.test(text) || shortIs.test(text);
}

/** "Our wedding's at Loch Ailort", "The school's shut": no owner's mark is followed by these. */
const shortIs = /\p{L}['’]s (?:at|in|on|not|with|from|called|moved|gone|shut|closed|off|out|away|back)(?=$|[\s,.])/u;

const sentenceWords =
  /(?:^|[\s"“(])(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|[Ii]t|[Yy]ou|who|which|[Tt]here|is|are|was|were|am|has|have|had|will|would|can|could|should|shall|may|might|must|do|does|did|don't|doesn't|isn't|aren't|can't|won't|let's)(?=$|[\s,'’])/;

function contact(text: string): Detail | undefined {
  const found = contactOf(text);
  return found === undefined || isWhen(text) ? undefined : { ...found, labelled: true };
}

/** "editor = Helix" */
function assigned(text: string): Detail | undefined {
  const [, label = "", value = ""] = /^(\p{L}[\p{L}\p{N} _-]{1,30}?)(?:\s?=\s?|:\s)([^\s=:][^=]{0,80})$/u.exec(text) ?? [];
  return label === "" ? undefined : { key: normaliseKey(label.replaceAll("-", " ")), value: unquoted(value), labelled: true };
}

function unquoted(value: string): string {
  return value.replace(/^["'“](.*)["'”]$/, "$1");
}

/** "blood type O negative", "due on 14 May", "insured with Allianz": words of a label, and a value that its form shows. */
function labelled(text: string): Detail | undefined {
  const words = text.split(/\s+/);
  for (let at = 1; at <= Math.min(maxLabel, words.length - 1); at++) {
    const word = words[at - 1] ?? "";
    if (!labelWord.test(word) || noLabel.test(word) || (at > 1 && /^\p{Lu}\p{Ll}/u.test(word))) return undefined;
    const label = words
      .slice(0, at)
      .join(" ")
      .replace(/^(?:my|our|the|new)\s/i, "");
    const rest = words.slice(at).join(" ");
    const shape = shapeOf(rest.replace(kept, "").replace(/^(?:on|in|at|to)\s+(?=\S)/, ""));
    // "Korle Hospital" is a name, and no label of one.
    const isName =
      shape === "name" && at === 1 && /^\p{Lu}/u.test(word) && !/^\p{Lu}{2,4}$/u.test(word) && !isAttribute(label.toLowerCase());
    if (isName || (shape === "figure" && /^in\s/.test(rest) && !isAttribute(label.toLowerCase()))) return undefined;
    if (shape !== undefined) return ofShape(label, rest, shape);
    if (plainAttribute.test(label) && /^\p{Ll}[\p{L}-]+(?:\s\p{Ll}[\p{L}-]+){0,2}$/u.test(rest))
      return { key: keyOf(label), value: rest, labelled: true };
  }
  return undefined;
}

const predicate =
  /^(?:\p{Ll}+ed|bought|sold|built|paid|sent|made|due|valid|free|expires|ends|starts|runs|renews|begins|departs|arrives|leaves|opens|closes|lasts|costs)$/u;

/** "Heating inspected on 4 May", "MOT valid until August": what a thing has gone through, or goes on. */
export function predicateAt(text: string): { readonly noun: string; readonly detail: Detail } | undefined {
  const words = text.split(/\s+/);
  const at = words.findIndex((word, i) => i > 0 && predicate.test(word));
  if (at < 1 || at > 5 || !words.slice(0, at).every((word) => labelWord.test(word) && !noLabel.test(word))) return undefined;
  const detail = labelled(words.slice(at).join(" "));
  return detail === undefined || detail.key === ""
    ? undefined
    : {
        noun: words
          .slice(0, at)
          .join(" ")
          .replace(/^(?:My|Our|The)\s/, ""),
        detail,
      };
}

/** Whether a detail needs a thing that it is said of. */
export function isOfThing({ key }: Detail): boolean {
  return /^(?:when|due|valid|expires|renews|arrives|departs|delivered|shipped|bought|sold|inspected|serviced|issued|costs|lasts)(?:_|$)/.test(
    key,
  );
}

/** What people note in one word of lower case. */
const plainAttribute =
  /(?:^|\s)(?:status|state|phase|stage|priority|severity|colou?r|size|type|diet|level|shell|editor|theme|browser|language|condition|instrument|hobby|subject|mood)$/i;

function ofShape(label: string, rest: string, shape: Shape): Detail | undefined {
  const [, word = ""] = kept.exec(rest) ?? [];
  const value = rest.replace(kept, "").replace(/^(?:on|in|at|to)\s+(?=\S)/, "");
  const preposition = /^(on|in|at|to)\s/.exec(rest)?.[1] ?? word.toLowerCase();
  if (/^(?:no|nr|number|#)\.?$/i.test(label)) return undefined;
  const [, before = label] = /^(.+?)\s(?:no|nr|number|#)\.?$/i.exec(label) ?? [];
  if (before !== label)
    return shape === "code" || shape === "figure" ? { key: keyOf(`${before} number`), value, labelled: true } : undefined;
  // A name behind a word says what it is only where the word is a noun: "insured with Allianz", but not "thanks Ola".
  const key = preposition === "" || (/^(?:on|in|at)$/.test(preposition) && shape === "when") ? label : `${label} ${preposition}`;
  return { key: keyOf(key), value, labelled: true };
}

const keys: Readonly<Record<string, string>> = {
  "works at": "employer",
  "works for": "employer",
  "working at": "employer",
  "working for": "employer",
  "employed at": "employer",
  "lives in": "residence",
  "living in": "residence",
  "based in": "residence",
  "reports to": "manager",
  "reporting to": "manager",
  "married to": "spouse",
  "born on": "birth_date",
  "born in": "birthplace",
  born: "birth_date",
  tel: "phone_number",
  phone: "phone_number",
  "date of birth": "birth_date",
  dob: "birth_date",
};

function keyOf(label: string): string {
  const plain = label.toLowerCase();
  return Object.hasOwn(keys, plain)
    ? (keys[plain] ?? "")
    : normaliseKey(plain.replaceAll("-", " ").replaceAll(/[.#/]/g, " ").trim());
}

const dose = /\d\s?(?:mg|mcg|µg|ml|iu|units?|drops?|tablets?|puffs?)\b/i;
/** What the names of ailments end in. */
const ailment =
  /(?:^|\s)(?:diabetes|diabetic|asthma|migraines?|epilepsy|eczema|adhd|copd|hypertension|high blood pressure|\p{Ll}{3,}(?:itis|aemia|emia|osis|pathy|algia|thyroidism|phobia))(?:\stype\s\S+)?$/iu;
const diets = /^(?:vegetarian|vegan|pescatarian|gluten-free|lactose-free|halal|kosher)$/i;
const relationship = /^(?:married|single|divorced|widowed|engaged|separated)$/i;

/** What only a person is or has: an age, an allergy, an occupation. */
function personal(text: string): Detail | undefined {
  const make = (key: string, value: string): Detail => ({ key, value, personal: true });
  const age = /^(?:aged?\s)?(\d{1,3})(?:\syears?(?:\sold)?|\s?y\/?o)?$/i.exec(text)?.[1];
  if (age !== undefined && Number(age) < 120) return make("age", age);
  const allergy =
    /^(?:severely\s)?(?:allergic|intolerant)\sto\s(\S.{1,60})$/i.exec(text)?.[1] ??
    /^(\p{L}[\p{L} -]{1,40})\s(?:allergy|intolerance)$/u.exec(text)?.[1];
  if (allergy !== undefined && !/^no$/i.test(allergy)) return make("allergy", allergy);
  if (ailment.test(text) && text.split(" ").length < 5) return make("condition", text);
  if (diets.test(text)) return make("diet", text.toLowerCase());
  if (relationship.test(text)) return make("relationship_status", text.toLowerCase());
  if (dose.test(text) && /^\p{L}/u.test(text)) return make("medication", text);
  const speaks = /^(?:speaks|fluent in)\s(\p{Lu}\S*(?:(?:,\s|\sand\s)\p{Lu}\S*){0,4})$/u.exec(text)?.[1];
  return speaks === undefined ? undefined : make("speaks", speaks);
}

const departments =
  /^(?:procurement|purchasing|sales|marketing|finance|hr|human resources|legal|logistics|operations|it|payroll|accounting|engineering|design|research|communications|quality|customer (?:success|service|support)|business development|r&d)$/i;

/** What a text without a verb says that somebody does, and where: "data engineer", "head of logistics at Frutalia", "midwife in Tromsø". */
export function jobOf(text: string): readonly Detail[] {
  const [, title = text, preposition = "", place = ""] =
    /^(.{3,60}?),?\s(at|in|with|for)\s(\p{Lu}[\p{L}\p{N} &'’.-]{1,40})$/u.exec(text) ?? [];
  const [head = ""] = title.split(/\s(?:of|for)\s/);
  if (
    title.length > 60 ||
    /^(?:an?|the|our|my|his|her|their)\s/i.test(title) ||
    !/^\p{L}[^\d]*$/u.test(title) ||
    head.split(" ").length > 4
  )
    return [];
  const employed = (key: string, value: string): Detail => ({ key, value, personal: true });
  // "procurement at Hartwell Foods"
  if (/^(?:at|with)$/.test(preposition) && departments.test(title))
    return [employed("department", title), employed("employer", place)];
  if (!isOccupation(head) && !roles.test(head.toLowerCase()) && !/^head$/i.test(head)) return [];
  const make = (key: string, value: string): Detail => ({ key, value, personal: true });
  const where = place === "" ? [] : [make(preposition === "in" ? "location" : "employer", place)];
  // "CFO of Solmar", but "Head of Quality"
  const [, office = title, firm = ""] =
    place === ""
      ? (/^(?!head\b|director\b|vp\b|manager\b)(\p{L}[\p{L} -]{1,30}?)\sof\s(\p{Lu}[\p{L}\p{N} &'’.-]{1,40})$/iu.exec(title) ?? [])
      : [];
  return [make("job_title", office), ...(firm === "" ? where : [make("employer", firm)])];
}

/** "24 seats", "39 euros a month": a figure and what it counts. */
function valueFirst(text: string): Detail | undefined {
  const price =
    /^(?:[€$£]\s?\d[\d.,]*k?|\d[\d.,]*k?\s?(?:€|\$|£|eur|usd|gbp|chf|sek|nok|dkk|euros?|dollars?|pounds?|francs?|kroner|kronor))(?:\s(?:a|an|per|\/)\s?\p{L}+)?$/iu;
  if (price.test(text)) return { key: "price", value: text };
  if (/^\d[\d.,]*k?\s(?:a|per)\s(?:year|month|week|day|hour)$/i.test(text)) return { key: "pay", value: text };
  const [, count = "", noun = ""] =
    /^(\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s(\p{Ll}[\p{L}-]{2,20}s(?!\w)|\p{Ll}[\p{L}-]{2,20}\s\p{Ll}[\p{L}-]{2,20}s)$/u.exec(
      text,
    ) ?? [];
  return count === "" || isWhen(text) ? undefined : { key: keyOf(noun), value: count };
}
