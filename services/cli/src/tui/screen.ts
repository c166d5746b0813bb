/** A whole screen as rows of exactly its width. Pure. */
import { minute } from "../times.ts";
import { widthOf } from "../columns.ts";
import { frame } from "./frame.ts";
import { helpRows } from "./help.ts";
import { fullSize, innerSize, layoutOf, leastSize, type Layout, type Pane } from "./layout.ts";
import type { Marks } from "./marks.ts";
import type { Model } from "./model.ts";
import { conversationRows, inputRow, inspectorRows, timelineRows, treePaneRows } from "./pane-rows.ts";
import { emptyRow, fitRow, rowWidth, span, type Row } from "./row.ts";

export function screenRows(model: Model, marks: Marks): readonly Row[] {
  const { columns, rows } = model.size;
  const layout = layoutOf(model.size, model.shown);
  if (layout.kind === "tiny") return tinyRows(model, marks);
  if (model.help) {
    const options = { title: "Keys", width: columns, height: rows - 1, focused: true, marks };
    return [...frame(helpRows(columns - 2), options), statusRow(model, layout, marks)];
  }
  return [...paneRows(model, layout, marks), statusRow(model, layout, marks)];
}

function paneRows(model: Model, layout: Exclude<Layout, { kind: "tiny" }>, marks: Marks): readonly Row[] {
  const { columns } = model.size;
  if (layout.kind === "narrow") {
    return [
      ...pane(model, "input", columns, layout.top, layout, marks),
      ...pane(model, layout.shown, columns, layout.bottom, layout, marks),
    ];
  }
  const { left, right, heights } = layout;
  const leftRows = [
    ...pane(model, "input", left, heights.input, layout, marks),
    ...pane(model, "timeline", left, heights.timeline, layout, marks),
  ];
  const rightRows = [
    ...pane(model, "tree", right, heights.tree, layout, marks),
    ...pane(model, "inspector", right, heights.inspector, layout, marks),
  ];
  return leftRows.map((row, i) => [...row, ...(rightRows[i] ?? emptyRow)]);
}

function pane(model: Model, which: Pane, width: number, height: number, layout: Layout, marks: Marks): readonly Row[] {
  const room = innerSize(layout, model.size.columns, which);
  const options = { ...titleOf(model, which, layout, marks), width, height, focused: model.focus === which, marks };
  switch (which) {
    case "input": {
      const log = conversationRows(model, room, marks);
      const filled = [...log, ...Array.from({ length: Math.max(0, room.rows - log.length) }, () => emptyRow)];
      return frame([...filled, inputRow(model, room.columns, marks)], options, room.rows);
    }
    case "tree":
      return frame(treePaneRows(model, room, marks), options);
    case "timeline":
      return frame(timelineRows(model, room, marks), options);
    case "inspector":
      return frame(inspectorRows(model, room, marks), options);
  }
}

function titleOf(model: Model, which: Pane, layout: Layout, marks: Marks): { title: string; corner?: string } {
  const others = layout.kind === "narrow" && which !== "input" ? "Tab: the others" : undefined;
  const corner = (text: string) => ({ corner: others ?? text });
  switch (which) {
    case "input":
      return { title: "Conversation", corner: model.busy ? "working" : "" };
    case "tree":
      return { title: "Entities", ...corner(model.tree.total > 0 ? String(model.tree.total) : "") };
    case "timeline":
      return { title: "Traces", ...corner(model.timeline.chosen === 0 ? "follows" : `${model.timeline.chosen} newer`) };
    case "inspector": {
      const { back } = model.inspector;
      return { title: "Inspector", ...corner(back.length > 0 ? `Esc: back${marks.ascii ? "" : ` ${back.length}`}` : "") };
    }
  }
}

/** Server, scope, time and recording at the left, the way to help at the right. */
function statusRow(model: Model, layout: Layout, marks: Marks): Row {
  const { columns } = model.size;
  const { server, state, recording, replay } = model;
  const parts: Row[] = [];
  if (replay !== undefined) parts.push([span(`replay ${replay.done}/${replay.all} ${server.name}`)]);
  else if (server.failedTries > 0)
    parts.push([span(`${marks.gone} no answer from ${server.name}, trying again (${server.failedTries})`, "alarm")]);
  else parts.push([span(`${marks.connected} `, "accent"), span(server.name)]);
  if (state.scopes.length > 0) parts.push([span(`scope ${state.scopes.join(", ")}`)]);
  if (state.asOf !== undefined) parts.push([span(`as of ${minute(state.asOf).replace(/ 00:00$/, "")}`)]);
  if (recording !== undefined) parts.push([span(`${marks.recording} ${recording}`, "alarm")]);
  if (layout.kind === "narrow") parts.push([span(`${fullSize.columns}${marks.times}${fullSize.rows} shows all`, "faint")]);
  const left: Row = parts.flatMap((part, i) => (i === 0 ? part : [span(marks.separator, "faint"), ...part]));
  const hint = layout.kind === "narrow" ? "" : model.focus === "input" ? "Tab: panes  " : "q: leave  ";
  const right: Row = [span(` ${hint}?: keys`, "faint")];
  const room = columns - rowWidth(right);
  return [...fitRow([span(" "), ...left], room, marks), ...right];
}

function tinyRows({ size }: Model, marks: Marks): readonly Row[] {
  const text = `${size.columns}${marks.times}${size.rows} is too small; loci tui needs ${leastSize.columns}${marks.times}${leastSize.rows}.`;
  const rows: Row[] = [];
  for (let rest = text; rest !== "" && rows.length < size.rows;) {
    rows.push([span(rest.slice(0, Math.max(1, size.columns)))]);
    rest = rest.slice(Math.max(1, size.columns));
  }
  return rows.map((row) => (widthOf(row[0]?.text ?? "") <= size.columns ? row : emptyRow));
}
