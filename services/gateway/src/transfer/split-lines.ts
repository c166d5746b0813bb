import { LociError } from "@loci/kernel";
import { wrongLine } from "@loci/platform/messages";

export interface NumberedLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/**
 * The longest texts of a record, all of them escaped, and what stands around them, fit in. A line is read at once, in a process that
 * everybody shares: of 60 MiB that took half a minute, and gigabytes.
 */
const maxLineLength = 4 * 1024 * 1024;

/**
 * The lines of a file that comes in pieces.
 * @throws LociError `invalid` for what is not UTF-8, `too_large` for a line or a file that is longer than allowed
 */
export async function* splitLines(pieces: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<NumberedLine> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest: string[] = [];
  let restLength = 0;
  let number = 0;
  let bytes = 0;
  const decode = (piece?: Uint8Array): string => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      throw wrongLine(number + 1, [{ pointer: "", detail: "is not UTF-8" }]);
    }
  };
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw new LociError("too_large", `The file is longer than ${maxBytes} bytes.`);
    const [first = "", ...others] = decode(piece).split("\n");
    rest.push(first);
    restLength += first.length;
    if (restLength > maxLineLength)
      throw new LociError("too_large", `Line ${number + 1} is longer than ${maxLineLength} characters.`);
    for (const next of others) {
      yield { number: ++number, text: rest.join("") };
      rest = [next];
      restLength = next.length;
    }
  }
  rest.push(decode());
  const last = rest.join("");
  if (last !== "") yield { number: ++number, text: last };
}
