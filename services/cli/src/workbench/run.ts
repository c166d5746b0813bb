/** Runs one command against a memory. Effects are the memory's; what happened comes out as events. */
import { helpLines } from "./commands.ts";
import type { WorkbenchEvent } from "./event.ts";
import type { Inspected, Memory, Place } from "./memory.ts";
import type { Command } from "./parse.ts";
import type { State } from "./state.ts";

/** `/record` is the workbench's own: it is not run here. */
export type RunCommand = Exclude<Command, { name: "record" }>;

/** Yields what happens, as it happens; errors of the memory go to the caller. */
export async function* run(command: RunCommand, state: State, memory: Memory, signal: AbortSignal): AsyncGenerator<WorkbenchEvent> {
  const place: Place = { scopes: state.scopes, sessionId: state.sessionId };
  switch (command.name) {
    case "remember":
      yield { type: "written", written: await memory.remember(command.text, place, signal) };
      return;
    case "fact": {
      const { entity, key, value } = command;
      yield { type: "written", written: await memory.state(entity, key, value, place, signal) };
      return;
    }
    case "recall":
      yield { type: "answer", query: command.text, answer: await memory.recall(command.text, place, state.asOf, signal) };
      return;
    case "chat":
      yield* chat(command.text, place, state, memory, signal);
      return;
    case "inspect":
      yield await inspect(command, state, memory, signal);
      return;
    case "forget": {
      const found = await memory.forget(command.text, state.scopes, !command.confirmed, signal);
      yield command.confirmed
        ? { type: "forgotten", found }
        : { type: "forgetting", text: command.text, found, from: command.from ?? 0 };
      return;
    }
    case "upload":
      yield* upload(command.file, state, memory, signal);
      return;
    case "scope": {
      const { change } = command;
      yield { type: "scope", scopes: change ?? state.scopes, changed: change !== undefined };
      return;
    }
    case "sessions":
      yield await sessions(command.wish, state, memory, signal);
      return;
    case "as-of": {
      const { change } = command;
      const asOf = change === undefined ? (state.asOf ?? null) : change;
      yield { type: "as-of", asOf, changed: change !== undefined };
      return;
    }
    case "help":
      yield { type: "help", lines: helpLines() };
      return;
    case "quit":
      yield { type: "quit" };
      return;
  }
}

async function* chat(
  message: string,
  place: Place,
  state: State,
  memory: Memory,
  signal: AbortSignal,
): AsyncGenerator<WorkbenchEvent> {
  if (state.asOf !== undefined) yield { type: "note", text: "Chat answers from now; /as-of holds for /recall and /inspect." };
  for await (const part of memory.chat(message, place, signal)) {
    if (part.type === "delta") yield { type: "delta", text: part.text };
    else yield { ...part, type: "reply", message };
  }
}

const sessionsListed = 20;

async function sessions(
  wish: Extract<Command, { name: "sessions" }>["wish"],
  { listed }: State,
  memory: Memory,
  signal: AbortSignal,
): Promise<WorkbenchEvent> {
  if (wish === "new") return { type: "session", session: null };
  if (wish === "newest" || wish === "more") {
    const offset = wish === "more" ? listed.length : 0;
    return { type: "sessions", offset, page: await memory.sessions({ offset, limit: sessionsListed }, signal) };
  }
  const id = typeof wish === "number" ? listed[wish - 1] : wish.id;
  if (id !== undefined) return { type: "session", session: await memory.session(id, signal) };
  const text = listed.length === 0 ? "/sessions lists them first." : `Only ${listed.length} are listed.`;
  return { type: "problem", kind: "input", text };
}

async function inspect(
  command: Extract<Command, { name: "inspect" }>,
  { asOf }: State,
  memory: Memory,
  signal: AbortSignal,
): Promise<WorkbenchEvent> {
  if ("id" in command) return inspectedEvent(await memory.inspect(command.id, asOf, signal));
  const { entity, key } = command;
  if (key === undefined) return { type: "entity", view: await memory.entity(entity, asOf, signal) };
  const facts = await memory.history(entity, key, asOf, signal);
  return { type: "facts", title: `${entity.type}/${entity.name} ${key}`, facts, why: [] };
}

/** A record of any kind as the event that shows it. */
export function inspectedEvent(inspected: Inspected): WorkbenchEvent {
  switch (inspected.kind) {
    case "entity":
      return { type: "entity", view: inspected.view };
    case "trace":
      return { type: "trace", trace: inspected.trace };
    case "other":
      return { type: "record", record: inspected.record };
    case "facts":
      return { type: "facts", title: inspected.title, facts: inspected.facts, why: inspected.why };
  }
}

/** Progress comes by callback while the upload runs: it is passed on as it comes. */
async function* upload(file: string, state: State, memory: Memory, signal: AbortSignal): AsyncGenerator<WorkbenchEvent> {
  const waiting: string[] = [];
  let wake: () => void = () => undefined;
  const work: { finished: boolean } = { finished: false };
  const tell = (text: string) => {
    waiting.push(text);
    wake();
  };
  const done = memory.upload(file, state.scopes, tell, signal).finally(() => {
    work.finished = true;
    wake();
  });
  // Its failure is thrown by the await below; allSettled keeps it from counting as unhandled until then.
  void Promise.allSettled([done]);
  while (!work.finished || waiting.length > 0) {
    const text = waiting.shift();
    if (text !== undefined) yield { type: "progress", text };
    else await new Promise<void>((resolve) => (wake = resolve));
  }
  const { id, deduplicated } = await done;
  yield { type: "note", text: `${deduplicated ? "It was here already" : "It is ready"}: ${id}` };
}
