/** Where a command writes: results on stdout, progress and errors on stderr. */
export interface Terminal {
  /** Writes a line to stdout. */
  print(line?: string): void;
  /** Writes text to stderr as it is. */
  note(text: string): void;
  /** Columns of stdout; 80 where it is no terminal. */
  readonly columns: number;
  readonly isTerminal: boolean;
  /** stderr is a terminal: a progress bar may redraw itself. */
  readonly showsProgress: boolean;
  readonly style: Style;
  /** All of stdin, as text. */
  readInput(): Promise<string>;
  /** Asks for a secret without echo; undefined where nobody can be asked. */
  askSecret(question: string): Promise<string | undefined>;
}

export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  warn(text: string): string;
}

const plain: Style = { bold: (text) => text, dim: (text) => text, warn: (text) => text };
const ansi = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;
const coloured: Style = { bold: ansi(1), dim: ansi(2), warn: ansi(33) };

export function styleFor(colours: boolean): Style {
  return colours ? coloured : plain;
}

/** The process's own terminal. */
export function processTerminal(noColour: boolean): Terminal {
  const { stdin, stdout, stderr } = process;
  return {
    print: (line = "") => void stdout.write(`${line}\n`),
    note: (text) => void stderr.write(text),
    columns: stdout.isTTY ? stdout.columns : 80,
    isTerminal: stdout.isTTY,
    showsProgress: stderr.isTTY,
    style: styleFor(stdout.isTTY && !noColour),
    async readInput() {
      stdin.setEncoding("utf8");
      let text = "";
      for await (const part of stdin) text += String(part);
      return text;
    },
    async askSecret(question) {
      if (!stdin.isTTY) return undefined;
      const { createInterface } = await import("node:readline/promises");
      const { Writable } = await import("node:stream");
      stderr.write(question);
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
      const lines = createInterface({ input: stdin, output: silent, terminal: true });
      try {
        return (await lines.question("")).trim();
      } finally {
        lines.close();
        stderr.write("\n");
      }
    },
  };
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

/** Without control characters but the line feed: stored text must not be able to drive the reader's terminal. */
export function printable(text: string): string {
  return text.replaceAll("\t", "  ").replace(/[^\P{Cc}\n]/gu, "");
}
