/** Facts as lines of text. */
import { wrap, type Terminal } from "./terminal.ts";
import { day } from "./times.ts";

/** An attribute (entity, key, value) or a relation (subject, label, object), with its times. */
export interface Fact {
  readonly entity?: string;
  readonly key?: string;
  readonly value?: string;
  readonly subject?: string;
  readonly label?: string;
  readonly object?: string;
  readonly createdAt?: string;
  readonly knownUntil?: string | null;
  readonly validFrom?: string | null;
  readonly validUntil?: string | null;
  readonly supersededBy?: string | null;
  readonly mistaken?: boolean;
  /** Newer words have ended it. */
  readonly standing?: "ended";
}

/** `key: value`, or `subject label object`. */
export function statementOf({ key, value, subject, label, object }: Fact): string {
  return label === undefined ? `${key ?? ""}: ${value ?? ""}` : `${subject ?? ""} ${label} ${object ?? ""}`;
}

/** The statement, and below it since when it is known, holds, and whether it still is. */
export function factText(fact: Fact, terminal: Terminal): string {
  const held = fact.validFrom || fact.validUntil ? `, holds ${day(fact.validFrom)}–${day(fact.validUntil)}` : "";
  const since = fact.knownUntil ? ` since ${day(fact.knownUntil)}` : "";
  const isOver = fact.supersededBy || fact.knownUntil || fact.standing === "ended";
  const ended = isOver ? `, ${fact.mistaken ? "taken back as a mistake" : "no longer"}${since}` : "";
  const times = wrap(`known ${day(fact.createdAt)}${held}${ended}`, terminal.columns, "    ");
  return `${wrap(statementOf(fact), terminal.columns, "  ")}\n${terminal.style.dim(times)}`;
}
