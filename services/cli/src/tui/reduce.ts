/** What happened, in the model. Pure. */
import { answerDetails, entityLines, historyLines, recordLines, traceLines } from "../workbench/details.ts";
import { eventLines } from "../workbench/event-text.ts";
import type { WorkbenchEvent } from "../workbench/event.ts";
import { faint, plain, strong, type Line } from "../workbench/line.ts";
import type { State } from "../workbench/state.ts";
import { replace, show } from "./inspector.ts";
import type { Size } from "./layout.ts";
import type { Model } from "./model.ts";
import { traceOfAnswer, withTraces } from "./timeline.ts";
import { withPage, withView } from "./tree.ts";

export type Happening =
  | { readonly type: "typed"; readonly line: string }
  | { readonly type: "event"; readonly event: WorkbenchEvent; readonly at: string }
  /** What was opened in a pane came: it is shown in the inspector and says nothing in the conversation. */
  | { readonly type: "opened"; readonly event: WorkbenchEvent; readonly inPlace: boolean }
  | { readonly type: "finished"; readonly state: State; readonly recording: string | undefined }
  | { readonly type: "server"; readonly failedTries: number }
  | { readonly type: "resized"; readonly size: Size }
  | { readonly type: "replayed"; readonly done: number; readonly all: number };

const logKept = 2_000;
const pastKept = 200;

export function reduce(model: Model, happening: Happening): Model {
  switch (happening.type) {
    case "typed":
      return typed(model, happening.line);
    case "event":
      return happened(model, happening.event, happening.at);
    case "opened":
      return opened(model, happening.event, happening.inPlace);
    case "finished":
      return { ...model, busy: false, streaming: "", state: happening.state, recording: happening.recording };
    case "server":
      return { ...model, server: { ...model.server, failedTries: happening.failedTries } };
    case "resized":
      return { ...model, size: happening.size };
    case "replayed":
      return { ...model, replay: { done: happening.done, all: happening.all } };
  }
}

function typed(model: Model, line: string): Model {
  const past = line.trim() === "" || line === model.past.at(-1) ? model.past : [...model.past, line].slice(-pastKept);
  const gap = model.log.length === 0 ? [] : [plain("")];
  return said({ ...model, past, pastAt: past.length, busy: true, scrolledUp: 0 }, [...gap, strong(`> ${line}`)]);
}

function happened(model: Model, event: WorkbenchEvent, at: string): Model {
  switch (event.type) {
    case "delta":
      return { ...model, streaming: model.streaming + event.text };
    case "reply":
      return said({ ...model, streaming: "" }, eventLines(event));
    case "answer": {
      const isNew = event.answer.traceId !== "" && !model.timeline.traces.some(({ id }) => id === event.answer.traceId);
      const timeline = isNew ? withTraces(model.timeline, [traceOfAnswer(event.query, event.answer, at)]) : model.timeline;
      const inspector = show(model.inspector, answerDetails(event.query, event.answer));
      return said({ ...model, timeline, inspector }, eventLines(event));
    }
    case "written": {
      const page = { entities: event.written.entities, total: 0 };
      const merged = withPage(model.tree, model.tree.entities.length || 1, page);
      const grown = merged.entities.length - model.tree.entities.length;
      return said({ ...model, tree: { ...merged, total: model.tree.total + grown } }, eventLines(event));
    }
    case "entities":
      return { ...model, tree: withPage(model.tree, event.offset, event.page) };
    case "loaded":
      return { ...model, tree: withView(model.tree, event.view) };
    case "traces":
      return { ...model, timeline: withTraces(model.timeline, event.traces) };
    case "entity":
    case "facts":
    case "trace":
    case "record":
      return said({ ...opened(model, event, false), shown: "inspector" }, [faint("Shown in the inspector.")]);
    case "problem":
    case "cancelled": {
      const begun = model.streaming === "" ? [] : [plain(model.streaming)];
      return said({ ...model, streaming: "" }, [...begun, ...eventLines(event)]);
    }
    default:
      return said(model, eventLines(event));
  }
}

function opened(model: Model, event: WorkbenchEvent, inPlace: boolean): Model {
  const lines = detailsOf(event);
  if (lines === undefined) return model;
  const tree = event.type === "entity" ? withView(model.tree, event.view) : model.tree;
  return { ...model, tree, inspector: (inPlace ? replace : show)(model.inspector, lines) };
}

function detailsOf(event: WorkbenchEvent): readonly Line[] | undefined {
  switch (event.type) {
    case "entity":
      return entityLines(event.view);
    case "facts":
      return historyLines(event.title, event.facts, event.why);
    case "trace":
      return traceLines(event.trace);
    case "record":
      return recordLines(event.record);
    case "problem":
      return eventLines(event);
    default:
      return undefined;
  }
}

function said(model: Model, lines: readonly Line[]): Model {
  return lines.length === 0 ? model : { ...model, log: [...model.log, ...lines].slice(-logKept) };
}
