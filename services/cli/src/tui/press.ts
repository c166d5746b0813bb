/** What a key does, in the pane that has the focus. Pure: what must be fetched or ended comes out as effects. */
import { factLines, traceLines } from "../workbench/details.ts";
import type { Line } from "../workbench/line.ts";
import type { Entity } from "../workbench/memory.ts";
import { draftOf, edit, emptyDraft, textOf, typeText, type Edit } from "./draft.ts";
import { goBack, scrollBy, show, step } from "./inspector.ts";
import { layoutOf, panes, type Pane } from "./layout.ts";
import { roomOf, type Model } from "./model.ts";
import { moveTo as moveInTimeline } from "./timeline.ts";
import { chosenRow, moveTo as moveInTree, parentIndex, setOpen, treeRows } from "./tree.ts";

export type KeyName =
  | "up"
  | "down"
  | "left"
  | "right"
  | "page-up"
  | "page-down"
  | "home"
  | "end"
  | "enter"
  | "tab"
  | "shift-tab"
  | "escape"
  | "backspace"
  | "delete"
  | "text";

export interface Press {
  readonly key: KeyName;
  /** What was typed or pasted, or the letter that Ctrl was held with. */
  readonly text: string;
  readonly ctrl: boolean;
}

export type Effect =
  | { readonly type: "submit"; readonly line: string }
  | { readonly type: "cancel" }
  | { readonly type: "quit" }
  /** `inPlace`: what is known of it is shown already. */
  | { readonly type: "open"; readonly ref: string; readonly inPlace: boolean }
  | { readonly type: "open-entity"; readonly entity: Entity }
  | { readonly type: "load-more"; readonly offset: number };

export interface Pressed {
  readonly model: Model;
  readonly effects: readonly Effect[];
}

const only = (model: Model): Pressed => ({ model, effects: [] });
const withEffect = (model: Model, effect: Effect): Pressed => ({ model, effects: [effect] });

export function press(model: Model, pressed: Press): Pressed {
  const { key, text, ctrl } = pressed;
  if (ctrl && text === "c") return withEffect(model, { type: model.busy ? "cancel" : "quit" });
  if (model.help) return only(key === "tab" || key === "shift-tab" ? model : { ...model, help: false });
  if (key === "tab" || key === "shift-tab") return only(focusNext(model, key === "tab" ? 1 : -1));
  if (model.focus === "input") return inInput(model, pressed);
  if (key === "text" && !ctrl) {
    if (text === "?") return only({ ...model, help: true });
    if (text === "q") return withEffect(model, { type: "quit" });
    if (text === "/") return only({ ...focused(model, "input"), draft: typeText(emptyDraft, "/") });
  }
  if (key === "escape" && !(model.focus === "inspector" && model.inspector.back.length > 0)) return only(focused(model, "input"));
  switch (model.focus) {
    case "tree":
      return inTree(model, key);
    case "timeline":
      return inTimeline(model, key);
    case "inspector":
      return inInspector(model, key);
  }
}

function focusNext(model: Model, by: 1 | -1): Model {
  const at = panes.indexOf(model.focus);
  return focused(model, panes[(at + by + panes.length) % panes.length] ?? "input");
}

function focused(model: Model, focus: Pane): Model {
  return { ...model, focus, shown: focus === "input" ? model.shown : focus };
}

const edits: Partial<Record<KeyName, Edit>> = {
  left: "left",
  right: "right",
  home: "home",
  end: "end",
  backspace: "backspace",
  delete: "delete",
};
const controls: ReadonlyMap<string, Edit> = new Map(
  Object.entries({
    a: "home",
    b: "left",
    d: "delete",
    e: "end",
    f: "right",
    k: "clear-after",
    u: "clear-before",
    w: "word-back",
  }),
);

function inInput(model: Model, { key, text, ctrl }: Press): Pressed {
  const draft = textOf(model.draft);
  const change = ctrl ? controls.get(text) : edits[key];
  if (change !== undefined) return only({ ...model, draft: edit(model.draft, change) });
  switch (key) {
    case "text":
      if (ctrl) return only(model);
      return only(text === "?" && draft === "" ? { ...model, help: true } : { ...model, draft: typeText(model.draft, text) });
    case "enter":
      // One at a time: a line stays typed until the one before is answered.
      if (model.busy || model.replay !== undefined || (draft.trim() === "" && model.state.forgetting === undefined))
        return only(model);
      return withEffect({ ...model, draft: emptyDraft }, { type: "submit", line: draft });
    case "up":
      return only(recallTyped(model, -1));
    case "down":
      return only(recallTyped(model, 1));
    case "page-up":
      return only(scrollLog(model, Math.max(1, roomOf(model, "input").rows - 1)));
    case "page-down":
      return only(scrollLog(model, -Math.max(1, roomOf(model, "input").rows - 1)));
    case "escape":
      return only({ ...model, draft: emptyDraft, pastAt: model.past.length });
    default:
      return only(model);
  }
}

function recallTyped(model: Model, by: 1 | -1): Model {
  const pastAt = Math.max(0, Math.min(model.past.length, model.pastAt + by));
  return pastAt === model.pastAt ? model : { ...model, pastAt, draft: draftOf(model.past[pastAt] ?? "") };
}

/** The screen clamps it to what there is. */
function scrollLog(model: Model, by: number): Model {
  return { ...model, scrolledUp: Math.max(0, model.scrolledUp + by) };
}

/** Where a list goes for a key that moves; undefined for one that does not. */
function moved(key: KeyName, at: number, length: number, height: number): number | undefined {
  const page = Math.max(1, height - 1);
  const steps: Partial<Record<KeyName, number>> = {
    up: at - 1,
    down: at + 1,
    "page-up": at - page,
    "page-down": at + page,
    home: 0,
    end: length - 1,
  };
  return steps[key];
}

function inTree(model: Model, key: KeyName): Pressed {
  const { tree } = model;
  const { rows: height } = roomOf(model, "tree");
  const to = moved(key, tree.chosen, treeRows(tree).length, height);
  if (to !== undefined) return only({ ...model, tree: moveInTree(tree, to, height) });
  const row = chosenRow(tree);
  if (row === undefined) return only(model);
  if (key === "left") {
    const isOpen = (row.kind === "type" || row.kind === "entity") && row.open;
    return only({ ...model, tree: isOpen ? setOpen(tree, row.id, false) : moveInTree(tree, parentIndex(tree), height) });
  }
  if (key !== "right" && key !== "enter") return only(model);
  switch (row.kind) {
    case "type":
      return only({ ...model, tree: setOpen(tree, row.id, key === "right" || !row.open) });
    case "entity": {
      const isOpen = key === "right" || !row.open;
      const next = { ...model, tree: setOpen(tree, row.id, isOpen) };
      return isOpen ? withEffect(next, { type: "open-entity", entity: row.entity }) : only(next);
    }
    case "fact":
      return openKnown(model, row.fact.id, factLines(`${row.entity.type}/${row.entity.name} ${row.fact.key}`, row.fact));
    case "more":
      return withEffect(model, { type: "load-more", offset: tree.entities.length });
    case "note":
      return only(model);
  }
}

function inTimeline(model: Model, key: KeyName): Pressed {
  const { timeline } = model;
  const { rows: height } = roomOf(model, "timeline");
  const to = moved(key, timeline.chosen, timeline.traces.length, height);
  if (to !== undefined) return only({ ...model, timeline: moveInTimeline(timeline, to, height) });
  const trace = timeline.traces[timeline.chosen];
  if (trace === undefined || (key !== "enter" && key !== "right")) return only(model);
  return openKnown(model, trace.id, traceLines(trace));
}

/** Shows what is known at once; the whole of it follows. A narrow screen goes to where it is shown. */
function openKnown(model: Model, ref: string, lines: readonly Line[]): Pressed {
  const isNarrow = layoutOf(model.size, model.shown).kind === "narrow";
  const next = { ...model, inspector: show(model.inspector, lines) };
  return withEffect(isNarrow ? focused(next, "inspector") : next, { type: "open", ref, inPlace: true });
}

function inInspector(model: Model, key: KeyName): Pressed {
  const { inspector } = model;
  const { columns, rows } = roomOf(model, "inspector");
  const scroll = (by: number) => only({ ...model, inspector: scrollBy(inspector, by, columns, rows) });
  switch (key) {
    case "up":
      return only({ ...model, inspector: step(inspector, -1, columns, rows) });
    case "down":
      return only({ ...model, inspector: step(inspector, 1, columns, rows) });
    case "page-up":
      return scroll(1 - rows);
    case "page-down":
      return scroll(rows - 1);
    case "home":
      return scroll(-Infinity);
    case "end":
      return scroll(Number.MAX_SAFE_INTEGER);
    case "escape":
    case "left":
    case "backspace":
      return only({ ...model, inspector: goBack(inspector) });
    case "enter":
    case "right": {
      const ref = inspector.page?.lines[inspector.page.chosen]?.ref;
      return ref === undefined ? only(model) : withEffect(model, { type: "open", ref, inPlace: false });
    }
    default:
      return only(model);
  }
}
