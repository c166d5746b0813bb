/** What `loci remember` says of a write. */
import { wrap, type Terminal } from "../terminal.ts";

export interface ExtractionAnswer {
  readonly entities: readonly { readonly id: string; readonly entityType: string; readonly name: string }[];
  readonly attributes: readonly { readonly entityId: string; readonly key: string; readonly value: string }[];
  readonly relations: readonly { readonly subject: string; readonly label: string; readonly object: string }[];
  readonly corrections: readonly {
    readonly entityId: string;
    readonly key: string;
    readonly oldValue: string;
    readonly newValue: string;
  }[];
  readonly instructions: readonly { readonly description: string }[];
  readonly uncertainties: readonly { readonly about: string; readonly reason: string }[];
  readonly decisions?: readonly { readonly rule: string }[];
}

export interface WriteAnswer {
  readonly mode: string;
  readonly sessionId: string;
  readonly turnId?: string;
  readonly chunkId?: string;
  readonly extraction?: ExtractionAnswer | null;
  readonly preview?: boolean;
  readonly deferred?: boolean;
}

export interface BatchAnswer {
  readonly sessionId: string;
  readonly turnIds: readonly string[];
  readonly extractions: readonly ExtractionAnswer[];
  readonly deferred?: boolean;
}

const deferredText = "The text is kept; its facts are extracted in the background.";

const nothingText = "No fact was read from it: only its own words can be recalled.";

export function writtenText(answer: WriteAnswer, terminal: Terminal): string {
  const head = answer.preview || answer.mode === "preview" ? "This would be remembered (nothing is stored):" : "Remembered.";
  const lines = [terminal.style.bold(head)];
  if (answer.extraction) {
    const read = extractionLines(answer.extraction, terminal);
    lines.push(...read);
    if (read.length === 0 && !answer.deferred) lines.push(wrap(nothingText, terminal.columns, "  "));
  }
  if (answer.deferred) lines.push(wrap(deferredText, terminal.columns, "  "));
  const id = answer.turnId ?? answer.chunkId;
  if (id) lines.push(terminal.style.dim(`  ${id}`));
  return lines.join("\n");
}

export function batchText(answer: BatchAnswer, messages: number, terminal: Terminal): string {
  const count = (of: (extraction: ExtractionAnswer) => readonly unknown[]) =>
    answer.extractions.reduce((sum, one) => sum + of(one).length, 0);
  const facts = count((one) => one.attributes) + count((one) => one.relations);
  const lines = [
    terminal.style.bold(`Remembered ${messages} ${messages === 1 ? "message" : "messages"}: ${facts} facts read from them.`),
  ];
  const uncertain = count((one) => one.uncertainties);
  if (uncertain > 0) lines.push(terminal.style.warn(`  ${uncertain} of them disagree with what was known; both are kept.`));
  if (answer.deferred) lines.push(wrap(deferredText, terminal.columns, "  "));
  lines.push(terminal.style.dim(`  ${answer.sessionId}`));
  return lines.join("\n");
}

function extractionLines(extraction: ExtractionAnswer, terminal: Terminal): string[] {
  // In a preview nothing has an id yet: then the entity's name cannot be looked up, and the fact stands alone.
  const names = new Map(extraction.entities.filter(({ id }) => id !== "").map((entity) => [entity.id, entity.name]));
  const of = (id: string) => (names.has(id) ? `${names.get(id)} ` : "");
  const line = (text: string) => wrap(text, terminal.columns, "  ");
  const ended = (extraction.decisions ?? []).filter(({ rule }) => rule === "negation").length;
  return [
    ...extraction.attributes.map(({ entityId, key, value }) => line(`${of(entityId)}${key}: ${value}`)),
    ...extraction.relations.map(({ subject, label, object }) => line(`${subject} ${label} ${object}`)),
    ...extraction.corrections.map(({ entityId, key, oldValue, newValue }) =>
      line(`${of(entityId)}${key} changed: ${oldValue} → ${newValue}`),
    ),
    ...(ended === 0 ? [] : [line(`ended: ${ended === 1 ? "a fact that was known" : `${ended} facts that were known`}`)]),
    ...extraction.instructions.map(({ description }) => line(`instruction: ${description}`)),
    ...extraction.uncertainties.map(({ about, reason }) => terminal.style.warn(line(`uncertain: ${about} (${reason})`))),
  ];
}
