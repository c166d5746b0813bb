import { CancelledFailure } from "@temporalio/activity";
import type { Reached } from "../contracts.ts";

export type Noted = "noted" | "not wanted" | "no answer";

export interface NoteOptions {
  /** 0: before the stage begins. Most stages are over sooner than a note would be worth. */
  readonly afterMs: number;
  readonly send: (at: Reached) => Promise<Noted>;
  /** The server answered that nobody wants the work any more. */
  readonly onUnwanted: () => void;
}

/** Has the server note which stage an activity has gone on to, so that whoever takes it up goes on there. */
export interface Notes {
  during<T>(at: Reached, stage: () => Promise<T>): Promise<T>;
}

/** @param known what the server knows already */
export function createNotes(known: Reached, { afterMs, send, onUnwanted }: NoteOptions): Notes {
  async function note(at: Reached): Promise<Noted> {
    const answer = await send(at);
    if (answer === "noted") known = at;
    return answer;
  }
  return {
    async during(at, stage) {
      if (at === known) return stage();
      if (afterMs === 0) {
        if ((await note(at)) === "not wanted") throw new CancelledFailure("The work was cancelled.");
        return stage();
      }
      const late = async () => {
        if ((await note(at)) === "not wanted") onUnwanted();
      };
      const timer = setTimeout(() => void late(), afterMs);
      try {
        return await stage();
      } catch (thrown) {
        // Else it would be tried again from the stage that the server knows.
        if (at !== known) await note(at);
        throw thrown;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
