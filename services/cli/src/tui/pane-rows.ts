/** The rows within each pane: a gutter of one column that marks what is chosen, then the content. Pure. */
import { cut, fit, graphemesOf, widthOf } from "../columns.ts";
import { commandNames, commandRows } from "../workbench/commands.ts";
import { asciiText, type Line } from "../workbench/line.ts";
import type { Trace } from "../workbench/memory.ts";
import { textOf } from "./draft.ts";
import { shownRows } from "./inspector.ts";
import type { Size } from "./layout.ts";
import type { Marks } from "./marks.ts";
import type { Model } from "./model.ts";
import { fitRow, inLook, span, type Row } from "./row.ts";
import { barCells } from "./timeline.ts";
import { treeRows, type TreeRow } from "./tree.ts";
import { wrapped } from "./wrapped.ts";

/** The conversation, at its end or scrolled up from it. */
export function conversationRows(model: Model, { columns, rows: height }: Size, marks: Marks): readonly Row[] {
  const lines: readonly Line[] =
    model.log.length === 0 && model.streaming === "" ? welcome : [...model.log, ...streamingLines(model)];
  const rows = lines.flatMap((line) => wrapped(line, columns).map((text) => [gutter, span(shownText(text, marks), line.tone)]));
  const end = Math.max(Math.min(height, rows.length), rows.length - model.scrolledUp);
  const shown = rows.slice(Math.max(0, end - height), end);
  const below = rows.length - end;
  if (below === 0 || shown.length === 0) return shown;
  return [...shown.slice(0, -1), [gutter, span(`${below + 1} more rows below, PageDown`, "faint")]];
}

const welcome: readonly Line[] = [
  { text: "Type what is to be remembered.", tone: "plain" },
  { text: "End it in a question mark to ask.", tone: "plain" },
  { text: "", tone: "plain" },
  { text: "/chat talks, /help lists the commands,", tone: "faint" },
  { text: "? shows the keys.", tone: "faint" },
];

function streamingLines({ streaming, busy }: Model): readonly Line[] {
  if (streaming !== "") return [{ text: streaming, tone: "plain" }];
  return busy ? [{ text: "working, Ctrl-C cancels", tone: "faint" }] : [];
}

/** The line that is typed, moved so that the cursor is seen; a hint follows where a command begins. */
export function inputRow(model: Model, columns: number, marks: Marks): Row {
  const { before, after } = model.draft;
  const mark = model.state.forgetting === undefined ? marks.prompt : "y/N";
  const prompt = span(` ${mark} `, model.focus === "input" ? "accent" : "plain");
  const room = columns - widthOf(prompt.text);
  if (model.replay !== undefined) return [span(" a recording is shown", "faint")];
  if (model.focus !== "input") return [prompt, span(cut(before + after, room, marks.cut))];
  const left = fromEnd(before, Math.max(1, room - Math.min(widthOf(after), 8)));
  const [under = " "] = after === "" ? [" "] : graphemesOf(after);
  const rest = cut(after.slice(under.length), Math.max(0, room - widthOf(left) - 1), marks.cut);
  const hint = after === "" ? hintFor(textOf(model.draft)) : "";
  const hintRoom = room - widthOf(left) - 1;
  return [
    prompt,
    span(left),
    span(under, "cursor"),
    span(rest),
    ...(hint === "" || hintRoom < 8 ? [] : [span(cut(hint, hintRoom, marks.cut), "faint")]),
  ];
}

/** The end of a text that fits. */
function fromEnd(text: string, columns: number): string {
  let kept = "";
  let used = 0;
  for (const part of graphemesOf(text).reverse()) {
    used += widthOf(part);
    if (used > columns) break;
    kept = part + kept;
  }
  return kept;
}

/** The rest of the usage of the one command that the draft begins; the names of those it may become. */
function hintFor(draft: string): string {
  const [, typed] = /^\/(\S*)$/.exec(draft) ?? [];
  if (typed === undefined) return "";
  const names = commandNames.filter((name) => name.startsWith(typed));
  const [only] = names;
  if (names.length === 1 && only !== undefined) return commandRows[only].usage.slice(draft.length);
  return names.length === 0 || typed === "" ? "" : `  ${names.join(" ")}`;
}

export function treePaneRows(model: Model, { columns, rows: height }: Size, marks: Marks): readonly Row[] {
  const { tree, focus } = model;
  const rows = treeRows(tree);
  if (rows.length === 0) return note(tree.loaded || model.replay ? "No entity is known yet." : waitingText(model));
  const top = Math.max(0, Math.min(tree.top, rows.length - height));
  return rows.slice(top, top + height).map((row, i) => {
    const drawn = treeRow(row, model, marks);
    return top + i === tree.chosen ? chosen(drawn, columns, focus === "tree", marks) : [gutter, ...drawn];
  });
}

function treeRow(row: TreeRow, model: Model, marks: Marks): Row {
  switch (row.kind) {
    case "type":
      return [span(`${row.open ? marks.open : marks.closed} `), span(row.label, "strong"), span(` ${row.count}`, "faint")];
    case "entity":
      return [span(`  ${row.open ? marks.open : marks.closed} ${row.label}`)];
    case "fact": {
      const { fact } = row;
      const isOver = fact.supersededBy !== undefined || fact.known.until !== undefined;
      return [span(`      ${row.label}`, fact.disputes.length > 0 ? "warn" : isOver ? "faint" : "plain")];
    }
    case "more":
      return [span(`  ${row.label}${marks.cut}`, "faint")];
    case "note":
      return [span(`      ${row.label === "loading" && model.replay ? "not in the recording" : row.label}`, "faint")];
  }
}

const barWidth = 5;

export function timelineRows(model: Model, { columns, rows: height }: Size, marks: Marks): readonly Row[] {
  const { timeline, focus } = model;
  if (timeline.traces.length === 0) return note(timeline.loaded || model.replay ? "Nothing was asked yet." : waitingText(model));
  const top = Math.max(0, Math.min(timeline.top, timeline.traces.length - height));
  const shown = timeline.traces.slice(top, top + height);
  const longest = Math.max(...shown.map(({ ms }) => ms));
  return shown.map((trace, i) => {
    const row = traceRow(trace, longest, marks);
    return top + i === timeline.chosen ? chosen(row, columns, focus === "timeline", marks) : [gutter, ...row];
  });
}

function traceRow(trace: Trace, longest: number, marks: Marks): Row {
  const bar = marks.bar.repeat(barCells(trace.ms, longest, barWidth)).padEnd(barWidth);
  return [
    span(trace.createdAt.slice(11, 16), "faint"),
    span(` ${fit(tierText(trace), 6, marks.cut)}${duration(trace.ms).padStart(6)} `),
    span(bar, trace.degraded.length > 0 ? "alarm" : "accent"),
    span(` ${trace.query.replace(/\s+/g, " ")}`),
  ];
}

function tierText({ tier, kind, cached }: Trace): string {
  if (cached) return "cache";
  if (tier === "full_context") return "full";
  if (tier !== "") return tier;
  return kind === "response" ? "chat" : kind;
}

function duration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)}ms` : `${(ms / 1_000).toFixed(1)}s`;
}

export function inspectorRows(model: Model, { columns, rows: height }: Size, marks: Marks): readonly Row[] {
  const { page } = model.inspector;
  if (page === undefined) return note("Choose an entity, a fact or a trace and press Enter.", columns);
  const rows = shownRows(page.lines, columns);
  const top = Math.max(0, Math.min(page.top, rows.length - height));
  return rows.slice(top, top + height).map(({ text, line }) => {
    const row: Row = [span(shownText(text, marks), page.lines[line]?.tone ?? "plain")];
    return line === page.chosen ? chosen(row, columns, model.focus === "inspector", marks) : [gutter, ...row];
  });
}

const gutter = span(" ");

/** What is chosen is marked also where the focus is elsewhere; reversed it is only where keys reach it. */
function chosen(row: Row, columns: number, focused: boolean, marks: Marks): Row {
  return [span(marks.prompt, "accent"), ...(focused ? inLook(fitRow(row, columns, marks), "chosen") : row)];
}

function waitingText({ server }: Model): string {
  return server.failedTries > 0 ? "The server does not answer." : "loading";
}

function note(text: string, columns = Infinity): readonly Row[] {
  const rows = columns === Infinity ? [text] : wrapped({ text, tone: "faint" }, columns);
  return rows.map((row) => [gutter, span(row, "faint")]);
}

function shownText(text: string, marks: Marks): string {
  return marks.ascii ? asciiText(text) : text;
}
