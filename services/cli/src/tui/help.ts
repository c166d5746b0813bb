/** What `?` shows. */
import { commandNames, commandRows } from "../workbench/commands.ts";
import { span, type Row } from "./row.ts";

const keys: readonly (readonly [string, string])[] = [
  ["Tab, Shift-Tab", "next pane, pane before"],
  ["arrows, Page, Home", "move, scroll; in the input: lines typed before"],
  ["Enter", "send the line; open what is chosen"],
  ["Right, Left", "open, close; in the inspector: go into it, go back"],
  ["Esc", "close, go back, to the input"],
  ["/", "type a command"],
  ["Ctrl-C", "cancel what runs, else leave"],
  ["q", "leave (from another pane than the input)"],
];

export function helpRows(columns: number): readonly Row[] {
  const width = 21;
  const row = (name: string, what: string): Row => [span(` ${name.padEnd(width)}`, "strong"), span(what)];
  const isWide = columns >= 70;
  const commands = commandNames.map((name) =>
    row(isWide ? shortUsage(commandRows[name].usage, width) : `/${name}`, commandRows[name].summary),
  );
  return [...keys.map(([name, what]) => row(name, what)), [], ...commands];
}

function shortUsage(usage: string, width: number): string {
  return usage.length < width ? usage : (usage.split(" ")[0] ?? usage);
}
