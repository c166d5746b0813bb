import { lineObject } from "@loci/platform/messages";
import { typeAtStart } from "./format.ts";
import type { NumberedLine } from "./split-lines.ts";
import { createTally } from "./tally.ts";

export interface TypedLine extends NumberedLine {
  readonly type: string;
}

/** A file's lines one after the other, of which the next can be looked at before it is taken. */
export interface LineSource {
  /** undefined at the end. */
  peek(): Promise<TypedLine | undefined>;
  /** Takes the line that was looked at last; it then counts. */
  take(): void;
  /** What was taken, as a trailer says it. */
  total: ReturnType<typeof createTally>["total"];
}

/** @param onLines told how many lines were taken so far */
export function lineSource(lines: AsyncIterable<NumberedLine>, onLines?: (lines: number) => void): LineSource {
  const iterator = lines[Symbol.asyncIterator]();
  const tally = createTally();
  let next: TypedLine | undefined;
  return {
    async peek() {
      if (next !== undefined) return next;
      const read = await iterator.next();
      if (read.done === true) return undefined;
      const { text, number } = read.value;
      next = { text, number, type: typeAtStart(text) || lineObject(text, number).type };
      return next;
    },
    take() {
      if (next === undefined) return;
      tally.add(next.text, next.type);
      onLines?.(tally.lines());
      next = undefined;
    },
    total: () => tally.total(),
  };
}
