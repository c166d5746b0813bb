import { readAssets } from "./assets.ts";
import { createAnalyser } from "./analyser.ts";
import { pieceEnds } from "./pieces.ts";
import type { Parser, Sentence } from "./types.ts";

export type { Name, Parser, Sentence, Token } from "./types.ts";

let opened: Promise<Parser> | undefined;

/**
 * A parser of English: tags, heads, lemmas and names, as spaCy's small pipeline gives them, in this process and without a network. It is
 * loaded with the first call (some 150 ms and 20 MB) and shared afterwards. The same text gets the same answer everywhere.
 */
export function openParser(): Promise<Parser> {
  opened ??= load();
  return opened;
}

async function load(): Promise<Parser> {
  const { analyse, isWord } = await createAnalyser(await readAssets());
  function* parseInPieces(text: string): Generator<Sentence[], void, undefined> {
    let start = 0;
    for (const end of pieceEnds(text)) {
      yield* analyse(text, start, end);
      start = end;
    }
  }
  return { parse: (text) => [...parseInPieces(text)].flat(), parseInPieces, isWord };
}
