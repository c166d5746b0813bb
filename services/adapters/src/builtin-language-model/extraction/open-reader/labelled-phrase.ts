/** "Cake stall: Oksana.": a label that no list knows, and a phrase that says what or who it is. */
import { isHedged, isUnreal } from "../modality.ts";
import { isProse } from "./details/detail.ts";
import { isErrand, withoutEnd } from "./errands.ts";
import { isNoName } from "./note-labels.ts";
import type { LineFact } from "./roster.ts";
import { unsure } from "./uncovered/coverage.ts";

const labelled = /^(?:(?:the|my|our|your)\s)?(\p{L}[\p{L}\p{N}'’-]{2,30}(?:\s[\p{L}\p{N}'’-]{1,30}){0,3}):\s+(\S.{0,158})$/iu;
/** What begins so is said or asked for, and names nothing. */
const spoken =
  /^(?:i|you|we|he|she|they|it|this|that|there|here|let|please|yes|no|not|never|ok|okay|sure|thanks?|hi|hello|what|why|how|when|where|who|which|if|to|in|at|on|the|a lot|more|nothing|everything)\b/i;

/** @param isClause whether a text has a subject and its verb */
export function readLabelledPhrase(text: string, start: number, isClause: (text: string) => boolean): LineFact[] {
  const [, label = "", said = ""] = labelled.exec(text) ?? [];
  const value = withoutEnd(said).trim();
  // "Their rep: …" is of somebody, and "my cousin Declan" tells more than the label.
  if (/^(?:their|his|her|its|name)\b/i.test(label) || /\b(?:my|our)\b/.test(value) || isProse(value)) return [];
  // "Team Osprey: Jude (backend), Mia (design)": a form of its own.
  if (value.split(", ").every((part) => part.includes("(") && part.endsWith(")"))) return [];
  if (value === "" || spoken.test(value) || /[?!:"“]/.test(value) || isNoName(label) || isErrand(value)) return [];
  // A name or a figure tells which: "Question: why", "In short: a mess" do not.
  if (!/\p{Lu}\p{Ll}|\d/u.test(value) || isHedged(text) || isUnreal(text) || isClause(label) || isClause(value)) return [];
  const subject = { type: "Thing", name: label };
  return [{ subject, key: "is", value, confidence: unsure, start, end: start + text.trimEnd().length }];
}
