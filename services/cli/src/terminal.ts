/** Where a command writes: results on stdout, progress and errors on stderr. */
import { styleText } from "node:util";
import { cutTo } from "./cut.ts";
import { messageOf, usage } from "./failure.ts";

export interface Terminal {
  /** Writes a line to stdout. */
  print(line?: string): void;
  /** Writes text to stdout as it is; what streams has no line ends of its own. */
  write(text: string): void;
  /** Writes text to stderr as it is. */
  note(text: string): void;
  /** Columns of stdout; 80 where it is no terminal. */
  readonly columns: number;
  /** stdout is a terminal. */
  readonly isTerminal: boolean;
  /** stderr is a terminal: a progress bar may redraw itself. */
  readonly showsProgress: boolean;
  readonly style: Style;
  /** Stdin is no terminal: a pipe, a file, or nothing. */
  readonly hasPipedInput: boolean;
  /** All of stdin, as text. @throws Failure where it is longer, or cannot be read */
  readInput(maxBytes: number): Promise<string>;
  /** Asks for a secret without echo; undefined where nobody can be asked. */
  askSecret(question: string): Promise<string | undefined>;
  /** Asks; undefined where nobody can be asked, and at the end of the input. */
  ask(question: string): Promise<string | undefined>;
  /** Calls at Ctrl-C instead of ending, until what it returns is called. A second Ctrl-C ends at once. */
  onInterrupt(handler: () => void): () => void;
}

export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  warn(text: string): string;
}

const plain: Style = { bold: (text) => text, dim: (text) => text, warn: (text) => text };
const painted = (format: "bold" | "dim" | "yellow") => (text: string) => styleText(format, text, { validateStream: false });
const coloured: Style = { bold: painted("bold"), dim: painted("dim"), warn: painted("yellow") };

export function styleFor(colours: boolean): Style {
  return colours ? coloured : plain;
}

export interface ColourWish {
  /** --no-color. */
  readonly refused: boolean;
  /** NO_COLOR is set and not empty. */
  readonly noColour: boolean;
  /** FORCE_COLOR is set, and to something else than 0. */
  readonly forceColour: boolean;
  /** TERM=dumb: no escape sequences at all. */
  readonly isDumb?: boolean;
}

/** A flag wins over the environment, and that over what the stream is. */
export function showsColours({ refused, noColour, forceColour, isDumb = false }: ColourWish, isTerminal: boolean): boolean {
  if (refused) return false;
  if (forceColour) return true;
  return isTerminal && !noColour && !isDumb;
}

/** The process's own terminal. */
export function processTerminal(wish: ColourWish): Terminal {
  const { stdin, stdout, stderr } = process;
  for (const stream of [stdout, stderr]) stream.on("error", endQuietly);
  return {
    print: (line = "") => void stdout.write(`${undriven(line)}\n`),
    write: (text) => void stdout.write(undriven(text)),
    note: (text) => void stderr.write(undriven(text)),
    columns: stdout.isTTY && stdout.columns > 0 ? stdout.columns : 80,
    isTerminal: stdout.isTTY,
    showsProgress: stderr.isTTY && wish.isDumb !== true,
    style: styleFor(showsColours(wish, stdout.isTTY)),
    hasPipedInput: !stdin.isTTY,
    readInput: (maxBytes) => allOf(stdin, maxBytes),
    async askSecret(question) {
      if (!stdin.isTTY) return undefined;
      const { Writable } = await import("node:stream");
      stderr.write(question);
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
      return asked("", silent).finally(() => stderr.write("\n"));
    },
    ask: (question) => (stdin.isTTY ? asked(question, stderr) : Promise.resolve(undefined)),
    onInterrupt(handler) {
      const second = () => process.exit(130);
      const first = () => {
        process.on("SIGINT", second);
        handler();
      };
      process.once("SIGINT", first);
      return () => {
        process.off("SIGINT", first);
        process.off("SIGINT", second);
      };
    },
  };
}

/** A stream's bytes as text. @throws Failure where there are more, or where it cannot be read */
export async function allOf(input: AsyncIterable<Buffer | string>, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of input) {
      parts.push(Buffer.from(part));
      bytes += parts.at(-1)?.length ?? 0;
      if (bytes > maxBytes) break;
    }
  } catch (error) {
    throw usage(`stdin cannot be read: ${messageOf(error)}`);
  }
  if (bytes > maxBytes)
    throw usage(`stdin holds more than ${Math.floor(maxBytes / 1024 / 1024)} MiB. 'loci documents upload' takes files.`);
  return Buffer.concat(parts).toString("utf8");
}

/** One line from the terminal; undefined at Ctrl-D, and the end of the process at Ctrl-C. */
async function asked(question: string, output: NodeJS.WritableStream): Promise<string | undefined> {
  const { createInterface } = await import("node:readline");
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  return new Promise((resolve) => {
    lines.once("SIGINT", () => {
      process.stderr.write("\n");
      process.exit(130);
    });
    lines.once("close", () => resolve(undefined));
    lines.question(question, (answer) => {
      resolve(answer.trim());
      lines.close();
    });
  });
}

/** Whoever reads the output has gone (`loci … | head`): that is no failure. Anything else is, as a full disk. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(0);
  try {
    process.stderr.write(`loci: the output cannot be written: ${error.message}\n`);
  } finally {
    process.exit(1);
  }
}

/** Breaks a text at spaces into lines of at most `width` columns, each after the indent; a longer word keeps its line. */
export function wrap(text: string, width: number, indent = ""): string {
  const lines: string[] = [];
  for (const paragraph of printable(text).split("\n")) {
    let line = indent;
    for (const word of paragraph.split(" ")) {
      const fits = line === indent || line.length + 1 + word.length <= width;
      if (!fits) lines.push(line);
      line = !fits ? indent + word : line === indent ? indent + word : `${line} ${word}`;
    }
    lines.push(line.trimEnd());
  }
  return lines.join("\n");
}

/** What turns the direction of writing: text after it would be shown in another order than it was said, that of our own words too. */
const turnsDirection = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Without control characters but the line feed: stored text must not be able to drive the reader's terminal. */
export function printable(text: string): string {
  return text
    .replaceAll("\t", "  ")
    .replace(/[^\P{Cc}\n]/gu, "")
    .replace(turnsDirection, "");
}

/**
 * The same for text that has our own colours in it already: of control characters their sequences stay, tabs and line feeds. The
 * last door before the terminal, for what a server's error says and whatever else nobody thought of.
 */
export function undriven(text: string): string {
  return text
    .replace(/\p{Cc}(\[[\d;]*m)?/gu, (found, colour: string = "") => {
      const [sign = ""] = found;
      return (sign === "\u001b" && colour !== "") || sign === "\n" || sign === "\t" ? found : colour;
    })
    .replace(turnsDirection, "");
}

/**
 * JSON that means the same and has in it no control character, and none that turns the direction of writing: `JSON.stringify` leaves those
 * from U+007F on, which drive terminals.
 */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  const spelt = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replace(/[\u007f-\u009f]/g, spelt).replace(turnsDirection, spelt);
}

/** On one line of at most `width` columns, with an ellipsis where something was cut off. */
export function shortened(text: string, width: number): string {
  const line = printable(text).replace(/\s+/g, " ").trim();
  return line.length <= width ? line : `${cutTo(line, Math.max(0, width - 1)).trimEnd()}…`;
}
