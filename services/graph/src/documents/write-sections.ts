import { createHash } from "node:crypto";
import { pauser, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { analyse } from "@loci/text";
import { headingAsShown, saysNothing } from "../memory/withheld-headings.ts";
import type { Parts } from "../rpc/deps.ts";
import { inRuns } from "../store/bulk.ts";
import { bandCandidates, repeatedDocuments, storeBands } from "../store/chunk-bands.ts";
import {
  chunkLikenesses,
  embeddedOf,
  sectionLikenesses,
  storedAmong,
  storeChunks,
  storeSections,
  type NewChunk,
  type Section,
} from "../store/chunks.ts";
import { removePassages } from "../store/documents-forget.ts";
import { storeDocument } from "../store/documents.ts";
import { announce } from "../store/feed.ts";
import { nearDuplicateDocument, nearDuplicates } from "./domain/duplicates.ts";
import { headingPaths, identify, sectionText } from "./domain/sections.ts";
import { gatherSections, type Cut } from "./gather-sections.ts";
import { completeSections } from "./section-vectors.ts";
import { documentWork, serviceContext, type Work } from "./work.ts";

/** Chunks that one transaction writes or removes: all others wait for it where the database has one thread. Some thirty milliseconds, more on a busy machine. */
const chunksTogether = 50;

/**
 * Stores how a document is cut, in place of how it was before. A chunk whose text was there already keeps its id and what was
 * made of it (vector, facts); the others of the version before leave recall.
 *
 * A cut of many chunks is stored in runs, each a transaction of its own, so that others get their turn between two: the document is in
 * its stage `chunking` meanwhile, and what was there before goes last. Whoever is killed in between begins anew, and finds by their
 * content what is stored already.
 */
export async function writeSections(
  parts: Parts,
  requests: AsyncIterable<graph.WriteSectionsPart>,
  call: Call,
): Promise<graph.WriteSectionsResponse> {
  serviceContext(call);
  const cut = await gatherSections(requests, call.signal);
  // Worked out before the transaction, which holds up the other writes of the context.
  const described = await describe(cut, call.signal);
  const begun = await documentWork(parts, call, cut, async (work) => {
    const placed = await place(parts, work, described, pauser(call.signal));
    await storeSections(work.tx, work.contextId, placed.sections);
    const isSmall = placed.chunks.length + placed.left.chunkIds.length <= chunksTogether;
    if (isSmall) await finishCut(work, placed, [placed.chunks]);
    return { placed, isSmall };
  });
  const { placed, isSmall } = begun;
  if (!isSmall) {
    const step = (one: (work: Work) => Promise<void>): Promise<void> => {
      call.signal.throwIfAborted();
      return documentWork(parts, call, cut, one);
    };
    for (const run of inRuns(placed.chunks, chunksTogether)) await step((work) => storeRun(work, placed, run));
    for (const chunkIds of inRuns(placed.left.chunkIds, chunksTogether)) {
      await step(async ({ tx, contextId }) => {
        await removePassages(tx, contextId, { chunkIds, sectionIds: [] });
        await announce(tx, contextId, chunkIds);
      });
    }
    await step((work) => finishCut(work, { ...placed, left: { ...placed.left, chunkIds: [] } }, []));
  }
  return { chunkIds: placed.chunks.map((chunk) => chunk.id) };
}

/** Stores chunks of a cut, each with whose duplicate it is, as far as that is not known. */
async function storeRun({ tx, contextId, document }: Work, { wasThere }: Placed, run: readonly NewChunk[]): Promise<void> {
  const fresh = run.filter((chunk) => !wasThere.has(chunk.id));
  const originals = nearDuplicates(fresh, await bandCandidates(tx, contextId, document.scopeSet, fresh));
  const duplicateOf = ({ id }: NewChunk) => originals.get(id) ?? "";
  // What was purged since the cut began stays so.
  const there = await storedAmong(
    tx,
    contextId,
    run.flatMap(({ id }) => (wasThere.has(id) ? [id] : [])),
  );
  const stored = run.filter(({ id }) => !wasThere.has(id) || there.has(id));
  await storeChunks(
    tx,
    contextId,
    stored.map((chunk) => ({ ...chunk, duplicateOf: duplicateOf(chunk) })),
  );
  // The next run finds those of this one as it finds other documents'.
  await storeBands(
    tx,
    contextId,
    fresh.filter((chunk) => duplicateOf(chunk) === ""),
  );
}

/** Stores what is left of a cut to be stored, removes what it has no more, and tells of it. */
async function finishCut(work: Work, placed: Placed, runs: readonly (readonly NewChunk[])[]): Promise<void> {
  const { tx, contextId, document, now } = work;
  const { sections, chunks, wasThere, left } = placed;
  await removePassages(tx, contextId, left);
  for (const run of runs) await storeRun(work, placed, run);
  const nearDuplicateOf = nearDuplicateDocument(chunks.length, await repeatedDocuments(tx, contextId, document.id));
  const length = Math.max(0, ...sections.map((one) => one.charEnd), chunks.at(-1)?.charEnd ?? 0);
  await storeDocument(tx, contextId, { ...document, length, nearDuplicateOf, updatedAt: now });

  const again = await embeddedOf(tx, contextId, [...wasThere]);
  const complete = await completeSections(tx, contextId, again);
  await announce(tx, contextId, [document.id, ...left.chunkIds, ...left.sectionIds, ...again, ...complete]);
}

/** A cut with what its sections and chunks are recognised by. */
interface Described {
  readonly sections: readonly (graph.NewSection & { readonly path: string; readonly headingNorm: string })[];
  readonly chunks: readonly (graph.NewChunk & { readonly contentHash: string })[];
}

async function describe({ sections, chunks }: Cut, signal: AbortSignal): Promise<Described> {
  const paths = headingPaths(sections);
  const pause = pauser(signal);
  const described: { sections: Described["sections"][number][]; chunks: Described["chunks"][number][] } = {
    sections: [],
    chunks: [],
  };
  for (const [i, one] of sections.entries()) {
    described.sections.push({ ...one, path: paths[i] ?? "", headingNorm: headingForm(one.heading) });
    await pause();
  }
  for (const one of chunks) {
    described.chunks.push({ ...one, contentHash: createHash("sha256").update(one.text).digest("base64url") });
    await pause();
  }
  return described;
}

/** A cut as it is stored. */
interface Placed {
  readonly sections: readonly Section[];
  readonly chunks: readonly NewChunk[];
  /** The chunks among these that are stored already. */
  readonly wasThere: ReadonlySet<string>;
  /** What is stored and the cut has no more. */
  readonly left: { readonly chunkIds: string[]; readonly sectionIds: string[] };
}

/** Gives each section and chunk its id and its place. */
async function place(
  parts: Parts,
  { tx, contextId, document, now }: Work,
  cut: Described,
  pause: () => Promise<void>,
): Promise<Placed> {
  const known = {
    sections: await sectionLikenesses(tx, contextId, document.id),
    chunks: await chunkLikenesses(tx, contextId, document.id),
  };
  const chunkIds = identify(
    cut.chunks.map((one) => one.contentHash),
    known.chunks,
    () => parts.ids("chunk"),
  );
  await pause();
  const own = { documentId: document.id, scopeSet: document.scopeSet, knownAt: document.knownAt, recordedAt: now };
  const forgotten = new Set(known.chunks.flatMap((one) => (one.forgotten ? [one.id] : [])));
  const shownOf = new Map(known.chunks.flatMap(({ id, cut: shown }) => (shown === "" ? [] : [[id, shown]])));
  // What was forgotten must not come back as a heading.
  const titled = [...cut.sections];
  for (const [i, { section, text }] of cut.chunks.entries()) {
    const one = titled[section];
    if (one === undefined || one.heading === "" || cut.chunks[i - 1]?.section === section || !text.startsWith(one.heading))
      continue;
    const id = chunkIds[i] ?? "";
    const shown = forgotten.has(id) ? "" : (shownOf.get(id) ?? one.heading);
    const heading = headingAsShown(one.heading, shown);
    if (heading !== one.heading) titled[section] = { ...one, heading, headingNorm: "" };
  }
  const isCut = titled.some((one, i) => one !== cut.sections[i]);
  const paths = isCut ? headingPaths(titled) : titled.map((one) => one.path);
  const sectionIds = identify(paths, known.sections, () => parts.ids("section"));
  await pause();
  // Nor as the opening of its section.
  const openings = cut.chunks.map(({ section, text }, i) => {
    const id = chunkIds[i] ?? "";
    return [section, forgotten.has(id) ? "" : (shownOf.get(id) ?? text)] as const;
  });
  const openingOf = new Map(openings.reverse());

  const sections = titled.map(({ start, end, ...section }, i): Section => {
    const path = paths[i] ?? "";
    const text = sectionText(saysNothing(path) ? "" : path, openingOf.get(i) ?? "");
    return { ...own, ...section, path, text, id: sectionIds[i] ?? "", position: i, charStart: start, charEnd: end };
  });
  await pause();
  const chunks = cut.chunks.map(({ section, start, end, ...chunk }, i): NewChunk => ({
    ...{ ...own, ...chunk, id: chunkIds[i] ?? "", position: i, sectionId: sectionIds[section] ?? "", charStart: start },
    ...{ charEnd: end, page: cut.sections[section]?.page ?? 0, duplicateOf: "", extracted: false, setAside: false },
  }));
  await pause();
  const kept = new Set([...chunkIds, ...sectionIds]);
  const leftOf = (all: readonly { readonly id: string }[]) => all.flatMap(({ id }) => (kept.has(id) ? [] : [id]));
  return {
    ...{ sections, chunks, wasThere: new Set(known.chunks.flatMap(({ id }) => (kept.has(id) ? [id] : []))) },
    left: { chunkIds: leftOf(known.chunks), sectionIds: leftOf(known.sections) },
  };
}

/** Numbering and the order of its words make no heading another one. */
function headingForm(heading: string): string {
  return [...new Set(analyse(heading))]
    .filter((term) => !/^\p{N}+$/u.test(term))
    .sort()
    .join(" ");
}
