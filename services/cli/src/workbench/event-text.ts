/** Events as lines of text, for the repl, for the conversation of the tui and for comparing two runs. */
import { minute } from "../times.ts";
import { entityLines, historyLines, recordLines, traceLines } from "./details.ts";
import type { WorkbenchEvent } from "./event.ts";
import { faint, plain, strong, warn, type Line } from "./line.ts";
import type { Answer, Citation, Forgotten, SessionPage, SessionRow, Written } from "./memory.ts";
import { forgetListed } from "./state.ts";

/** The lines of an event; deltas and what panes load have none of their own. */
export function eventLines(event: WorkbenchEvent): readonly Line[] {
  switch (event.type) {
    case "written":
      return writtenLines(event.written);
    case "answer":
      return answerLines(event.answer);
    case "reply":
      return [plain(event.reply), ...replyNotes(event)];
    case "entity":
      return entityLines(event.view);
    case "facts":
      return historyLines(event.title, event.facts, event.why);
    case "trace":
      return traceLines(event.trace);
    case "record":
      return recordLines(event.record);
    case "forgetting":
      return forgettingLines(event.found, event.from ?? 0);
    case "forgotten":
      return [plain(`Forgotten: ${count(event.found.count, "record")}.`)];
    case "scope":
      return [plain(event.scopes.length === 0 ? "Scope: all that the key reaches." : `Scope: ${event.scopes.join(", ")}`)];
    case "sessions":
      return sessionsLines(event.offset, event.page);
    case "session":
      return event.session === null
        ? [plain("The next thing that is said begins a session.")]
        : [plain(`Going on in: ${titleOf(event.session)}`), ...previewLines(event.session), faint(event.session.id)];
    case "as-of":
      return [plain(event.asOf === null ? "As of now." : `As of ${event.asOf}: what was known then.`)];
    case "progress":
      return [faint(event.text)];
    case "note":
      return [plain(event.text)];
    case "help":
      return event.lines.map((text) => plain(text));
    case "cancelled":
      return [faint("Cancelled.")];
    case "problem":
      return [warn(event.text)];
    case "delta":
    case "entities":
    case "loaded":
    case "traces":
    case "quit":
      return [];
  }
}

/** What stands below a reply that was streamed already. */
export function replyNotes(reply: {
  citations: readonly Citation[];
  traceId: string;
  degraded: readonly string[];
}): readonly Line[] {
  return [
    ...reply.citations.map(({ marker, snippet, id, disputed }) =>
      (disputed ? warn : faint)(`[${marker}] ${oneLine(snippet)}${disputed ? " (disputed)" : ""}`, id, 5),
    ),
    ...reply.degraded.map((way) => warn(`degraded: ${way}`)),
    faint(reply.traceId, reply.traceId),
  ];
}

function writtenLines({ id, facts, disputed, deferred }: Written): readonly Line[] {
  if (deferred) return [plain("Kept; its facts are read in the background."), ...(id === "" ? [] : [faint(id, id)])];
  return [
    ...facts.map((fact) => plain(`+ ${fact}`, undefined, 2)),
    ...disputed.map((what) => warn(`? ${what}`, undefined, 2)),
    ...(facts.length === 0 && disputed.length === 0 ? [plain("Kept; no new fact is in it.")] : []),
    ...(id === "" ? [] : [faint(id, id)]),
  ];
}

function answerLines({ hits, tier, ms, traceId, degraded }: Answer): readonly Line[] {
  return [
    ...hits.flatMap((hit, i) => [
      plain(`${i + 1}. ${oneLine(hit.text)}`, hit.id, 3),
      ...(hit.ended ?? []).map((mark) => warn(`   ${oneLine(mark)}`, hit.id, 3)),
      ...(hit.disputed ? [warn("   disputed: another source says otherwise", hit.id)] : []),
    ]),
    ...(hits.length === 0 ? [plain("Nothing is remembered that fits.")] : []),
    ...degraded.map((way) => warn(`degraded: ${way}`)),
    faint(`${tier}, ${ms} ms, ${traceId}`, traceId),
  ];
}

function sessionsLines(offset: number, { sessions, total }: SessionPage): readonly Line[] {
  if (sessions.length === 0) return [plain(total === 0 ? "There is no session yet." : "There are no more.")];
  const shown = offset + sessions.length;
  return [
    ...sessions.flatMap((session, i) => [
      plain(`${offset + i + 1}. ${titleOf(session)}`, undefined, 3),
      ...previewLines(session),
      faint(`   ${count(session.turns, "turn")}, ${minute(session.at)}`, undefined, 3),
    ]),
    faint(`${shown} of ${total}; /sessions <number> goes on in one${shown < total ? ", /sessions more lists older ones" : ""}.`),
  ];
}

function titleOf({ title }: SessionRow): string {
  return title === "" ? "(nothing was said)" : oneLine(title);
}

function previewLines({ preview }: SessionRow): readonly Line[] {
  return preview === "" ? [] : [faint(`   ${oneLine(preview)}`, undefined, 3)];
}

function forgettingLines({ count: found, refs }: Forgotten, from: number): readonly Line[] {
  if (found === 0) return [plain("Nothing fits; nothing is forgotten.")];
  const shown = refs.slice(from, from + forgetListed);
  const more = refs.length - from - shown.length;
  return [
    ...shown.map(({ id, label }) => plain(`- ${oneLine(label)}`, id, 2)),
    ...(found > refs.length ? [faint(`  ${found - refs.length} more are not named`)] : []),
    ...(more > 0 ? [faint(`  and ${more} more: m lists them`)] : []),
    strong(`Forget ${count(found, "record")}? y forgets, anything else keeps.`),
  ];
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
