import { normaliseKey } from "@loci/kernel";
import type { EntityName } from "@loci/ports/language-model";
import type { Mention } from "../conversation.ts";
import { petKind, relationOf } from "../kinship.ts";
import { normal } from "../rule.ts";
import { typeByNoun } from "../subject.ts";
import { keyOfNoun } from "./who.ts";
import { attendance } from "./attendance.ts";
import { contactOf } from "./contacts.ts";
import { departmentOf } from "./departments.ts";
import { detailsOf } from "./details/detail.ts";
import { sentencesAt } from "./details/sentences-at.ts";
import { partsOf } from "./details/parts.ts";
import { isErrand, itemsOf, taskOf, withoutEnd } from "./errands.ts";
import { isAttribute, labelKind, type LabelKind } from "./note-labels.ts";
import type { LineFact } from "./roster.ts";

/** A part of a line: prose, or what a label says of a value. Offsets are in the content. */
export interface NotePart {
  readonly label: string;
  /** Where the label begins; the value lies in start..end. */
  readonly from: number;
  readonly start: number;
  readonly end: number;
}

/** Who speaks, and what was named before. */
export interface NoteSpeakers {
  readonly self: string;
  readonly last: Mention | undefined;
  /** Whom or what the line named before its details. */
  readonly topic?: EntityName | undefined;
}

export interface NoteReading {
  readonly facts: readonly LineFact[];
  /** The value is to be read as prose, said by `self` where that is somebody else. */
  readonly prose: boolean | "with its label";
  readonly self?: string;
}

const maxLine = 600;
const dashed = /^\s*(reminder|to-?do|note to self|memo|action)\s+[–—-]\s+(?=\S)/i;
const labelAt = /(^|[.;|!]\s+|,\s+)([\p{L}\p{N}#@*](?:[\p{L}\p{N} #&@*'’()/-]|\.(?=\S)){0,50}):(?=\s+\S)/gu;

/** Cuts a line at its labels ("Owner: Katarzyna. Deadline: 3 May"); one part where it has none. */
export function notePartsOf(content: string, start: number, end: number): NotePart[] {
  const text = content.slice(start, end);
  const whole = [{ label: "", from: start, start, end }];
  const [lead = "", label = ""] = dashed.exec(text) ?? [];
  if (lead !== "") return [{ label, from: start, start: start + lead.length, end }];
  if (text.length > maxLine || !text.includes(": ")) return whole;
  const parts: NotePart[] = [];
  let open = { label: "", from: start, start };
  for (const match of text.matchAll(labelAt)) {
    const [all = "", before = "", label = ""] = match;
    const at = start + match.index + before.length;
    // Behind a comma, and behind a sentence, only a label that is known for one begins something new.
    const kind =
      labelKind(label) ?? (match.index === 0 && isTimed(label, text.slice(all.length).trimStart()) ? timed(label) : undefined);
    if (
      (kind === undefined && !(before.startsWith(".") && /^\p{Lu}\p{Ll}+(?:\s\p{Ll}+)?$/u.test(label))) ||
      (before.startsWith(",") && !/^(?:attribute|role)$/.test(kind?.kind ?? ""))
    )
      continue;
    if (at > open.from) parts.push({ ...open, end: at });
    open = { label, from: at, start: start + match.index + all.length };
  }
  parts.push({ ...open, end });
  return parts.flatMap((part) => beforeSentence(content, part)).filter((part) => content.slice(part.from, part.end).trim() !== "");
}

/** "Present: Oddny, Ferran. Oddny drafts the report.": what a label tells ends with its sentence; what follows is prose. */
function beforeSentence(content: string, part: NotePart): NotePart[] {
  const kind = part.label === "" ? undefined : labelKind(part.label)?.kind;
  if (kind === "tasks") return beforeStatement(content, part);
  if (kind !== "attribute" && kind !== "role") return [part];
  // "Present: Oonagh, Ms Tully. 1. The roof will be …": the points of minutes begin with their number.
  const stop = /[\p{Ll}\d)%]{2}[.!]\s+(?=(?:\d{1,2}[.)]\s)?\p{Lu}\S*\s\S)/u.exec(content.slice(part.start, part.end));
  if (!stop || isAbbreviated.test(content.slice(part.start, part.start + stop.index + 3))) return [part];
  const at = part.start + stop.index + stop[0].length;
  return [
    { ...part, end: at },
    { label: "", from: at, start: at, end: part.end },
  ];
}

/** "To do: sand the stairs. Gutter man is Ferdy.": what is told behind the things to do is none of them. */
function beforeStatement(content: string, part: NotePart): NotePart[] {
  const sentences = sentencesAt(content, part.start, part.end);
  const from = sentences.findIndex(({ start, end }, i) => {
    const text = content.slice(start, end).trim();
    return i > 0 && !isErrand(text) && stating.test(text) && !/^\S+\s(?:to|will)\s/.test(text);
  });
  const at = sentences[from]?.start;
  return at === undefined
    ? [part]
    : [
        { ...part, end: at },
        { label: "", from: at, start: at, end: part.end },
      ];
}

const isAbbreviated = /(?:^|[\s(])(?:dr|mr|mrs|ms|prof|st|no|nr|tel|approx|ext|incl|excl|min|max|corp|inc|ltd|co)\.$/i;

/** What somebody says of themselves. */
const spoken = /^(?:i(?:['\u2019](?:m|ve|d|ll))?|we(?:['\u2019](?:re|ve))?|my \p{Ll}+ (?:is|are|has|was)) /iu;

/** What a label says of its value; undefined where both are to be read as prose together. */
export function readNote(content: string, part: NotePart, speakers: NoteSpeakers): NoteReading | undefined {
  const value = withoutEnd(content.slice(part.start, part.end).trimStart());
  if (part.label === "") return ofFragment(value, speakers.self, placeOf(content, part));
  const kind =
    isTimed(part.label, value) && labelKind(part.label)?.kind !== "attribute" && labelKind(part.label)?.kind !== "tasks"
      ? timed(part.label)
      : labelKind(part.label);
  if (kind === undefined || value === "") return undefined;
  const place = placeOf(content, part);
  if (kind.kind === "agenda") {
    const isDoing = speakers.self !== "" && value.length <= 160 && /^\p{L}{2,}ing\s/iu.test(value);
    return isDoing ? { facts: [fact(selfOf(speakers.self), "task", value, place)], prose: false } : { facts: [], prose: true };
  }
  if (kind.kind === "announcement") return ofAnnouncement(kind.key, value, speakers, place);
  if (kind.kind === "listed") {
    const owner = /^(?:i|we)$/i.test(kind.owner) ? speakers.self : kind.owner;
    return { facts: owner === "" ? [] : ofRole(kind.noun, value, selfOf(owner), place), prose: "with its label" };
  }
  if (kind.kind === "person") return ofPerson(kind.name, value, place);
  // "Customer: my name is Olivier, …": who speaks, before what they say.
  if (spoken.test(value)) return { facts: [], prose: true };
  if (/\?$/.test(value)) return { facts: [], prose: false };
  // "Note to self: the spare key is with Mrs Petrov" is something to know.
  if (kind.kind === "tasks" && !isErrand(value) && stating.test(value)) return { facts: [], prose: true };
  if (kind.kind === "tasks")
    return {
      facts: itemsOf(value).flatMap((item) => taskOf(item, kind.whose === "" ? speakers.self : kind.whose, kind.key, place, true)),
      prose: false,
    };
  // "Ticket 88213: the printer jams. She needs it before Thursday. Assigned to Jorge.": what follows is told in sentences.
  // "Lead: Sofia Lind, manager at Nordbygg, wants a demo": what follows the name is told of her.
  const isProse =
    (kind.kind === "numbered" && /[.!?]\s+\p{Lu}/u.test(value)) ||
    (kind.kind === "role" && /^\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+){1,2},\s\p{Ll}/u.test(value));
  return { facts: ofNoun(kind, value, speakers, place), prose: isProse };
}

const stating =
  /^[^,;:]{1,60}?\s(?:is|are|was|were|has|have|had|isn't|aren't|hasn't|lives?|works?|closes|opens|starts|ends|likes|hates|needs|wants|takes)\s/i;

const time = String.raw`(?:(?:on|at|every|each|next|this|from|by|alternate)\s)*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|tue|wed|thu|fri|sat|sun)\b|(?:every|each|next|this)\s(?:other|second|day|weekday|week|month|morning|evening|weekend)|today|tomorrow|tonight|\d{1,2}(?::|\.)\d\d|\d{1,2}\s?(?:am|pm)|\d{1,2}(?:st|nd|rd|th)?\s(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))`;
const timedValue = new RegExp(`^${time}`, "i");

/** "Physio: Mondays 7:45": a time is what such a label tells. */
function isTimed(label: string, value: string): boolean {
  return (
    /^\p{L}[\p{L} '’-]{2,30}$/u.test(label) &&
    value.length < 80 &&
    !/[?]|\b(?:I|we|he|she|they|is|are|was|were|will)\b/.test(value) &&
    timedValue.test(value)
  );
}

function timed(label: string): LabelKind {
  return { kind: "attribute", noun: label.toLowerCase(), of: undefined };
}

const fragment = new RegExp(
  String.raw`^(?:(?:my|our|the)\s)?(?:\p{L}[\p{L}'’-]*\s){0,3}?(?:meeting|dentist|doctor|gp|physio|haircut|hairdresser|barber|vet|call|lesson|lessons|class|training|rehearsal|practice|gym|interview|exam|appointment|check-?up|flight|train|ferry|delivery|party|concert|workshop|review|sync|stand-?up|retro|demo|yoga|pilates|parents['’] evening|optician|therapy|massage|mot|service|viewing|wedding|funeral|match|game|session|seminar|lecture)\s(?:(?:with|at|for)\s[\p{L}. ]{2,30}?\s)?${time}[^?;!]{0,50}$`,
  "iu",
);

/** "Team meeting every second Wednesday at 9": an appointment without a verb, as a line or as a sentence of one. */
export function ofFragment(value: string, self: string, place: Place): NoteReading | undefined {
  if (
    self === "" ||
    value.length > 100 ||
    isErrand(value) ||
    !fragment.test(value) ||
    /\b(?:I|we|he|she|they|you|there|got|had|'ve|'m|is|are|was|were|will|has|have|had|moved|changed|cancelled|canceled|not|no|teach(?:es)?|takes?|gives?|runs?|leads?|hosts?|attends?|go(?:es)?|do(?:es)?|plays?)\b/i.test(
      value,
    )
  )
    return undefined;
  return { facts: [fact(selfOf(self), "appointment", value, place)], prose: false };
}

type Place = Pick<LineFact, "start" | "end">;

function placeOf(content: string, part: Pick<NotePart, "from" | "end">): Place {
  return { start: part.from, end: part.from + content.slice(part.from, part.end).trimEnd().length };
}

function ofAnnouncement(label: string, value: string, { self }: NoteSpeakers, place: Place): NoteReading {
  const items = itemsOf(value).flatMap((item) => taskOf(item, "", "task", place, false));
  if (items.length > 0) return { facts: items, prose: false };
  const isDecision = /^(?:decisions?|decided|agreed|resolved)$/.test(label);
  const decision = isDecision && self !== "" && value.length <= 160 && /\s/.test(value);
  // "we stay on Postgres 15" holds by the decision alone.
  const isOwn = decision && /^(?:we|to|that we|not|no|i)\s/i.test(value);
  return { facts: decision ? [fact(selfOf(self), "decision", value, place)] : [], prose: !isOwn };
}

/** "Bram: order new toner" gives Bram a task; "Bram: I'm in Malmö" is what Bram says. */
function ofPerson(name: string, said: string, place: Place): NoteReading | undefined {
  const value = said.replace(/^(?:please|pls)[,\s]\s*/i, "");
  if (/\?$/.test(value)) return { facts: [], prose: false };
  if (/^(?:I|I'm|I've|I'll|we|we're|my|our|me)\b|\b(?:I|I'm|I've|my)\b/i.test(value)) return { facts: [], prose: true, self: name };
  if (!isErrand(value)) return undefined;
  const facts = itemsOf(value).flatMap((item) => taskOf(item, name, "task", place, false));
  return facts.length === 0 ? undefined : { facts, prose: false };
}

function ofNoun(kind: LabelKind, value: string, speakers: NoteSpeakers, place: Place): LineFact[] {
  const { self } = speakers;
  if (kind.kind === "numbered") {
    if (self === "") return [];
    const subject = { type: "Thing", name: kind.name };
    return [
      ...(kind.whom === undefined ? [] : [fact(subject, kind.whose === "from" ? "from" : "for", kind.whom, place)]),
      ...ofFirstSentence(value).map((said) => fact(subject, "description", said, place)),
      ...partsOf(value, place.start)
        .flatMap(({ text }) => detailsOf(text))
        .flatMap(({ key, value: said, personal }) => (personal ? [] : [fact(subject, key, said, place)])),
    ];
  }
  if (kind.kind === "role")
    return self === "" ? [] : ofRole(kind.noun, value, speakers.topic?.type === "Person" ? speakers.topic : selfOf(self), place);
  if (kind.kind !== "attribute" || value.length > 160) return [];
  const attended = attendance(kind.noun, value, meetingOf(speakers), place);
  if (attended) return attended;
  const owner = ownerOf(kind.noun, kind.of, speakers);
  if (!owner) return [];
  const key = typeof kind.of === "string" && isTime(kind.of) ? `${kind.noun} ${kind.of}` : kind.noun;
  const contact = /^(?:contacts?|reference|host|chair)$/.test(kind.noun) ? ofRole(kind.noun, value, owner, place) : [];
  if (contact.length > 1) return contact;
  const somebody = departmentOf(value, place);
  if (somebody) return [fact(owner, normaliseKey(key.replaceAll("-", " ")), somebody.name, place), ...somebody.facts];
  const [head = value, ...more] = value.split(/,\s/);
  const further = more.map((one) => /^(\p{Ll}[\p{L}-]{1,20})\s(?:is\s|on\s|by\s)?(\S.{0,60})$/u.exec(one));
  // "Wifi: Casa_5G, password kiwi-77"
  if (more.length > 0 && further.every((one) => one !== null && isAttribute(one[1] ?? "")))
    return [
      fact(owner, normaliseKey(key.replaceAll("-", " ")), head, place),
      ...further.flatMap((one) =>
        fact(owner, normaliseKey(`${key} ${one?.[1] ?? ""}`.replaceAll("-", " ")), one?.[2] ?? "", place),
      ),
    ];
  const values = many.test(kind.noun) ? value.split(/,\s(?:and\s)?|\sand\s|;\s/) : [value];
  return values
    .map((one) => one.replace(/\s\([^()]*\)$/, (brackets) => (many.test(kind.noun) ? "" : brackets)).trim())
    .filter((one) => one !== "")
    .map((one) => fact(owner, normaliseKey(key.replaceAll("-", " ")), one, place));
}

function meetingOf({ topic }: NoteSpeakers): string {
  return topic === undefined || /^(?:minutes|notes|agenda)$/i.test(topic.name) ? "meeting" : topic.name;
}

function ofFirstSentence(value: string): string[] {
  const [first = ""] = value.split(/(?<=[.!?])\s+(?=\p{Lu})/u);
  const said = first.replace(/[.!]$/, "");
  return said === "" || said.length > 160 ? [] : [said];
}

const many =
  /^(?:attendees?|present|participants?|attending|apologies|absent|excused|hobby|hobbies|allergies|stakeholders?|guests|blockers?|risks?|dependencies)$/;

function isTime(text: string): boolean {
  return /^(?:(?:fy|q[1-4]|h[12]|summer|winter|spring|autumn|january|february|march|april|may|june|july|august|september|october|november|december|next|this|last)\b.*|(?:19|20)\d\d\b.*|\d.*)$/i.test(
    text,
  );
}

/** Of what a label speaks: what it names itself, what was named before, or the speaker. */
function ownerOf(
  noun: string,
  of: Extract<LabelKind, { kind: "attribute" }>["of"],
  { self, last, topic }: NoteSpeakers,
): EntityName | undefined {
  if (typeof of === "object") return { type: "Person", name: of.person };
  if (of !== undefined && !isTime(of) && !/^(?:me|us|you)$/i.test(of)) {
    const name = of.replace(/^(?:project|team)\s(?=\p{Lu})/iu, "");
    return name.length > 60
      ? undefined
      : { type: typeByNoun(noun) === "Project" && /^\p{Lu}/u.test(name) ? "Project" : "Thing", name };
  }
  if (topic !== undefined) return topic;
  if (last && last.possession === undefined && !/^(?:Person|Animal|Place)$/.test(last.type))
    return { type: last.type, name: last.name };
  return self === "" ? undefined : selfOf(self);
}

const someone =
  /^((?:(?:Dr|Mr|Mrs|Ms|Prof)\.?\s)?\p{Lu}[\p{L}'’.-]{1,30}(?:\s\p{Lu}[\p{L}'’.-]{0,30}){0,3})(?:\s\((\d{1,3})\)|\s(\d{1,3}))?$/u;

/** "Plumber: Mr Adeyemi, 0177 555 2093", "Kids: Leo (8) and Mara (5)", "Vet: 0177 555 2093". */
function ofRole(noun: string, value: string, owner: EntityName, place: Place): LineFact[] {
  const head = noun.split(" ").at(-1) ?? noun;
  const pet = relationOf(head) === undefined && petKind(head) !== undefined;
  const key = normaliseKey(keyOfNoun(head, noun));
  const parts = value
    .split(/,\s(?:and\s)?|\sand\s|\s&\s|;\s|\s[|–—-]\s|(?<=[\p{L}.)])\s(?=[+(]?\d[\d\s/.-]{5,}$)|\s\((?=\D)/u)
    .map((one) => (one.includes("(") ? one : one.replace(/\)$/, "")).trim())
    .filter((one) => one !== "");
  const found: LineFact[] = [];
  let named: EntityName | undefined;
  for (const part of parts) {
    const [, relative, said = part.trim()] =
      /^(?:my|our|his|her|their)\s(\p{Ll}+(?:-in-law)?)\s(\p{Lu}.*)$/u.exec(part.trim()) ?? [];
    const [, name, inBrackets, age = inBrackets] = someone.exec(said) ?? [];
    const relation = relative === undefined ? undefined : relationOf(relative);
    const contact = contactOf(part.trim());
    if (contact !== undefined) {
      const who = named ?? owner;
      found.push(fact(who, named ? contact.key : `${key}_${contact.key}`, contact.value, place));
    } else if (name !== undefined && (named === undefined || relationOf(head) !== undefined || pet)) {
      named = { type: pet ? "Animal" : "Person", name };
      found.push({ ...fact(owner, key, "", place), target: named });
      if (relation !== undefined) found.push({ ...fact(owner, relation, "", place), target: named });
      const species = pet ? petKind(head) : undefined;
      if (species !== undefined) found.push(fact(named, "species", species, place));
      if (age !== undefined) found.push(fact(named, "age", age, place));
    }
  }
  if (found.length > 0) return found;
  return value.length > 80 || /\s(?:is|are|was|has)\s/.test(value) ? [] : [fact(owner, key, value, place)];
}

function selfOf(name: string): EntityName {
  return { type: "Person", name };
}

function fact(subject: EntityName, key: string, value: string, place: Place): LineFact {
  return { subject, key, value, confidence: normal, ...place };
}
