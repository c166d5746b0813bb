/** Events on a stream: as text for people, as JSON Lines for programs. */
import { jsonText, printable, type Style } from "../terminal.ts";
import { wrapLine } from "../workbench/wrap-line.ts";
import { eventLines, replyNotes } from "../workbench/event-text.ts";
import type { WorkbenchEvent } from "../workbench/event.ts";
import { asciiText, type Line, type Tone } from "../workbench/line.ts";

export interface Printer {
  print(event: WorkbenchEvent): void;
}

export interface PrinterOptions {
  readonly write: (text: string) => void;
  /** Columns to wrap at; undefined leaves lines as they are. */
  readonly columns: () => number | undefined;
  readonly style: Style;
  /** Our own signs in ASCII alone. */
  readonly ascii: boolean;
}

export function textPrinter({ write, columns, style, ascii }: PrinterOptions): Printer {
  let streamed = false;
  const show = (line: Line) => {
    const width = columns();
    const rows = width === undefined ? [printable(line.text)] : wrapLine(line, width);
    for (const row of rows) write(`${toned(line.tone, ascii ? asciiText(row) : row, style)}\n`);
  };
  return {
    print(event) {
      if (event.type === "delta") {
        write(printable(event.text));
        streamed = true;
        return;
      }
      const endsReply = streamed && event.type === "reply";
      if (streamed) write("\n");
      streamed = false;
      for (const line of endsReply ? replyNotes(event) : eventLines(event)) show(line);
    },
  };
}

export function jsonPrinter(write: (text: string) => void): Printer {
  return { print: (event) => write(`${jsonText(event)}\n`) };
}

function toned(tone: Tone, text: string, style: Style): string {
  switch (tone) {
    case "plain":
      return text;
    case "strong":
      return style.bold(text);
    case "faint":
      return style.dim(text);
    case "warn":
      return style.warn(text);
  }
}
