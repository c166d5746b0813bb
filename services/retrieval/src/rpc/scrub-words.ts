import { asService, type Call } from "@loci/platform/call";
import { SearchIndexUnavailable, type IndexedScopeSet, type Tail } from "@loci/ports/search-index";
import type { graph } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { upToDate } from "../indexed.ts";
import { whereverItIs } from "../standby.ts";
import { findErasedWords } from "../trace/erased-words.ts";

/** Traces that are looked at with one statement: few enough that a request in between waits for milliseconds. */
const pageSize = 500;

/** What one page of traces was found to hold, and where the next begins. */
type Held = ReadonlyMap<string, readonly string[]>;

/**
 * Takes the texts out of every trace, whatever it shows, that holds an erased word which no record that is left holds: its question named
 * what is gone. A text whose words all stand elsewhere too tells nothing of it. Reads all traces of the context, page by page.
 * @returns how many traces lost theirs
 */
export async function scrubWords(
  contextId: string,
  erased: readonly graph.ErasedWords[],
  call: Call,
  deps: RetrievalDeps,
): Promise<number> {
  if (erased.length === 0) return 0;
  const wordsIn = findErasedWords(erased);
  const own = asService(call, contextId);
  const isGone = await whereverItIs(contextId, deps, (over) => goneWords(contextId, own, over));
  let blanked = 0;
  for (let after = ""; ;) {
    call.signal.throwIfAborted();
    const { texts, next } = await deps.traces.texts(contextId, after, pageSize);
    const held: Held = new Map(texts.map(({ id, text }) => [id, wordsIn(text)]));
    const gone = await isGone(new Set([...held.values()].flat()));
    const quoting = [...held].flatMap(([id, words]) => (words.some((word) => gone.has(word)) ? [id] : []));
    blanked += await deps.traces.blank(contextId, quoting);
    if (next === "") return blanked;
    after = next;
  }
}

/** Tells which words no record holds that is searchable now, the ended ones too. */
async function goneWords(
  contextId: string,
  own: Call,
  deps: RetrievalDeps,
): Promise<(words: ReadonlySet<string>) => Promise<ReadonlySet<string>>> {
  const { revision } = await deps.graph.head({}, own);
  const { all, tail, missing } = await upToDate(contextId, revision, own, deps);
  if (missing > 0) throw new SearchIndexUnavailable(`it is ${missing} changes behind`);
  const known = new Map<string, boolean>();
  return async (words) => {
    for (const word of words) {
      if (!known.has(word)) known.set(word, !(await isHeld(contextId, word, all, tail, deps)));
    }
    return new Set([...words].filter((word) => known.get(word) === true));
  };
}

async function isHeld(
  contextId: string,
  word: string,
  scopeSets: readonly IndexedScopeSet[],
  tail: Tail | undefined,
  { index }: Pick<RetrievalDeps, "index">,
): Promise<boolean> {
  const found = await index.search({
    ...{ contextId, scopeSets, everything: true, tail, terms: new Map([[word, 1]]), legs: { bm25: true, vector: false } },
    ...{ vector: undefined, labels: [], asOf: "", includeEnded: true, ids: [], during: [], pool: 1, neighboursOf: 0 },
  });
  return found.some(({ terms }) => terms.includes(word));
}
