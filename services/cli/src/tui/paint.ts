/** Rows as text for a terminal. Our own codes, not Ink's: what is chosen must be seen where colours are refused too. */
import { styleText } from "node:util";
import type { Look, Row } from "./row.ts";

type Format = "bold" | "dim" | "magenta" | "red" | "inverse";

export function paintRow(row: Row, colours: boolean): string {
  return row.map(({ text, look }) => painted(text, formatOf(look, colours))).join("");
}

function painted(text: string, format: Format | undefined): string {
  return format === undefined || text === "" ? text : styleText(format, text, { validateStream: false });
}

/** Without colours everything is still told apart: by weight, by reversal, by the border. */
function formatOf(look: Look, colours: boolean): Format | undefined {
  switch (look) {
    case "plain":
      return undefined;
    case "strong":
      return "bold";
    case "faint":
      return "dim";
    case "accent":
      return colours ? "magenta" : "bold";
    case "warn":
    case "alarm":
      return colours ? "red" : "bold";
    case "chosen":
    case "cursor":
      return "inverse";
  }
}
