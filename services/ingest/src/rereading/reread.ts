import { LociError, turnRoles } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { Embedder } from "@loci/ports/embedder";
import type { ExtractionTurn, ModelDirectory } from "@loci/ports/language-model";
import type { graph, GraphService } from "@loci/protos";
import { checkExtraction } from "../domain/check-extraction.ts";
import { embedMemory } from "../embed.ts";
import { extractWithin, isReadingEnded } from "../extract.ts";

export interface RereadDeps {
  readonly graph: Pick<GraphService<Call>, "readPassages" | "applyRereading">;
  readonly embedder: Embedder;
  readonly models: ModelDirectory;
  readonly budgetMs: number;
}

/** What a group of passages came to. */
export interface RereadGroup {
  readonly passages: readonly graph.ReadPassage[];
  readonly change: graph.ApplyRereadingResponse;
}

export interface RereadWatcher {
  /** @param passages in all, also those that a reading which was stopped has done */
  readonly onStart: (passages: number) => void;
  readonly onGroup: (group: RereadGroup) => void;
  /** Its reading had to be ended: what was read from it before stays. */
  readonly onUnreadable: (passages: readonly graph.ReadPassage[]) => void;
}

const groupsAtOnce = 50;

/**
 * Reads every passage of a context again, group by group; each group that is written stays written, and who was stopped goes on after it.
 * @param dryRun only tells what would change, from the beginning
 * @param callFor a call for each step, as all of it may take hours
 * @throws LociError what the model or the embedder throws
 */
export async function rereadContext(
  { graph, embedder, models, budgetMs }: RereadDeps,
  { contextId, dryRun }: { readonly contextId: string; readonly dryRun: boolean },
  callFor: () => Call,
  watcher: RereadWatcher,
): Promise<void> {
  const model = await models.model(contextId, "extraction");
  const apply = (request: Partial<graph.ApplyRereadingRequest>) =>
    graph.applyRereading({ passageIds: [], proposals: [], place: "", dryRun, ...request }, callFor());
  const read = async (passages: readonly graph.ReadPassage[]): Promise<graph.Proposal[] | undefined> => {
    const turns = passages.map(turnOf);
    const call = callFor();
    try {
      const extraction = await extractWithin(model, turns, budgetMs, call.signal);
      const proposals = [checkExtraction(extraction, turns, { firstTurn: 0, resultTurn: 0, memoryCategory: "" })];
      return dryRun ? proposals : (await embedMemory({ turns: [], proposals }, embedder, call.signal)).proposals;
    } catch (thrown) {
      if (isReadingEnded(LociError.from(thrown))) return undefined;
      throw thrown;
    }
  };
  for (let after = ""; ;) {
    const page = await graph.readPassages({ limit: groupsAtOnce, after, resume: !dryRun }, callFor());
    if (after === "") watcher.onStart(page.remaining);
    for (const { passages, place } of page.groups) {
      after = place;
      const proposals = await read(passages);
      if (proposals === undefined) {
        watcher.onUnreadable(passages);
        if (!dryRun) await apply({ place });
      } else {
        const change = await apply({ passageIds: passages.map(({ id }) => id), proposals, place });
        watcher.onGroup({ passages, change });
      }
    }
    if (page.groups.length === 0) break;
  }
  if (!dryRun) await apply({});
}

function turnOf({ role, speaker, content, knownAt }: graph.ReadPassage): ExtractionTurn {
  const known = role === "document" ? role : (turnRoles.find((one) => one === role) ?? "user");
  return { role: known, speaker, content, knownAt };
}
