import { normaliseKey } from "@loci/kernel";
import type { EntityName } from "@loci/ports/language-model";
import { isHedged, isUnreal } from "../../modality.ts";
import { normal } from "../../rule.ts";
import { departmentOf } from "../departments.ts";
import { isErrand } from "../errands.ts";
import { isAttribute } from "../note-labels.ts";
import type { LineFact } from "../roster.ts";
import { detailsOf, isOfThing, jobOf, isProse, predicateAt, type Detail } from "./detail.ts";
import { headOf, isSomebodys } from "./heads.ts";
import { isOfPerson, isPairs, leadOf, type Lead } from "./leads.ts";
import { partsOf, type Part } from "./parts.ts";
import { shapeOf } from "./shapes.ts";

/** Of whom a line without a subject speaks, and how to tell a clause from a phrase. */
export interface DetailContext {
  readonly owner: EntityName;
  readonly isClause: (text: string) => boolean;
}

export interface DetailLine {
  readonly facts: readonly LineFact[];
  /** Whom or what the line names before its details. */
  readonly head: EntityName | undefined;
  /** How many characters at the beginning are a clause, to be read as prose. */
  readonly prose: number;
}

const maxLine = 400;
const maxParts = 14;

/** "Dishwasher Bosch SMV4, bought 12 May 2024, warranty two years": a line of details without a verb, and of what they are. */
export function readDetailLine(text: string, start: number, context: DetailContext): DetailLine | undefined {
  if (text.length > maxLine || /\?\s*$/.test(text) || isErrand(text)) return undefined;
  if (isHedged(text) || isUnreal(text)) return undefined;
  const lead = leadOf(text, context.owner);
  if (lead === undefined) return undefined;
  const parts = partsOf(text.slice(lead.length), start + lead.length);
  const [first] = parts;
  if (first === undefined || parts.length > maxParts) return undefined;
  if (lead.length === 0 && (isProse(first.text) || isStatement(first.text, context))) return behindClause(parts, start, context);
  // "My manager, Sunniva, retires in June" is a sentence.
  const isSentenceOf =
    /^(?:my|our)\s/i.test(first.text) && parts.slice(1).some((part) => /^\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+){0,2}$/u.test(part.text));
  if (isSentenceOf || isProse(text) || parts.slice(1).some((part) => isSentence(part, context))) return undefined;
  if (lead.length === 0) return readParts(parts, context);
  return lead.owner === undefined ? ofLabel(parts, lead, context) : ofOwner(parts, lead.owner);
}

/** "Anna lives in Lisbon": a clause, unless a noun that is known for a label stands before what its form shows ("Warranty expires in May"). */
function isStatement(text: string, { isClause }: DetailContext): boolean {
  if (!isClause(text)) return false;
  return predicateAt(text) !== undefined || !detailsOf(text).some(({ key, personal }) => personal || isAttributeKey(key));
}

function isAttributeKey(key: string): boolean {
  const words = key.split("_");
  return words.some((_, i) => isAttribute(words.slice(0, i + 1).join(" ")));
}

/** "mortgages take about six weeks" */
function isSentence({ text }: Part, { isClause }: DetailContext): boolean {
  return /\s\p{Ll}+\s/u.test(text) && isClause(text) && !detailsOf(text).some(({ personal }) => personal);
}

/** A line of nothing but labels with their values: "Editor: Neovim, font: JetBrains Mono, shell: zsh". */
export function readPairs(text: string, start: number, { owner }: DetailContext): LineFact[] | undefined {
  if (text.length > maxLine || !/[=:]/.test(text)) return undefined;
  const parts = partsOf(text, start);
  return parts.length <= maxParts && isPairs(parts)
    ? parts.flatMap((part) => factsOf(detailsOf(part.text), part, owner))
    : undefined;
}

/** "Ordered the bunk bed from Holzhof, order no. HH-90551, delivery between 3 and 7 March": a clause, and details of its object. */
function behindClause(parts: readonly Part[], start: number, { owner }: DetailContext): DetailLine | undefined {
  const details = parts.map(({ text }) =>
    isProse(text) ? [] : detailsOf(text).filter(({ labelled, personal }) => labelled || personal),
  );
  const from = details.findLastIndex((one) => one.length === 0) + 1;
  const [first] = parts;
  const last = parts[from - 1];
  if (first === undefined || last === undefined || from === parts.length) return undefined;
  const behind = parts.slice(from);
  const isOwn = ownClause.test(first.text) && details.slice(from).every((one) => one.every(({ personal }) => personal));
  if (isOwn)
    return {
      facts: behind.flatMap((part) => factsOf(detailsOf(part.text), part, owner)),
      head: undefined,
      prose: last.end - start,
    };
  const [, object] = deed.exec(first.text) ?? [];
  if (object === undefined) return undefined;
  const subject = { type: "Thing", name: object };
  if (!behind.every(({ text }) => standsAlone(text) || isOfThing(detailsOf(text)[0] ?? { key: "", value: "" }))) return undefined;
  return {
    facts: behind.flatMap((part) => factsOf(detailsOf(part.text), part, subject)),
    head: undefined,
    prose: last.end - start,
  };
}

/** "Lives in Porto", "I'm a nurse", "The user works …". */
const ownClause = /^(?:I\b|(?:the )?user\b(?!['’])|\p{L}{3,}s\s)/iu;

const deed =
  /^(?:(?:I|We)(?:'ve)?\s)?(?:(?:just|finally)\s)?\p{L}+\s(?:an?|the|my|our|new|two)\s((?:\p{L}[\p{L}\d-]*\s){0,3}?\p{L}[\p{L}\d-]*)(?=\s(?:from|at|for|in|with|on|to|by)\s|$)/iu;

/** Behind a label that says whose they are, every part has to be a detail, and there are two at least. */
function ofOwner(parts: readonly Part[], owner: EntityName): DetailLine | undefined {
  const details = parts.map(({ text }) => detailsOf(text));
  const [first, ...rest] = parts;
  // "User: Ingrid Solheim, 52, midwife"
  const isNamed =
    first !== undefined && /^\p{Lu}\p{Ll}+(?:\s\p{Lu}[\p{L}'’-]+){0,2}$/u.test(first.text) && isOfPerson(details.slice(1).flat());
  const read = isNamed ? details.slice(1) : details;
  const known = read.filter((one) => one.length > 0).length;
  if (parts.length < 2 || known === 0 || known * 3 < read.length * 2) return undefined;
  const name = isNamed
    ? factsOf([{ key: /\s/.test(first.text) ? "full_name" : "given_name", value: first.text }], first, owner)
    : [];
  return {
    facts: [...name, ...(isNamed ? rest : parts).flatMap((part) => factsOf(detailsOf(part.text), part, owner))],
    head: undefined,
    prose: 0,
  };
}

/** "Car: Skoda Octavia, plate WN-88213": what the owner has, and the details of that. */
function ofLabel(parts: readonly Part[], { label }: Lead, { owner }: DetailContext): DetailLine | undefined {
  const [first, ...rest] = parts;
  if (first === undefined) return undefined;
  const details = parts.map((part) => detailsOf(part.text));
  const isMedication = /s$/.test(label) && details.every((one) => one.some(({ key }) => key === "medication"));
  if (isMedication)
    return { facts: parts.flatMap((part) => factsOf(detailsOf(part.text), part, owner)), head: undefined, prose: 0 };
  const others = details.slice(1);
  const known = others.filter((one) => one.some(({ labelled, personal }) => labelled || personal)).length;
  if (known === 0 || known * 2 < rest.length) return undefined;
  // "Skoda: MOT due 3 Nov, tyres 2.4 bar": all is said of what the label names.
  const isSubject =
    /^\p{Lu}\p{L}+$/u.test(label) && !isSomebodys(label.toLowerCase()) && details[0]?.some(({ labelled }) => labelled) === true;
  if (isSubject) {
    const subject = { type: isOfPerson(details.flat()) ? "Person" : "Thing", name: label };
    return { facts: parts.flatMap((part) => factsOf(detailsOf(part.text), part, subject)), head: subject, prose: 0 };
  }
  if (shapeOf(first.text) === undefined) return undefined;
  const isSomebody =
    isOfPerson(others.flat()) || isSomebodys(label.toLowerCase()) || /^(?:Dr|Mr|Mrs|Ms|Prof|Herr|Frau)\b/.test(first.text);
  const entity = { type: isSomebody ? "Person" : "Thing", name: first.text };
  const key = normaliseKey(label.replaceAll("-", " "));
  const facts = rest.flatMap((part) => factsOf(detailsOf(part.text), part, entity));
  return { facts: [{ ...factOf({ key, value: "" }, first, owner), target: entity }, ...facts], head: entity, prose: 0 };
}

function readParts(parts: readonly Part[], { owner, isClause }: DetailContext): DetailLine | undefined {
  const [first, ...rest] = parts;
  if (first === undefined) return undefined;
  const head = headOf(first, rest, isClause);
  const own = head
    ? [...factsOf(head.owners, first, owner), ...factsOf(head.details, first, head.entity)]
    : factsOf(detailsOf(first.text), first, owner);
  const found = rest.map((part) => factsOf(detailsOf(part.text), part, head?.entity ?? owner));
  const read = found.filter((facts) => facts.length > 0).length;
  // A number alone is an age only behind somebody's name.
  if (head === undefined && /^\d+$/.test(first.text)) return undefined;
  const isRead =
    own.length > 0
      ? (read + 1) * 3 >= parts.length * 2
      : head !== undefined && (read > 1 ? read * 3 >= rest.length * 2 : read === 1 && rest.length === 1);
  if (!isRead || (parts.length === 1 && !standsAlone(first.text))) return undefined;
  return { facts: [...own, ...found.flat()], head: head?.entity, prose: 0 };
}

/** One part alone says something where a noun that is known for it stands before a code, a figure or a time. */
function standsAlone(text: string): boolean {
  // "Nurse at St Anne's"
  if (/^\p{Lu}/u.test(text) && jobOf(text).some(({ key }) => key === "employer")) return true;
  if (/^(?:valid|due)/.test(predicateAt(text)?.detail.key ?? "")) return true;
  const words = text.split(/\s+/).map((word) => word.replace(/\.$/, ""));
  return words
    .slice(0, 4)
    .some(
      (word, i) => isAttribute(word.toLowerCase()) && /^(?:code|figure|when)$/.test(shapeOf(words.slice(i + 1).join(" ")) ?? ""),
    );
}

function factsOf(details: readonly Detail[], part: Part, subject: EntityName): LineFact[] {
  const isPerson = subject.type === "Person";
  return details
    .filter((one) => (isPerson ? !isOfThing(one) : !one.personal))
    .flatMap((one) => {
      const somebody = departmentOf(one.value, part);
      return somebody ? [factOf({ ...one, value: somebody.name }, part, subject), ...somebody.facts] : [factOf(one, part, subject)];
    });
}

function factOf({ key, value }: Detail, { start, end }: Part, subject: EntityName): LineFact {
  return { subject, key, value, confidence: normal, start, end };
}
