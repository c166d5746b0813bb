import type { EntityName, ExtractionTurn } from "@loci/ports/language-model";
import type { Mention } from "./conversation.ts";
import { isOwnErrand, itemsOf, taskOf, withoutEnd } from "./open-reader/errands.ts";
import { labelKind, type LabelKind } from "./open-reader/note-labels.ts";
import { explicit } from "./rule.ts";
import { readLabelledPhrase } from "./open-reader/labelled-phrase.ts";
import { readDetailLine, readPairs, type DetailContext } from "./open-reader/details/detail-line.ts";
import { sentencesAt } from "./open-reader/details/sentences-at.ts";
import { notePartsOf, ofFragment, readNote, type NotePart } from "./open-reader/notes.ts";
import type { LineFact } from "./open-reader/roster.ts";
import { isOfAuthor } from "./subjectless.ts";
import { afterSpeakerPrefix, proseOf } from "./prose.ts";

/** A stretch of a turn to be read as prose, said by `self`, and what its form says by itself. */
export interface NotedPiece {
  readonly start: number;
  readonly end: number;
  readonly self: string;
  readonly notes: readonly LineFact[];
}

/** "About Lena:" over a list: its items are said of Lena. */
const aboutSomebody =
  /^(?:[Aa]bout|[Ff]acts about|[Nn]otes (?:on|about)|[Ii]nfo (?:on|about)|[Pp]rofile of|[Dd]etails of)\s((?!Me:|Us:|You:|User:)\p{Lu}[\p{L}'’-]{1,30}(?:\s\p{Lu}[\p{L}'’-]{1,30})?):$/u;

const describing =
  /^([Pp]atient|[Pp]t|[Cc]lient|[Cc]ustomer|[Cc]andidate|[Aa]pplicant|[Ee]mployee|[Tt]enant|[Gg]uest|[Rr]esident|[Pp]upil|[Ss]tudent|[Nn]ame)(?: no\.? ?\d{1,12},)?:? ((?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}[\p{L}'\u2019-]{1,30}(?: \p{Lu}[\p{L}'\u2019-]{1,30}){1,2})(?=[,.;\n])/u;

/** Whom a note is about that never speaks of its author: "Patient: Ragnhild Moen, 58. …"; undefined for other texts. */
function describedIn(content: string): { readonly key: string; readonly target: EntityName; readonly end: number } | undefined {
  if (content.length > maxNote || /\b(?:I|I'm|I've|[Mm]y|[Ww]e|[Oo]ur|[Uu]s|[Mm]e|[Uu]ser)\b/.test(content)) return undefined;
  const found = describing.exec(content);
  const [whole = "", label = "", name = ""] = found ?? [];
  const key = /^name$/i.test(label) ? "" : label.toLowerCase().replace(/^pt$/, "patient");
  return found === null || key === "" ? undefined : { key, target: { type: "Person", name }, end: whole.length };
}

const maxNote = 4_000;

/** A label on a line of its own ("To do:") speaks for the items below it. */
type Heading = Extract<LabelKind, { kind: "tasks" }>;

/**
 * The pieces of a turn in the order of the text, with what labels, lists and errands say. What is a note is no prose: its piece is empty.
 * @param isForm whether a place lies in a form that was read before
 * @param lastOf what was named last, when a piece is asked for
 * @param isClause whether a text has a subject and its verb
 */
export function* notedPieces(
  turn: ExtractionTurn,
  speaker: string,
  isForm: (at: number) => boolean,
  lastOf: () => Mention | undefined,
  isClause: (text: string) => boolean,
): Generator<NotedPiece> {
  const { content } = turn;
  const isOwn = turn.role === "user" || turn.role === "document" || turn.role === "system";
  let heading: Heading | undefined;
  let before = 0;
  const about = describedIn(content);
  let described = about?.target.name;
  if (about !== undefined && speaker !== "") {
    const subject = { type: "Person", name: speaker };
    yield {
      start: 0,
      end: 0,
      self: speaker,
      notes: [{ ...about, subject, value: "", confidence: explicit, start: 0, end: about.end }],
    };
  }
  for (const piece of proseOf(content, afterSpeakerPrefix(content, turn.speaker))) {
    if (!isOwn || isForm(piece.start)) {
      yield { ...piece, self: speaker, notes: [] };
      continue;
    }
    const text = content.slice(piece.start, piece.end).trim();
    if (/\n\s*\n/.test(content.slice(before, piece.start)) && !isItem(content, piece.start)) {
      heading = undefined;
      described = undefined;
    }
    before = piece.end;
    const announced = /^[^:\n]{2,60}:$/.test(text) ? labelKind(text.slice(0, -1)) : undefined;
    if (announced?.kind === "tasks") {
      heading = announced;
      continue;
    }
    const about = aboutSomebody.exec(text)?.[1];
    if (about !== undefined) {
      described = about;
      continue;
    }
    const self = described ?? speaker;
    const place = { start: piece.start, end: piece.end };
    if (heading !== undefined && text !== "" && (isItem(content, piece.start) || text.length < 80)) {
      const notes = itemsOf(text).flatMap((item) =>
        taskOf(item, heading?.whose === "" ? self : (heading?.whose ?? ""), heading?.key ?? "task", place, true),
      );
      if (notes.length > 0) {
        yield { start: piece.end, end: piece.end, self, notes };
        continue;
      }
    }
    if (/^\[[ x]\]\s/i.test(text) || (turn.role === "user" && isOwnErrand(text))) {
      yield { start: piece.end, end: piece.end, self, notes: taskOf(withoutEnd(text), self, "task", place, false) };
      continue;
    }
    const context = { owner: { type: "Person", name: self }, isClause };
    const pairs = self === "" ? undefined : readPairs(content.slice(piece.start, piece.end), piece.start, context);
    if (pairs !== undefined) {
      yield { start: piece.end, end: piece.end, self, notes: pairs };
      continue;
    }
    let topic: EntityName | undefined;
    for (const part of notePartsOf(content, piece.start, piece.end)) {
      const reading = readNote(content, part, { self, last: lastOf(), topic });
      if (reading === undefined && part.label === "") topic ??= projectIn(content.slice(part.start, part.end), isClause);
      if (reading?.prose === "with its label") yield { start: part.from, end: part.end, self, notes: reading.facts };
      else if (reading === undefined)
        for (const { head, ...one } of ofDetails(content, part, self, { ...context, owner: topic ?? context.owner }, lastOf)) {
          topic = head ?? topic;
          yield one;
        }
      else yield { start: reading.prose ? part.start : part.end, end: part.end, self: reading.self ?? self, notes: reading.facts };
    }
  }
}

const project = /\b(?:[Pp]roject|[Pp]rogramme|[Ii]nitiative) (\p{Lu}[\p{L}\p{N}-]{1,30}(?: \p{Lu}[\p{L}\p{N}-]{1,30})?)/u;

/** "Project Heron kick-off.": what a line without a verb is about, the labels behind it are said of. */
function projectIn(text: string, isClause: (text: string) => boolean): EntityName | undefined {
  const name = text.length > 80 ? undefined : project.exec(text)?.[1];
  return name === undefined || isClause(text) ? undefined : { type: "Project", name };
}

/** Whether a piece stands behind the mark of a list. */
function isItem(content: string, start: number): boolean {
  return /(?:^|\n)[^\S\n]*(?:[-*•]|\d{1,3}[.)])\s+$/.test(content.slice(Math.max(0, start - 12), start));
}

/** "Biscuit, 9 yo beagle. … Weight 14.2 kg.": whom a text begins with that never speaks of its author, its details are of. */
function opening(content: string, at: number, last: Mention | undefined): EntityName | undefined {
  if (last === undefined || last.possession !== undefined || !/^(?:Person|Animal)$/.test(last.type)) return undefined;
  return content.startsWith(last.name) && !isOfAuthor(content, at) ? { type: last.type, name: last.name } : undefined;
}

/** Sentences that are lines of details say what they say by their form; those between them are prose. */
function* ofDetails(
  content: string,
  part: NotePart,
  self: string,
  context: DetailContext,
  lastOf: () => Mention | undefined,
): Generator<NotedPiece & { readonly head: EntityName | undefined }> {
  let open = part.from;
  let { owner } = context;
  const appointed = (text: string, place: { readonly start: number; readonly end: number }) => {
    const facts = context.isClause(text) ? undefined : ofFragment(text, self, place)?.facts;
    return facts === undefined ? undefined : { facts, head: undefined, prose: 0 };
  };
  const byLabel = (text: string, start: number) => {
    const facts = readLabelledPhrase(text, start, context.isClause);
    return facts.length === 0 ? undefined : { facts, head: undefined, prose: 0 };
  };
  for (const { start, end } of self === "" ? [] : sentencesAt(content, part.from, part.end)) {
    const text = content.slice(start, end);
    const line =
      readDetailLine(text, start, { ...context, owner }) ?? appointed(withoutEnd(text), { start, end }) ?? byLabel(text, start);
    if (line === undefined) continue;
    if (start + line.prose > open) yield { start: open, end: start + line.prose, self, notes: [], head: undefined };
    // The sentences before are read by now, and tell whom they were about.
    const about = owner.name === self ? opening(content, start, lastOf()) : undefined;
    const { facts, head } = (about && readDetailLine(text, start, { ...context, owner: about })) ?? line;
    yield { start: end, end, self, notes: facts, head };
    owner = head ?? owner;
    open = end;
  }
  if (part.end > open) yield { start: open, end: part.end, self, notes: [], head: undefined };
}
