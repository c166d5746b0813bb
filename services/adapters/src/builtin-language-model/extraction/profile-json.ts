import { normaliseKey } from "@loci/kernel";
import type { EntityName } from "@loci/ports/language-model";
import { normal } from "./rule.ts";
import type { LineFact } from "./open-reader/roster.ts";

const maxLength = 4_000;
const maxFacts = 60;
const maxDepth = 4;
const lead = /^\s*(?:([\p{L}_][\p{L}\d_ ]{0,40}?)\s?[=:]\s*)?(\{[\s\S]*\})[\s;]*$/u;
const aboutSpeaker =
  /^(?:(?:the |my |about )?(?:user|me|profile|preferences|prefs|settings|myself)|(?:my|user)[ _]?\p{L}{2,20})$/iu;
/** What only data about a person has. */
const personal =
  /^(?:first_?name|last_?name|full_?name|given_?name|surname|nickname|birthday|birth_?date|date_of_birth|dob|age|diet|allergies|allergy|occupation|job|job_?title|employer|hobbies|pets|pronouns|city|hometown|time_?zone|tz|language|languages|interests|spouse|partner|children)$/i;

/** Reads a profile written as JSON: of the speaker, or of whom its name says. Other data says nothing of anybody. */
export function profileFacts(content: string, self: string): LineFact[] {
  if (self === "" || content.length > maxLength || !content.includes("{")) return [];
  const [, label = "", text = ""] = lead.exec(content) ?? [];
  const data = text === "" ? undefined : parsed(text);
  if (data === undefined) return [];
  const [inner = data, name = label] = outermost(data);
  const isSpeakers = aboutSpeaker.test(name.trim().replaceAll("_", " "));
  if (!isSpeakers && !Object.keys(inner).some((key) => personal.test(key))) return [];
  const start = content.indexOf("{");
  const who = isSpeakers ? undefined : nameIn(inner);
  const place = { start, end: content.lastIndexOf("}") + 1 };
  return valuesOf(inner, "", 0)
    .slice(0, maxFacts)
    .map(({ key, value }) => ({ subject: person(who ?? self), key, value, confidence: normal, ...place }));
}

function nameIn(data: Record<string, unknown>): string | undefined {
  const name = data.name ?? data.full_name ?? data.fullName;
  return typeof name === "string" && /^\p{Lu}[^\n]{1,60}$/u.test(name) ? name : undefined;
}

function person(name: string): EntityName {
  return { type: "Person", name };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const data: unknown = JSON.parse(text);
    return isRecord(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** {"user": {…}}: what the one key of an object names. */
function outermost(data: Record<string, unknown>): [Record<string, unknown>?, string?] {
  const [entry, ...others] = Object.entries(data);
  return entry !== undefined && others.length === 0 && isRecord(entry[1]) ? [entry[1], entry[0]] : [];
}

function valuesOf(data: Record<string, unknown>, prefix: string, depth: number): { key: string; value: string }[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const key = normaliseKey(`${prefix}${name}`.replaceAll(/[-.]/g, " "));
    if (!/^[a-z][a-z0-9_]{1,60}$/.test(key)) return [];
    if (isRecord(value)) return depth < maxDepth ? valuesOf(value, `${prefix}${name} `, depth + 1) : [];
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return values
      .filter((one) => typeof one === "string" || typeof one === "number" || typeof one === "boolean")
      .map((one) => String(one).trim())
      .filter((one) => one !== "" && one.length <= 160)
      .map((one) => ({ key, value: one }));
  });
}
