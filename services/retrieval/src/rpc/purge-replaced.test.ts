import { identifier, sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { presentTime } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import { loci, named, openWhole, type Whole } from "@loci/server/testing/whole";
import { minHash } from "@loci/text";
import { forgetRequest, openRoom, type Room } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

interface Read {
  readonly facts?: readonly Partial<graph.ProposedFact>[];
  readonly instructions?: readonly string[];
}

/** Stores a document of one chunk, or its next version, with what was read from the whole of its text. @returns its id */
async function publish(room: Room, text: string, { facts = [], instructions = [] }: Read, id = ""): Promise<string> {
  const own = loci(room.contextId);
  const day = id === "" ? "2025-01-01T00:00:00.000Z" : "2025-02-01T00:00:00.000Z";
  const { document } = await whole.graph.createDocument(
    {
      ...{ id, title: "Plan", source: "", mimeType: "text/plain", filename: "", contentHash: text, sizeBytes: text.length },
      ...{ scopes: null, labels: [], observedAt: day, originalKey: "", operation: null },
    },
    room.all,
  );
  const { id: documentId, version } = document ?? { id: "", version: 0 };
  const span = { start: 0, end: text.length };
  const cut: graph.WriteSectionsPart = {
    ...{ documentId, version, more: false, sections: [{ heading: "", level: 1, ...span, page: 1 }] },
    chunks: [{ section: 0, ...span, text, tokenCount: 20, signature: minHash(text) }],
  };
  const { chunkIds } = await whole.graph.writeSections(
    (async function* () {
      yield cut;
    })(),
    own,
  );
  const place = { turn: 0, spanStart: 0, spanEnd: text.length };
  const proposal = {
    ...{ entities: [], turn: 0, facts: facts.map((one) => ({ ...unsaid, ...place, ...one })) },
    instructions: instructions.map((description) => ({ label: "rule", description, revokes: false, ...place })),
  };
  const read = { documentId, version, chunkIds, traceId: "", setAsideChunkIds: [] };
  await whole.graph.applyDocumentExtraction({ ...read, proposals: [proposal] }, own);
  const stage = { error: "", failedStage: "", attempts: 0, mimeType: "", title: "", pages: 0 };
  await whole.graph.setDocumentStage({ id: documentId, version, status: "embedding", ...stage }, own);
  return documentId;
}

const unsaid: graph.ProposedFact = {
  ...{ subject: named("Thing/vault"), key: "holds", value: "", target: null, memoryCategory: "identity", confidence: 0.9 },
  ...{ validFrom: "", validUntil: "", validPrecision: "", negated: false, changed: false, corrected: false, unbound: false },
  ...{ beside: false, insteadOf: "", turn: 0, spanStart: 0, spanEnd: 0, embedding: new Uint8Array() },
};

/** The tables of which a row says the word. */
async function placesOf({ contextId }: Room, word: string): Promise<string[]> {
  const held: string[] = [];
  for (const table of ["fact", "fact_version", "entity", "provenance", "instruction", "decision", "chunk", "section"]) {
    const rows = await whole.database.inContext(contextId, (tx) =>
      tx.query(
        sql`select 1 from graph.${identifier(table)} t where ctx = ${contextId} and to_jsonb(t)::text ilike '%' || ${word} || '%'`,
      ),
    );
    if (rows.length > 0) held.push(table);
  }
  return held;
}

const purge = (room: Room, query: string, over = {}) =>
  room.service.forget(forgetRequest(query, { purge: true, ...over }), room.all);
const history = async (room: Room) =>
  (await whole.graph.getHistory({ ...named("Thing/vault"), key: "holds", time: presentTime }, room.all)).history.map(
    ({ value }) => value,
  );

describe("a purge of what a document said in a version that was replaced", () => {
  const first = "The vault holds qoldver coins. Petra manages the vault.";
  const facts = [{ value: "qoldver coins" }, { subject: named("Person/Petra"), key: "manages", value: "the vault" }];
  const next = "The vault holds nothing.";

  it("erases the fact with its versions, statements and decisions, as the dry run lists it", async () => {
    const room = await openRoom(whole);
    const id = await publish(room, first, { facts });
    await publish(room, next, {}, id);
    expect(await history(room)).toEqual(["qoldver coins"]);
    expect(await placesOf(room, "qoldver")).toEqual(["fact", "fact_version", "provenance", "decision"]);
    const preview = await purge(room, "qoldver", { dryRun: true });
    expect(preview.refs.map(({ kind, label }) => [kind, label])).toContainEqual(["attribute", "vault holds: qoldver coins"]);
    const done = await purge(room, "qoldver");
    expect(done.refs).toEqual(preview.refs);
    expect(done.receipt?.erased).toMatchObject({ fact: 1, provenance: 1 });
    expect(await placesOf(room, "qoldver")).toEqual([]);
    expect(await placesOf(room, "manages")).toContain("fact");
    expect((await purge(room, "qoldver")).deleted).toBe(0);
  });

  it("erases what stands by another source too, where it was said before in the same words", async () => {
    const room = await openRoom(whole);
    const id = await publish(room, first, { facts });
    await room.know("Thing/vault", "holds", "qoldver coins");
    await publish(room, next, {}, id);
    await purge(room, "the vault holds qoldver coins");
    expect(await placesOf(room, "qoldver")).toEqual([]);
  });

  it("erases denials and instructions, which are no facts", async () => {
    const room = await openRoom(whole);
    const denial = { value: "zorkmid notes", negated: true };
    const id = await publish(room, "The vault holds no zorkmid notes. Always ask Quispel first.", {
      ...{ facts: [denial], instructions: ["Always ask Quispel first."] },
    });
    await publish(room, next, {}, id);
    expect(await placesOf(room, "zorkmid")).toContain("provenance");
    expect(await placesOf(room, "quispel")).toContain("provenance");
    for (const word of ["zorkmid", "quispel"]) {
      const preview = await purge(room, word, { dryRun: true });
      expect(preview.refs[0]?.kind).toBe("provenance");
      expect((await purge(room, word)).refs).toEqual(preview.refs);
      expect(await placesOf(room, word)).toEqual([]);
    }
  });

  it("erases the sentence that a decision quotes, where no fact says it", async () => {
    const room = await openRoom(whole);
    const id = await publish(room, "Petra, who hates zorbs, manages the vault.", { facts: facts.slice(1) });
    await publish(room, next, {}, id);
    expect(await placesOf(room, "zorbs")).toEqual(["decision"]);
    const preview = await purge(room, "Petra hates zorbs", { dryRun: true });
    expect(new Set(preview.refs.map(({ kind, label }) => `${kind} ${label}`))).toEqual(
      new Set(["decision Petra, who hates zorbs, manages the vault."]),
    );
    const done = await purge(room, "Petra hates zorbs");
    expect([done.refs, done.receipt?.erased]).toEqual([preview.refs, { decision: done.deleted }]);
    expect(await placesOf(room, "zorbs")).toEqual([]);
    expect(await placesOf(room, "manages")).toContain("fact");
  });

  it("leaves what the words do not say, and what the new version says", async () => {
    const room = await openRoom(whole);
    const id = await publish(room, first, { facts });
    await publish(room, "Petra manages the vault.", { facts: facts.slice(1) }, id);
    const { refs } = await purge(room, "qoldver", { dryRun: true });
    expect(refs.map(({ kind }) => kind)).not.toContain("chunk");
    await purge(room, "qoldver");
    expect(await placesOf(room, "manages")).toEqual(expect.arrayContaining(["chunk", "fact", "provenance"]));
    expect(await placesOf(room, "petra")).toContain("entity");
    expect((await whole.graph.fsck({ check: "", duplicateThreshold: 0, maxResults: 0, repair: false }, room.all)).total).toBe(0);
  });
});

describe("a purge of what a newer value superseded", () => {
  it("erases it, though no text says it", async () => {
    const room = await openRoom(whole);
    await room.know("Person/Ana", "residence", "Qoldtown");
    await room.know("Person/Ana", "residence", "Oslo");
    expect((await purge(room, "Qoldtown", { dryRun: true })).deleted).toBe(1);
    await purge(room, "Qoldtown");
    expect(await placesOf(room, "qoldtown")).toEqual([]);
    expect(await placesOf(room, "oslo")).toContain("fact");
  });
});
