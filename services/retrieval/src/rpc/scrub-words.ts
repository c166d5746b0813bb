import { isVisible, type Region } from "@loci/kernel";
import { asService, type Call } from "@loci/platform/call";
import { SearchIndexUnavailable, type IndexedScopeSet, type Tail } from "@loci/ports/search-index";
import type { graph } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import { upToDate } from "../indexed.ts";
import { whereverItIs } from "../standby.ts";
import { findErasedWords } from "../trace/erased-words.ts";

/** Traces that are looked at with one statement: few enough that a request in between waits for milliseconds. */
const pageSize = 500;

/**
 * Takes the texts out of every trace, whatever it shows, that holds an erased word which no record that is left holds: its question named
 * what is gone. A text whose words all stand elsewhere too tells nothing of it. Both are asked of what the trace's asker could read, and of
 * nothing beyond: who reads the trace must not learn from it what others hold or erase. Reads all traces of the context, page by page.
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
  const isHeld = await whereverItIs(contextId, deps, (over) => heldWords(contextId, own, over));
  let blanked = 0;
  for (let after = ""; ;) {
    call.signal.throwIfAborted();
    const { texts, next } = await deps.traces.texts(contextId, after, pageSize);
    const quoting: string[] = [];
    for (const { id, text, region } of texts) {
      for (const word of wordsIn(text, region)) {
        if (await isHeld(word, region)) continue;
        quoting.push(id);
        break;
      }
    }
    blanked += await deps.traces.blank(contextId, quoting);
    if (next === "") return blanked;
    after = next;
  }
}

/** Tells whether a record that the region sees holds a word: one that is searchable now, also if it has ended. */
async function heldWords(
  contextId: string,
  own: Call,
  deps: RetrievalDeps,
): Promise<(word: string, region: Region) => Promise<boolean>> {
  const { revision } = await deps.graph.head({}, own);
  const { all, tail, missing } = await upToDate(contextId, revision, own, deps);
  if (missing > 0) throw new SearchIndexUnavailable(`it is ${missing} changes behind`);
  const regions = new Map<string, (word: string) => Promise<boolean>>();
  const lookWithin = (region: Region): ((word: string) => Promise<boolean>) => {
    const scopeSets = all.filter((set) => isVisible(region, set.scopes));
    const over = { scopeSets, everything: scopeSets.length === all.length, tail };
    const known = new Map<string, Promise<boolean>>();
    return (word) => {
      const found = known.get(word) ?? isHeldIn(contextId, word, over, deps);
      known.set(word, found);
      return found;
    };
  };
  return (word, region) => {
    const key = JSON.stringify(region);
    const look = regions.get(key) ?? lookWithin(region);
    regions.set(key, look);
    return look(word);
  };
}

async function isHeldIn(
  contextId: string,
  word: string,
  over: { readonly scopeSets: readonly IndexedScopeSet[]; readonly everything: boolean; readonly tail: Tail | undefined },
  { index }: Pick<RetrievalDeps, "index">,
): Promise<boolean> {
  if (over.scopeSets.length === 0) return false;
  const found = await index.search({
    ...{ contextId, ...over, terms: new Map([[word, 1]]), legs: { bm25: true, vector: false } },
    ...{ vector: undefined, labels: [], asOf: "", includeEnded: true, ids: [], during: [], pool: 1, neighboursOf: 0 },
  });
  return found.some(({ terms }) => terms.includes(word));
}
