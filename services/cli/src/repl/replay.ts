/** Runs what a recording says was typed, and shows what is answered otherwise than then. */
import { exitCodes, Failure } from "../failure.ts";
import { printable, type Style } from "../terminal.ts";
import { eventLines } from "../workbench/event-text.ts";
import type { WorkbenchEvent } from "../workbench/event.ts";
import type { Entry } from "../workbench/recording.ts";
import type { Workbench } from "../workbench/workbench.ts";

/** One line that was typed, with what happened then. */
export interface Step {
  readonly input: string;
  readonly events: readonly WorkbenchEvent[];
}

export function stepsOf(entries: readonly Entry[]): readonly Step[] {
  const steps: { input: string; events: WorkbenchEvent[] }[] = [];
  for (const entry of entries) {
    if ("input" in entry) steps.push({ input: entry.input, events: [] });
    else steps.at(-1)?.events.push(entry.event);
  }
  // What is recorded where, and leaving, are the recording's own affairs.
  return steps.filter(({ input }) => !/^\s*\/(?:record|quit)\b/.test(input));
}

export interface Difference {
  readonly gone: readonly string[];
  readonly came: readonly string[];
}

/** Which lines are there no more and which are new. Ids, times and durations always differ: they are not compared. */
export function difference(then: readonly WorkbenchEvent[], now: readonly WorkbenchEvent[]): Difference {
  const before = comparable(then);
  const after = comparable(now);
  return { gone: without(before, after), came: without(after, before) };
}

export interface ReplayOptions {
  readonly print: (text: string) => void;
  readonly style: Style;
  readonly signal: AbortSignal;
}

/** Ends as a Failure where anything differs. */
export async function replay(workbench: Workbench, steps: readonly Step[], options: ReplayOptions): Promise<void> {
  const { print, style, signal } = options;
  let differing = 0;
  for (const { input, events } of steps) {
    const now: WorkbenchEvent[] = [];
    for await (const event of workbench.submit(input, signal)) now.push(event);
    if (signal.aborted) throw new Failure("Interrupted.", exitCodes.interrupted);
    const { gone, came } = difference(events, now);
    const same = gone.length + came.length === 0;
    // A recording may be somebody else's, as what is remembered may be.
    const typed = printable(input);
    print(same ? style.dim(`= ${typed}`) : style.bold(`! ${typed}`));
    for (const line of gone) print(`  - ${printable(line)}`);
    for (const line of came) print(`  + ${printable(line)}`);
    if (!same) differing += 1;
  }
  print(`${steps.length} lines, ${differing === 0 ? "all answered as recorded" : `${differing} answered otherwise`}.`);
  if (differing > 0) throw new Failure(`${differing} of ${steps.length} lines were answered otherwise.`, exitCodes.failed);
}

function comparable(events: readonly WorkbenchEvent[]): string[] {
  // Progress depends on how fast the server is.
  return events.filter(({ type }) => type !== "progress").flatMap((event) => eventLines(event).map(({ text }) => masked(text)));
}

function masked(text: string): string {
  return text
    .replace(/\b([a-z_]+):[0-9a-z]{26}\b/g, "$1:…")
    .replace(/\b\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+Z?)?/g, "…")
    .replace(/\b\d+(?:\.\d+)? ms\b/g, "… ms")
    .replace(/\b\d+\.\d+\b/g, "…");
}

/** The lines of `a` that `b` has not, each as often as it stands in `a` more. */
function without(a: readonly string[], b: readonly string[]): string[] {
  const left = [...b];
  return a.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
