/** How far a long job is: a bar on a terminal, now and then a line elsewhere, nothing under --json. */
import { printable, type Terminal } from "./terminal.ts";

export interface Progress {
  /** `done` of the total so far, and what is worth saying beside it. */
  to(done: number, detail?: string): void;
  /** A line that stays, above the bar. */
  say(line: string): void;
  /** Takes the bar away. */
  stop(): void;
}

export interface ProgressOptions {
  /** What is being done, e.g. "Uploading". */
  readonly label: string;
  readonly total: number;
  /** What is counted: "files", "messages"; "bytes" are shown as KB, MB and GB. */
  readonly unit: string;
  /** Under --json: not even lines. */
  readonly quiet?: boolean;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** Between two lines where there is no terminal. */
const lineEveryMs = 5_000;
const nothing: Progress = { to: () => undefined, say: () => undefined, stop: () => undefined };

/** Only the bar needs its library, and it is not there before the promise ends. */
export async function startProgress(terminal: Terminal, options: ProgressOptions): Promise<Progress> {
  if (options.quiet) return nothing;
  return terminal.showsProgress ? bar(options) : lines(terminal, options);
}

async function bar({ label, total, unit }: ProgressOptions): Promise<Progress> {
  const { default: cliProgress } = await import("cli-progress");
  const stream = process.stderr;
  const columns = stream.columns > 0 ? stream.columns : 80;
  const shown = new cliProgress.SingleBar({
    stream,
    format: `${label} {bar} {percentage}% {counts}{detail}`,
    barsize: Math.max(8, Math.min(30, columns - label.length - 40)),
    barCompleteChar: "█",
    barIncompleteChar: "░",
    // A process that is ended at once would leave the terminal without one.
    hideCursor: false,
    clearOnComplete: true,
    linewrap: false,
    fps: 10,
    gracefulExit: false,
  });
  const counts = (done: number) => countsText(done, total, unit);
  shown.start(total, 0, { counts: counts(0), detail: "" });
  return {
    to: (done, detail = "") => shown.update(done, { counts: counts(done), detail: detail === "" ? "" : ` ${detail}` }),
    say(line) {
      stream.write(`\r\u001b[K${printable(line)}\n`);
    },
    stop: () => shown.stop(),
  };
}

function lines(terminal: Terminal, { label, total, unit, now = Date.now }: ProgressOptions): Progress {
  let last = now();
  return {
    to(done, detail = "") {
      if (now() - last < lineEveryMs) return;
      last = now();
      terminal.note(`${label}: ${countsText(done, total, unit)}${detail === "" ? "" : ` ${detail}`}\n`);
    },
    say: (line) => terminal.note(`${line}\n`),
    stop: () => undefined,
  };
}

function countsText(done: number, total: number, unit: string): string {
  return unit === "bytes" ? `${bytesText(done)} of ${bytesText(total)}` : `${done}/${total} ${unit}`;
}

/** 999 B, 1.5 KB, 12 MB: with two digits at least, and no more than needed. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const exponent = Math.min(4, Math.floor(Math.log10(bytes) / 3));
  const scaled = bytes / 1000 ** exponent;
  return `${scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)} ${["B", "KB", "MB", "GB", "TB"][exponent] ?? ""}`;
}
