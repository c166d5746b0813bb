/** Plays a recording into the tui, without a server. */
import { setTimeout as pause } from "node:timers/promises";
import { Failure, messageOf } from "../failure.ts";
import type { WorkbenchEvent } from "../workbench/event.ts";
import type { Entry } from "../workbench/recording.ts";
import { after, firstState } from "../workbench/state.ts";
import type { Driver, DriverOptions } from "./driver.ts";

/** A recorded pause is at most as long: whoever recorded went for a coffee. */
const longestPauseMs = 1_500;

export interface ReplayDriverOptions extends Pick<DriverOptions, "dispatch" | "end"> {
  readonly entries: readonly Entry[];
  readonly file: string;
  /** All at once, without the recorded pauses. */
  readonly atOnce: boolean;
}

/** The driver of a replay: keys move about as ever, what is not in the recording cannot be had. */
export function createReplayDriver({ entries, file, atOnce, dispatch, end }: ReplayDriverOptions): Driver {
  const stopped = new AbortController();
  let playing: Promise<void> = Promise.resolve();

  const play = async () => {
    let state = firstState(undefined);
    let before = entries[0]?.at ?? 0;
    for (const [i, entry] of entries.entries()) {
      const wait = Math.max(0, Math.min(longestPauseMs, entry.at - before));
      if (!atOnce && wait > 0) await pause(wait, undefined, { signal: stopped.signal });
      before = entry.at;
      if ("input" in entry) {
        state = { ...state, forgetting: undefined };
        dispatch({ type: "typed", line: entry.input });
      } else {
        state = after(state, entry.event);
        dispatch({ type: "event", event: entry.event, at: new Date(entry.at).toISOString() });
      }
      if (endsCommand(entries, i)) dispatch({ type: "finished", state: { ...state, forgetting: undefined }, recording: undefined });
      dispatch({ type: "replayed", done: i + 1, all: entries.length });
    }
  };
  const lost: WorkbenchEvent = { type: "problem", kind: "input", text: "This is not in the recording." };

  return {
    start() {
      playing = play().catch((error: unknown) => {
        if (!stopped.signal.aborted) end(new Failure(`${file} cannot be shown: ${messageOf(error)}`));
      });
    },
    perform(effect) {
      if (effect.type === "open" && !effect.inPlace) dispatch({ type: "opened", event: lost, inPlace: false });
    },
    async stop() {
      stopped.abort();
      await playing;
    },
  };
}

const paneEvents = new Set(["entities", "loaded", "traces"]);

/** Whether nothing more comes of the last line; panes go on loading beside it. */
function endsCommand(entries: readonly Entry[], at: number): boolean {
  const next = entries.slice(at + 1).find((entry) => "input" in entry || !paneEvents.has(entry.event.type));
  return next === undefined || "input" in next;
}
