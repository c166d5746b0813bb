/** All that a screen of the tui shows. */
import type { Line } from "../workbench/line.ts";
import { firstState, type State } from "../workbench/state.ts";
import { emptyDraft, type Draft } from "./draft.ts";
import { emptyInspector, type Inspector } from "./inspector.ts";
import { innerSize, layoutOf, type Pane, type Size } from "./layout.ts";
import { emptyTimeline, type Timeline } from "./timeline.ts";
import { emptyTree, type Tree } from "./tree.ts";

export interface Model {
  readonly size: Size;
  readonly focus: Pane;
  /** Which of the three lower panes a narrow screen shows. */
  readonly shown: Exclude<Pane, "input">;
  readonly log: readonly Line[];
  /** A reply that is still arriving. */
  readonly streaming: string;
  /** Rows that the conversation is scrolled up from its end. */
  readonly scrolledUp: number;
  readonly draft: Draft;
  /** Lines that were typed, oldest first, and which of them the draft shows. */
  readonly past: readonly string[];
  readonly pastAt: number;
  /** A command runs. */
  readonly busy: boolean;
  readonly state: State;
  readonly tree: Tree;
  readonly timeline: Timeline;
  readonly inspector: Inspector;
  readonly server: Server;
  readonly recording: string | undefined;
  readonly replay: Replay | undefined;
  readonly help: boolean;
}

export interface Server {
  /** `context @ host`, or the name of the recording. */
  readonly name: string;
  /** Since when it does not answer: the number of tries. */
  readonly failedTries: number;
}

export interface Replay {
  readonly done: number;
  readonly all: number;
}

export function firstModel(name: string, sessionId: string | undefined, size: Size): Model {
  return {
    size,
    focus: "input",
    shown: "tree",
    log: [],
    streaming: "",
    scrolledUp: 0,
    draft: emptyDraft,
    past: [],
    pastAt: 0,
    busy: false,
    state: firstState(sessionId),
    tree: emptyTree,
    timeline: emptyTimeline,
    inspector: emptyInspector,
    server: { name, failedTries: 0 },
    recording: undefined,
    replay: undefined,
    help: false,
  };
}

/** The room of a pane on this screen. */
export function roomOf({ size, shown }: Model, pane: Pane): Size {
  return innerSize(layoutOf(size, shown), size.columns, pane);
}
