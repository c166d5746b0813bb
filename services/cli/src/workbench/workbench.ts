/** The one door of both front ends: a line goes in, events come out; state and recording are kept here. */
import { messageOf } from "../failure.ts";
import { isCancelled, problemOf } from "./problem.ts";
import type { WorkbenchEvent } from "./event.ts";
import type { Memory } from "./memory.ts";
import { parseLine, type Command } from "./parse.ts";
import { createRecorder, type Recorder } from "./recording.ts";
import { run } from "./run.ts";
import { after, firstState, type State } from "./state.ts";

export interface Workbench {
  readonly memory: Memory;
  readonly state: () => State;
  recording(): string | undefined;
  /** Runs a line. Failures come as events; aborting the signal cancels the request that runs. */
  submit(line: string, signal: AbortSignal): AsyncGenerator<WorkbenchEvent>;
  /** Keeps an event in the recording, where one runs: what a pane loaded. */
  keep(event: WorkbenchEvent): Promise<void>;
  close(): Promise<void>;
}

export interface WorkbenchOptions {
  readonly memory: Memory;
  readonly sessionId: string | undefined;
  /** What must not stand in a recording. */
  readonly secrets: readonly string[];
  readonly clock: () => number;
}

export function createWorkbench({ memory, sessionId, secrets, clock }: WorkbenchOptions): Workbench {
  let state = firstState(sessionId);
  let recorder: Recorder | undefined;

  async function* record(file: string | undefined): AsyncGenerator<WorkbenchEvent> {
    const old = recorder;
    if (file === undefined && old === undefined) {
      yield { type: "note", text: "Nothing is recorded." };
      return;
    }
    recorder = undefined;
    await old?.close();
    if (file !== undefined) recorder = await createRecorder(file, secrets, clock);
    yield { type: "note", text: file === undefined ? `Recorded in ${old?.file ?? ""}.` : `Recording into ${file}.` };
  }

  /** Writes into the recording. One that cannot be written ends there, and the work goes on; what is said of it comes back. */
  async function save(into: Recorder | undefined, entry: { input: string } | { event: WorkbenchEvent }): Promise<WorkbenchEvent[]> {
    if (into === undefined || recorder !== into) return [];
    try {
      await into.write(entry);
      return [];
    } catch (error) {
      recorder = undefined;
      await into.close();
      const text = `The recording ${into.file} ends here, as it cannot be written: ${messageOf(error)}`;
      return [{ type: "problem", kind: "failed", text }];
    }
  }

  async function* events(line: string, signal: AbortSignal): AsyncGenerator<WorkbenchEvent> {
    const command = commandOf(line, state);
    state = { ...state, forgetting: undefined };
    if (command === undefined) return;
    if ("problem" in command) yield { type: "problem", kind: "input", text: command.problem };
    else if ("kept" in command) yield { type: "note", text: "Kept; nothing is forgotten." };
    else if (command.name === "record") yield* record(command.file);
    else yield* run(command, state, memory, signal);
  }

  return {
    memory,
    state: () => state,
    recording: () => recorder?.file,
    async *submit(line, signal) {
      // Beginning a recording is not part of it.
      const kept = recorder;
      try {
        yield* await save(kept, { input: line });
        for await (const event of events(line, signal)) {
          state = after(state, event);
          const lost = await save(kept, { event });
          yield event;
          yield* lost;
        }
      } catch (error) {
        const event = isCancelled(error, signal) ? ({ type: "cancelled" } as const) : problemOf(error);
        const lost = await save(kept, { event });
        yield event;
        yield* lost;
      }
    },
    async keep(event) {
      await save(recorder, { event });
    },
    async close() {
      await recorder?.close();
      recorder = undefined;
    },
  };
}

type Meant = Command | { readonly problem: string } | { readonly kept: true } | undefined;

/** A line after `/forget` asked is its answer; y or yes forgets, m or more lists more, n, no or an empty line keeps, anything else is a line as ever. */
function commandOf(line: string, { forgetting }: State): Meant {
  if (forgetting !== undefined) {
    if (/^\s*(?:y|yes)\s*$/i.test(line)) return { name: "forget", text: forgetting.text, confirmed: true };
    const { text, next } = forgetting;
    if (next !== undefined && /^\s*(?:m|more)\s*$/i.test(line)) return { name: "forget", text, confirmed: false, from: next };
    if (/^(?:n|no)?$/i.test(line.trim())) return { kept: true };
  }
  const parsed = parseLine(line);
  if ("nothing" in parsed) return undefined;
  return "command" in parsed ? parsed.command : parsed;
}
