/** What happens in a workbench: front ends draw these, recordings keep them. */
import type {
  Answer,
  Citation,
  EntityPage,
  EntityView,
  Fact,
  Forgotten,
  OtherRecord,
  SessionPage,
  SessionRow,
  Trace,
  Written,
} from "./memory.ts";

/** Why a command did not do its work; `unreachable` says that the server is gone. */
export type ProblemKind = "input" | "unauthorised" | "unreachable" | "failed";

/** All types of events, for the reader of recordings. */
export const eventTypes = [
  ...[
    "written",
    "answer",
    "delta",
    "reply",
    "entity",
    "facts",
    "trace",
    "record",
    "forgetting",
    "forgotten",
    "scope",
    "sessions",
    "session",
  ],
  ...["as-of", "progress", "note", "help", "entities", "loaded", "traces", "cancelled", "problem", "quit"],
];

export type WorkbenchEvent =
  | { readonly type: "written"; readonly written: Written }
  | { readonly type: "answer"; readonly query: string; readonly answer: Answer }
  | { readonly type: "delta"; readonly text: string }
  | {
      readonly type: "reply";
      readonly message: string;
      readonly reply: string;
      readonly citations: readonly Citation[];
      readonly traceId: string;
      readonly sessionId: string;
      readonly degraded: readonly string[];
    }
  | { readonly type: "entity"; readonly view: EntityView }
  | { readonly type: "facts"; readonly title: string; readonly facts: readonly Fact[]; readonly why: readonly string[] }
  | { readonly type: "trace"; readonly trace: Trace }
  | { readonly type: "record"; readonly record: OtherRecord }
  /** What fits, listed from this place on: the next line answers, or asks for more. */
  | { readonly type: "forgetting"; readonly text: string; readonly found: Forgotten; readonly from?: number }
  | { readonly type: "forgotten"; readonly found: Forgotten }
  | { readonly type: "scope"; readonly scopes: readonly string[]; readonly changed: boolean }
  | { readonly type: "sessions"; readonly offset: number; readonly page: SessionPage }
  /** The conversation goes on in it; null is in a new one. */
  | { readonly type: "session"; readonly session: SessionRow | null }
  | { readonly type: "as-of"; readonly asOf: string | null; readonly changed: boolean }
  | { readonly type: "progress"; readonly text: string }
  | { readonly type: "note"; readonly text: string }
  | { readonly type: "help"; readonly lines: readonly string[] }
  /** What a front end loaded for its panes; it says nothing in a conversation. */
  | { readonly type: "entities"; readonly offset: number; readonly page: EntityPage }
  | { readonly type: "loaded"; readonly view: EntityView }
  | { readonly type: "traces"; readonly traces: readonly Trace[] }
  | { readonly type: "cancelled" }
  | { readonly type: "problem"; readonly kind: ProblemKind; readonly text: string }
  | { readonly type: "quit" };
