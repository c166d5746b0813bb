import { normaliseKey } from "@loci/kernel";
import type { EntityName } from "@loci/ports/language-model";
import { explicit, normal } from "../rule.ts";
import { isErrand } from "./errands.ts";

/** A line "Key: value" with its place in the content. */
interface LabelledLine {
  readonly key: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** What a block of lines "Key: value" says of whom its line "Name:" names, or of the speaker where none does. */
export interface LabelledBlock {
  readonly subject: EntityName;
  readonly lines: readonly (LabelledLine & { readonly confidence: number })[];
  /** The stretches of the content that are read with it. */
  readonly places: readonly { readonly start: number; readonly end: number }[];
}

const line = /^[ \t]*(?:[-*•][ \t]+)?(\p{L}[\p{L} /-]{1,30}):[ \t]+(\S[^\n]{0,160})$/u;
const keys: Readonly<Record<string, string>> = {
  city: "residence",
  occupation: "job_title",
  job: "job_title",
  role: "job_title",
  title: "job_title",
  company: "employer",
  tel: "phone_number",
  phone: "phone_number",
  mail: "email",
  "e mail": "email",
  born: "birth_date",
  birthday: "birth_date",
};
const announcing =
  /^(?:note|notes|todo|action|decision|subject|re|from|to|cc|date|update|reminder|ps|question|answer|example|summary|minutes|agenda|present|attendees|handover|q|a|tldr|fyi|warning|error)$/i;

/**
 * Reads blocks of at least two such lines; one alone is more often an announcement ("Reminder: …"). A row of a table is a block of its own,
 * and a second name begins another one: what one row says is nothing of the next.
 */
export function labelledBlocks(content: string, self: string): LabelledBlock[] {
  const blocks: LabelledBlock[] = [];
  let lines: LabelledLine[] = [];
  const flush = () => {
    const block = lines.length >= 2 ? blockOf(lines, self) : undefined;
    if (block) blocks.push(block);
    lines = [];
  };
  let start = 0;
  for (const text of content.split("\n").slice(0, 2_000)) {
    const row = cellsOf(text, start);
    if (row !== undefined) {
      flush();
      const block = row.some(({ key }) => Object.hasOwn(namingKeys, key)) ? blockOf(row, self) : undefined;
      if (block) blocks.push({ ...block, places: [{ start, end: start + text.length }] });
      start += text.length + 1;
      continue;
    }
    const match = text.length <= 240 ? line.exec(text.replace(/\r$/, "")) : null;
    const [, key = "", value = ""] = match ?? [];
    if (match && !announcing.test(key) && !isSaid(value)) {
      const at = start + text.indexOf(value, text.indexOf(":"));
      const name = key.trim().toLowerCase();
      if (Object.hasOwn(namingKeys, name) && lines.some((one) => one.key === name)) flush();
      lines.push({
        key: key.trim().toLowerCase(),
        value: value.trim().replace(/[.,;]$/, ""),
        start: start + text.search(/\S/),
        end: at + value.trimEnd().length,
      });
    } else flush();
    start += text.length + 1;
  }
  flush();
  return blocks;
}

const cell = /^(\p{L}[\p{L}\p{N} _/-]{0,30}): (\S[^\n]{0,160})$/u;
const maxRow = 2_000;

/** The cells of a table's row ("name: Anna Berg; salary: 5200; city: Oslo"); undefined for other lines. */
function cellsOf(text: string, start: number): LabelledLine[] | undefined {
  if (text.length > maxRow || !text.includes("; ")) return undefined;
  const cells: LabelledLine[] = [];
  let from = 0;
  for (const part of text.split("; ")) {
    const [, key = "", value = ""] = cell.exec(part.trimEnd()) ?? [];
    if (key === "") return undefined;
    cells.push({
      key: key.trim().toLowerCase(),
      value: value.trim(),
      start: start + from,
      end: start + from + part.trimEnd().length,
    });
    from += part.length + 2;
  }
  return cells;
}

/** "Rui: where are you now?" and "Bram: order toner" are turns of talk and tasks, and no form. */
function isSaid(value: string): boolean {
  return (
    /\?\s*$/.test(value) || /^(?:I|I'm|I've|I'll|we|we're|yes|no|in|at|on|ok|okay|sure|hi|hey)\b/i.test(value) || isErrand(value)
  );
}

function blockOf(lines: readonly LabelledLine[], self: string): LabelledBlock | undefined {
  const named = lines.find(({ key }) => Object.hasOwn(namingKeys, key));
  // "Animal: Pancho, male ferret"; "Berg, Anna" is one name.
  const [, name = named?.value ?? self, kind] = /^(\p{Lu}[^,]{1,40}), (\p{Ll}.{2,60})$/u.exec(named?.value ?? "") ?? [];
  if (name === "" || name.length > 80) return undefined;
  const type = named === undefined ? "Person" : (namingKeys[named.key] ?? "Person");
  const others = lines.filter((one) => one !== named);
  const described = named === undefined || kind === undefined ? [] : [{ ...named, key: "is_a", value: kind }];
  return {
    subject: { type, name },
    lines: [...described, ...others].map((one) => ({ ...one, key: keyOf(one.key), confidence: named ? explicit : normal })),
    places: others,
  };
}

const namingKeys: Readonly<Record<string, string>> = {
  name: "Person",
  "full name": "Person",
  patient: "Person",
  employee: "Person",
  contact: "Person",
  pupil: "Person",
  student: "Person",
  guest: "Person",
  tenant: "Person",
  applicant: "Person",
  candidate: "Person",
  child: "Person",
  animal: "Animal",
  pet: "Animal",
  project: "Project",
  product: "Product",
  company: "Organisation",
  customer: "Organisation",
  client: "Organisation",
};

function keyOf(label: string): string {
  return Object.hasOwn(keys, label) ? (keys[label] ?? "") : normaliseKey(label.replaceAll(/[-/]/g, " "));
}
