/** Records in full, as lines: what holds, its three times, where it comes from and why. */
import { day, minute } from "../times.ts";
import { faint, plain, strong, warn, type Line } from "./line.ts";
import type { Answer, EntityView, Fact, OtherRecord, Span, Trace } from "./memory.ts";

/** An entity: each of its facts in two lines. */
export function entityLines({ entity, facts }: EntityView): readonly Line[] {
  const head = [
    strong(`${entity.type}/${entity.name}`),
    faint(`${entity.category} · since ${day(entity.createdAt)} · ${entity.id}`),
  ];
  if (facts.length === 0) return [...head, faint("Nothing is known of it.")];
  return [...head, ...facts.flatMap(shortFact)];
}

/** A fact in two lines: what, and when and whence. */
function shortFact(fact: Fact): readonly Line[] {
  const ended = fact.supersededBy !== undefined || fact.known.until !== undefined;
  const parts = [
    `known ${span(fact.known, day)}`,
    ...(isOpen(fact.valid) ? [] : [`holds ${span(fact.valid, day)}`]),
    sourceText(fact),
  ];
  return [
    plain(`${ended ? "(was) " : ""}${said(fact)}`, fact.id, 2),
    faint(`  ${parts.join(" · ")}`, undefined, 2),
    ...(fact.disputes.length > 0 ? [warn("  disputed: another source says otherwise", fact.disputes[0])] : []),
  ];
}

/** One fact in full. */
export function factLines(title: string, fact: Fact): readonly Line[] {
  const row = (name: string, value: string, ref?: string) => plain(`${name.padEnd(10)}${value}`, ref, 10);
  return [
    strong(title),
    row(fact.relation ? "to" : "value", fact.value),
    row("known", span(fact.known, minute)),
    row("holds", isOpen(fact.valid) ? "no time given" : span(fact.valid, day)),
    row("recorded", span(fact.recorded, minute)),
    ...(fact.confidence === undefined ? [] : [row("sure", `${Math.round(fact.confidence * 100)} %`)]),
    ...(fact.stream === undefined ? [] : [row("stream", fact.stream)]),
    ...(fact.scopes.length === 0 ? [] : [row("scope", fact.scopes.join(", "))]),
    ...fact.sources.map((source) => row("from", source.ref ?? source.kind, source.ref)),
    ...(fact.supersedes === undefined ? [] : [row("replaces", fact.supersedes, fact.supersedes)]),
    ...(fact.supersededBy === undefined ? [] : [row("replaced", fact.supersededBy, fact.supersededBy)]),
    ...fact.disputes.map((id) => warn(`disputed  ${id}`, id, 10)),
    faint(fact.id),
  ];
}

/** What a key held over time, newest first, with the decisions that made it so. */
export function historyLines(title: string, facts: readonly Fact[], why: readonly string[]): readonly Line[] {
  const [only] = facts;
  const reasons = why.length === 0 ? [] : [strong("Why"), ...why.map((reason) => plain(reason, undefined, 2))];
  if (facts.length === 1 && only !== undefined) return [...factLines(title, only), ...reasons];
  const body = facts.length === 0 ? [faint("Nothing is known.")] : facts.flatMap(shortFact);
  return [strong(title), ...body, ...reasons];
}

/** The hits of an answer with where they come from. */
export function answerDetails(query: string, answer: Answer): readonly Line[] {
  const { hits, tier, ms, reason, traceId } = answer;
  return [
    strong(query),
    plain(`${tier}${reason === "" ? "" : `: ${reason}`}`, undefined, 2),
    ...hits.flatMap((hit, i) => [
      plain(`${i + 1}. ${hit.text.replace(/\s+/g, " ")}`, hit.id, 3),
      (hit.disputed ? warn : faint)(`   ${hitNotes(hit).join(" · ")}`, undefined, 3),
    ]),
    faint(`${ms} ms · ${traceId}`, traceId),
  ];
}

function hitNotes({ source, score, occurredAt, disputed, ended = [] }: Answer["hits"][number]): readonly string[] {
  const known = occurredAt === undefined ? [] : [`known ${day(occurredAt)}`];
  return [source, score.toFixed(2), ...known, ...ended, ...(disputed ? ["disputed"] : [])];
}

/** How an answer came about: tier, stages, and each hit with its legs. */
export function traceLines(trace: Trace): readonly Line[] {
  const what = trace.tier === "" ? trace.kind : trace.tier;
  const stages = Object.entries(trace.stages).filter(([, ms]) => ms >= 0.05);
  return [
    strong(trace.query === "" ? trace.kind : trace.query),
    plain(`${what}${trace.reason === "" ? "" : `: ${trace.reason}`}`, undefined, 2),
    faint(`${minute(trace.createdAt)} · ${trace.ms} ms${trace.cached ? " · from the cache" : ""}`),
    ...(trace.reply === undefined ? [] : [plain(trace.reply, undefined, 2)]),
    ...trace.degraded.map((way) => warn(`degraded: ${way}`, undefined, 2)),
    ...(stages.length === 0 ? [] : [faint(stages.map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(", "), undefined, 2)]),
    ...trace.hits.flatMap((hit) => [
      plain(`${hit.rank}. ${hit.id}  ${hit.score.toFixed(2)}`, hit.id, 3),
      ...(hit.legs.length === 0
        ? []
        : [faint(`   ${hit.legs.map((leg) => `${leg.leg} ${leg.contribution.toFixed(2)}`).join(", ")}`, undefined, 3)]),
    ]),
    ...trace.parents.map((id) => plain(`from ${id}`, id, 2)),
    faint(trace.id),
  ];
}

export function recordLines(record: OtherRecord): readonly Line[] {
  const width = Math.max(0, ...record.fields.map(({ name }) => name.length)) + 2;
  return [
    strong(record.kind),
    ...record.fields.map(({ name, value }) => plain(`${name.padEnd(width)}${value}`, openable(value), width)),
    faint(record.id),
  ];
}

/** A value that is itself a record's id can be opened. */
function openable(value: string): string | undefined {
  return /^[a-z_]+:[0-9a-z]{26}$/.test(value) && !value.startsWith("session:") ? value : undefined;
}

/** `residence: Lisbon`, `works_for -> Organisation/Acme`. */
export function said(fact: Fact): string {
  return fact.relation ? `${fact.key} -> ${fact.value}` : `${fact.key}: ${fact.value}`;
}

function sourceText({ sources }: Fact): string {
  const kinds = [...new Set(sources.map(({ kind }) => kind))];
  return kinds.length === 0 ? "no source" : `from ${kinds.join(", ")}`;
}

function isOpen({ from, until }: Span): boolean {
  return from === undefined && until === undefined;
}

function span({ from, until }: Span, show: (time: string) => string): string {
  if (from === undefined) return until === undefined ? "always" : `until ${show(until)}`;
  return until === undefined ? `since ${show(from)}` : `${show(from)} to ${show(until)}`;
}
