import { kindOf, LociError, packVector } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { Embedder } from "@loci/ports/embedder";
import type { graph, GraphService } from "@loci/protos";
import { passageText } from "../domain/passage.ts";
import { turnText } from "../domain/turn.ts";
import { embedOrRefuse } from "../embed.ts";

export interface FillDeps {
  readonly graph: Pick<GraphService<Call>, "readUnembedded" | "writeNewEmbeddings" | "finishContextReembedding">;
  /** Of the embedding that serves, or of the one that is moved to. */
  readonly embedder: Embedder;
}

export interface FillProgress {
  /** How many there are, before the first is done. */
  readonly onStart?: (records: number) => void;
  readonly onDone?: (records: number) => void;
}

const batchSize = 64;

/**
 * Gives every record of a context a vector that has none of this embedding; each batch that is written stays written, so that who was
 * stopped goes on. @param callFor a call for each step, as all of it may take hours
 * @returns whether none is missing: false where some were written meanwhile without one. Of a context that is being purged none is
 * @throws LociError `unavailable` when the embedder fails, `conflict` when the deployment is not, or no longer, moving to this embedding
 */
export async function fillVectors(
  { graph, embedder }: FillDeps,
  callFor: () => Call,
  progress: FillProgress = {},
): Promise<boolean> {
  try {
    return await fill({ graph, embedder }, callFor, progress);
  } catch (thrown) {
    // It takes nothing any more, and whoever goes through all contexts goes on.
    if (LociError.from(thrown).code === "unauthenticated") return true;
    throw thrown;
  }
}

async function fill({ graph, embedder }: FillDeps, callFor: () => Call, progress: FillProgress): Promise<boolean> {
  const embedding = { ...embedder.spec };
  let after = "";
  do {
    const page = await graph.readUnembedded({ limit: batchSize, after, embedding }, callFor());
    if (after === "") progress.onStart?.(page.remaining);
    if (page.records.length > 0) {
      const call = callFor();
      const vectors = await embedOrRefuse(embedder, page.records.map(embeddedText), call.signal);
      const ids = page.records.map((record) => record.id);
      await graph.writeNewEmbeddings({ ids, embeddings: vectors.map(packVector), embedding }, callFor());
      progress.onDone?.(ids.length);
    }
    after = page.next;
  } while (after !== "");
  const { contextsLeft } = await graph.finishContextReembedding(embedding, callFor());
  return contextsLeft.length === 0;
}

/** The text by which a record was embedded when it was written. */
function embeddedText({ id, text, speaker, documentTitle, sectionHeading }: graph.UnembeddedRecord): string {
  switch (kindOf(id)) {
    case "turn":
    case "memory_chunk":
      return turnText({ speaker, content: text });
    case "chunk":
      return passageText(documentTitle, sectionHeading, text);
    default:
      return text;
  }
}
