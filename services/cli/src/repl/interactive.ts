/** The repl on a terminal. */
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createInterface, type Interface } from "node:readline/promises";
import { messageOf } from "../failure.ts";
import { printable } from "../terminal.ts";
import { complete, type Known } from "../workbench/complete.ts";
import type { State } from "../workbench/state.ts";
import type { Workbench } from "../workbench/workbench.ts";
import type { History } from "./history.ts";
import type { Printer } from "./printer.ts";

/** How long names from the server are taken as known. */
const knownForMs = 30_000;
/** A completion must not make the terminal wait. */
const completionTimeoutMs = 2_000;
const namesOffered = 500;

export interface InteractiveOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly history: History;
  readonly printer: Printer;
  readonly clock: () => number;
}

/** Reads lines until /quit or Ctrl-D. */
export async function interact(workbench: Workbench, options: InteractiveOptions): Promise<void> {
  const { input, output, history, printer, clock } = options;
  const known = serverNames(workbench, clock);
  const lines = createInterface({
    input,
    output,
    terminal: true,
    history: [...history.lines],
    removeHistoryDuplicates: true,
    historySize: 1_000,
    completer: async (line: string): Promise<[string[], string]> => {
      const { part, candidates } = await complete(line, known);
      return [[...candidates], part];
    },
  });
  let running: AbortController | undefined;
  let isKept = true;
  lines.on("SIGINT", () => {
    if (running !== undefined) running.abort();
    else clearLine(lines, output);
  });
  output.write("loci: /help lists the commands, Ctrl-D leaves.\n");
  try {
    for await (const line of typed(lines, () => promptText(workbench.state()))) {
      running = new AbortController();
      await history.add(line).catch((error: unknown) => {
        // Said once: it is no reason to stop working.
        if (isKept) printer.print({ type: "problem", kind: "failed", text: `The history cannot be kept: ${messageOf(error)}` });
        isKept = false;
      });
      for await (const event of workbench.submit(line, running.signal)) {
        if (event.type === "quit") return;
        printer.print(event);
      }
      running = undefined;
    }
    output.write("\n");
  } finally {
    lines.close();
  }
}

/** Each line as it is entered, also those that were typed while another ran. */
async function* typed(lines: Interface, prompt: () => string): AsyncGenerator<string> {
  const waiting: string[] = [];
  const input: { closed: boolean } = { closed: false };
  let wake: () => void = () => undefined;
  lines.on("line", (line) => {
    waiting.push(line);
    wake();
  });
  lines.on("close", () => {
    input.closed = true;
    wake();
  });
  for (;;) {
    const line = waiting.shift();
    if (line !== undefined) yield line;
    else if (input.closed) return;
    else {
      lines.setPrompt(prompt());
      lines.prompt();
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
}

function promptText({ scopes, asOf, forgetting }: State): string {
  if (forgetting !== undefined) return "forget (y/N)? ";
  const place = [...scopes, ...(asOf === undefined ? [] : [`@${asOf.replace(/T00:00:00\.000Z$/, "")}`])];
  return ["loci", ...place].join(" ") + "> ";
}

/** Ctrl-C with nothing running drops what is typed, as a shell does. */
function clearLine(lines: Interface, output: NodeJS.WritableStream): void {
  output.write("^C\n");
  lines.write(null, { ctrl: true, name: "e" });
  lines.write(null, { ctrl: true, name: "u" });
  lines.prompt();
}

function serverNames({ memory, state }: Workbench, clock: () => number): Known {
  const remembered = new Map<string, { at: number; names: readonly string[] }>();
  const cached = async (what: string, ask: (signal: AbortSignal) => Promise<readonly string[]>) => {
    const had = remembered.get(what);
    if (had !== undefined && clock() - had.at < knownForMs) return had.names;
    // A server that does not answer offers no names, and typing goes on.
    const [asked] = await Promise.allSettled([ask(AbortSignal.timeout(completionTimeoutMs))]);
    if (asked.status === "rejected") return had?.names ?? [];
    remembered.set(what, { at: clock(), names: asked.value });
    return asked.value;
  };
  return {
    entities: () =>
      cached("entities", async (signal) => {
        const { entities } = await memory.entities({ offset: 0, limit: namesOffered, asOf: state().asOf }, signal);
        // What cannot be typed is not offered: readline would write it to the terminal as it is.
        return entities.map(({ type, name }) => `${type}/${name}`).filter((one) => one === printable(one));
      }),
    scopes: () => cached("scopes", (signal) => memory.scopes(signal)),
    files: fileNames,
  };
}

async function fileNames(typedName: string): Promise<readonly string[]> {
  const folder = typedName.endsWith("/") ? typedName : dirname(typedName);
  const start = typedName.endsWith("/") ? "" : basename(typedName);
  const [read] = await Promise.allSettled([readdir(folder === "" ? "." : folder, { withFileTypes: true })]);
  if (read.status === "rejected") return [];
  return read.value
    .filter(({ name }) => name.startsWith(start) && (start.startsWith(".") || !name.startsWith(".")))
    .map((entry) => {
      const path = typedName.includes("/") ? join(folder, entry.name) : entry.name;
      const shown = typedName.startsWith("./") ? `./${path}` : path;
      return entry.isDirectory() ? `${shown}/` : shown;
    });
}
