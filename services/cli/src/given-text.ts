/** The text that a command is about: what stands on its line, or comes through a pipe. */
import { usage } from "./failure.ts";
import type { Terminal } from "./terminal.ts";

/** More of it is a document, or several requests; the server takes no larger body either. */
export const maxTextBytes = 10 * 1024 * 1024;

/**
 * The words, or all of stdin where the one word is `-`, or where there is none and stdin is no terminal. Line ends at its end are
 * the pipe's, not the text's.
 * @param missing what to say where there is no text
 * @throws Failure where nothing is given
 */
export async function givenText(words: readonly string[], terminal: Terminal, missing: string): Promise<string> {
  if (!readsInput(words, terminal)) {
    const text = words.join(" ");
    if (text.trim() === "") throw usage(missing);
    return text;
  }
  const text = withoutLineEnds(await terminal.readInput(maxTextBytes));
  if (text.trim() === "") throw usage(`stdin is empty. ${missing}`);
  return text;
}

function withoutLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "\n" || text[end - 1] === "\r")) end -= 1;
  return text.slice(0, end);
}

/** Whether these words stand for stdin. */
export function readsInput(words: readonly string[], terminal: Terminal): boolean {
  return words.length === 0 ? terminal.hasPipedInput : words.length === 1 && words[0] === "-";
}
