import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "@loci/platform/telemetry";
import type { TemporalLine, TemporalLines } from "./lines.ts";

export interface Renewal {
  readonly lines: TemporalLines;
  /** The line in use. */
  readonly line: TemporalLine;
  /** Goes over to another line; throws where the server does not take it. */
  readonly move: (line: TemporalLine) => Promise<void>;
  readonly logger: Logger;
}

const againMs = 5_000;

/** Goes over to each new line as soon as the server takes it: until then the old one is kept. @returns what ends that */
export function followLines({ lines, line, move, logger }: Renewal): () => void {
  let ended = false;
  let moving = Promise.resolve();
  async function follow(): Promise<void> {
    while (!ended && line !== lines.current()) {
      const next = lines.current();
      try {
        await move(next);
        line = next;
      } catch (error) {
        logger.warn({ err: error }, "the workflow service does not take the new certificate; the old one is kept, trying again");
        await pause(againMs, undefined, { ref: false });
      }
    }
  }
  const look = () => void (moving = moving.then(follow));
  lines.onChange(look);
  look();
  return () => void (ended = true);
}
