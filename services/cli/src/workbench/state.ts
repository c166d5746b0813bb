/** What a workbench keeps between lines, and what an event changes in it. */
import type { WorkbenchEvent } from "./event.ts";
import type { Forgotten } from "./memory.ts";

/** How many records a question before forgetting lists at once. */
export const forgetListed = 20;

/** What `/forget` found, and from which place on the rest is to be listed; undefined where nothing is left. */
export interface Forgetting {
  readonly text: string;
  readonly next: number | undefined;
}

export interface State {
  /** Where turns go; the first write or chat begins one. */
  readonly sessionId: string | undefined;
  readonly scopes: readonly string[];
  readonly asOf: string | undefined;
  /** Ids of the sessions that were listed last, as they were numbered. */
  readonly listed: readonly string[];
  /** What `/forget` found and asks about: the next line answers. */
  readonly forgetting: Forgetting | undefined;
}

export function firstState(sessionId: string | undefined): State {
  return { sessionId, scopes: [], asOf: undefined, listed: [], forgetting: undefined };
}

function nextPlace({ refs }: Forgotten, from: number): number | undefined {
  return from + forgetListed < refs.length ? from + forgetListed : undefined;
}

/** The state after an event. */
export function after(state: State, event: WorkbenchEvent): State {
  switch (event.type) {
    case "written":
      return event.written.sessionId === "" ? state : { ...state, sessionId: event.written.sessionId };
    case "reply":
      return event.sessionId === "" ? state : { ...state, sessionId: event.sessionId };
    case "scope":
      // A session belongs to the scope that it began in.
      return event.changed ? { ...state, scopes: event.scopes, sessionId: undefined } : state;
    case "sessions":
      return { ...state, listed: [...state.listed.slice(0, event.offset), ...event.page.sessions.map(({ id }) => id)] };
    case "session":
      return { ...state, sessionId: event.session?.id };
    case "as-of":
      return event.changed ? { ...state, asOf: event.asOf ?? undefined } : state;
    case "forgetting":
      return {
        ...state,
        forgetting: event.found.count > 0 ? { text: event.text, next: nextPlace(event.found, event.from ?? 0) } : undefined,
      };
    default:
      return state;
  }
}
