import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { graph } from "@loci/protos";
import { cut, document, stage } from "../testing/documents.ts";
import {
  caller,
  fact,
  facts,
  instruction,
  loci,
  named,
  openRoom,
  proposal,
  said,
  turn,
  view,
  write,
  type Room,
} from "../testing/room.ts";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const all = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] };
const ada = "Person/Ada";

/** A context in which a text was read to say that Ada lives in Oslo. */
async function told(text = "Ada lived in Oslo."): Promise<{ readonly ctx: string; readonly id: string }> {
  const ctx = room.context();
  const { turnIds } = await room.service.writeMemory(
    write(said(text, "2024-01-02T00:00:00.000Z", fact(ada, "residence", "Oslo"))),
    caller(ctx, all),
  );
  return { ctx, id: turnIds[0] ?? "" };
}

function reading(id: string, length: number, ...read: graph.ProposedFact[]): graph.ApplyRereadingRequest {
  const spans = read.map((one) => ({ ...one, turn: 0, spanStart: 0, spanEnd: length }));
  return { passageIds: [id], proposals: [proposal({ facts: spans, turn: 0 })], dryRun: false, place: "turn 0 s" };
}

const values = async (ctx: string, time = {}) =>
  (await room.service.getEntity({ lens: null, ...named(ada), time: { ...view, ...time } }, caller(ctx))).attributes
    .map(({ key, value }) => `${key}: ${value}`)
    .sort();
const passages = async (ctx: string, over: Partial<graph.ReadPassagesRequest> = {}) =>
  room.service.readPassages({ limit: 100, after: "", resume: false, ...over }, loci(ctx));

describe("a text that is read again", () => {
  it("changes nothing where it says the same, however sure the reader is", async () => {
    const { ctx, id } = await told();
    const { revision } = await room.service.head({}, caller(ctx));
    const again = await room.service.applyRereading(
      reading(id, 18, fact(ada, "residence", "Oslo", { confidence: 0.9 })),
      loci(ctx),
    );
    expect(again).toEqual({ added: [], dropped: [] });
    expect((await room.service.head({}, caller(ctx))).revision).toBe(revision);
  });

  it("says what would change without changing it", async () => {
    const { ctx, id } = await told();
    const asked = { ...reading(id, 18, fact(ada, "former_residence", "Oslo")), dryRun: true };
    expect(await room.service.applyRereading(asked, loci(ctx))).toMatchObject({
      added: [{ passageId: id, subject: { name: "Ada" }, key: "former_residence", value: "Oslo" }],
      dropped: [{ passageId: id, subject: { name: "Ada" }, key: "residence", value: "Oslo" }],
    });
    expect(await values(ctx)).toEqual(["residence: Oslo"]);
  });

  it("no longer says what it was misread to say, and says what it was not read to say", async () => {
    const { ctx, id } = await told();
    await room.service.applyRereading(reading(id, 18, fact(ada, "former_residence", "Oslo")), loci(ctx));
    expect(await values(ctx)).toEqual(["former_residence: Oslo"]);
    // It was never so, at any known time; what was believed is still told by the time of the record.
    expect(await values(ctx, { asOf: "2024-01-03T00:00:00.000Z" })).toEqual(["former_residence: Oslo"]);
    const { decisions } = await room.service.listDecisions(
      { traceId: "", recordId: "", principal: "", keyId: "", since: "", until: "", limit: 50 },
      caller(ctx, all),
    );
    expect(decisions.map(({ rule }) => rule)).toContain("read_again");
  });

  it("leads back to the first reading when the reader does", async () => {
    const { ctx, id } = await told();
    await room.service.applyRereading(reading(id, 18, fact(ada, "former_residence", "Oslo")), loci(ctx));
    await room.service.applyRereading(reading(id, 18, fact(ada, "residence", "Oslo")), loci(ctx));
    expect(await values(ctx)).toEqual(["residence: Oslo"]);
  });

  it("keeps what another text says, or a person stated", async () => {
    const { ctx, id } = await told();
    await room.service.writeMemory(
      write(said("Oslo, that is.", "2024-01-05T00:00:00.000Z", fact(ada, "residence", "Oslo"))),
      caller(ctx, all),
    );
    await room.service.writeMemory(write({ proposals: facts(fact(ada, "team", "Infra")) }), caller(ctx, all));
    await room.service.applyRereading(reading(id, 18), loci(ctx));
    expect(await values(ctx)).toEqual(["residence: Oslo", "team: Infra"]);
  });

  it("does not bring back what was forgotten", async () => {
    const { ctx, id } = await told("Ada lived in Oslo. Ada plays chess.");
    const { attributes } = await room.service.getEntity({ lens: null, ...named(ada), time: view }, caller(ctx, all));
    await room.service.forgetRecords(
      {
        ids: attributes.map((one) => one.id),
        purge: false,
        dryRun: false,
        keepForgotten: false,
        matches: [],
        reason: "",
        operation: null,
      },
      caller(ctx, all),
    );
    await room.service.applyRereading(reading(id, 18, fact(ada, "residence", "Oslo")), loci(ctx));
    expect(await values(ctx)).toEqual([]);
  });

  it("revokes an order that it was misread to give", async () => {
    const ctx = room.context();
    const text = "They always answer in German.";
    const order = instruction("language", text, { turn: 0, spanStart: 0, spanEnd: text.length });
    const { turnIds } = await room.service.writeMemory(
      write({ turns: [turn(text)], proposals: [proposal({ instructions: [order], turn: 0 })] }),
      caller(ctx, all),
    );
    const change = await room.service.applyRereading(reading(turnIds[0] ?? "", text.length), loci(ctx));
    expect(change.dropped).toMatchObject([{ subject: null, key: "language", value: text }]);
    expect((await room.service.getProfile({ lens: null }, caller(ctx))).instructions).toEqual([]);
  });
});

describe("passages to be read again", () => {
  it("come in the groups of their writes, then by fours of a document, and a stopped reading goes on", async () => {
    const { ctx, id } = await told();
    const call = caller(ctx, all);
    const { turnIds, sessionId } = await room.service.writeMemory(write({ turns: [turn("one"), turn("two")] }), call);
    await room.service.writeMemory(write({ sessionId, turns: [turn("kept as it is", { extraction: "none" })] }), call);
    const made = (await room.service.createDocument(document(), call)).document?.id ?? "";
    const chunks = ["a", "b", "c", "d", "e"].map((letter) => `passage ${letter}`);
    const { chunkIds } = await room.service.writeSections(cut(made, 1, [{ heading: "One", chunks }]), loci(ctx));
    await room.service.applyDocumentExtraction(
      { documentId: made, version: 1, chunkIds, setAsideChunkIds: [], proposals: [], traceId: "" },
      loci(ctx),
    );
    await room.service.setDocumentStage(stage(made, 1, "ready"), loci(ctx));

    const first = await passages(ctx);
    const second = await passages(ctx, { after: first.groups.at(-1)?.place ?? "" });
    const groups = [...first.groups, ...second.groups].map((group) => group.passages.map((one) => one.id));
    expect(first.remaining).toBe(8);
    expect(groups).toHaveLength(4);
    expect(groups).toEqual(expect.arrayContaining([[id], [...turnIds], chunkIds.slice(0, 4), chunkIds.slice(4)]));
    expect((await passages(ctx, { after: second.groups.at(-1)?.place ?? "" })).groups).toEqual([]);

    const place = first.groups[0]?.place ?? "";
    const none = { passageIds: [], proposals: [], dryRun: false };
    await room.service.applyRereading({ ...none, place }, loci(ctx));
    expect((await passages(ctx, { resume: true })).groups).toEqual(first.groups.slice(1));
    await room.service.applyRereading({ ...none, place: "" }, loci(ctx));
    expect((await passages(ctx, { resume: true })).groups).toEqual(first.groups);
  });

  it("are told to Loci alone", async () => {
    const { ctx } = await told();
    const asked = { limit: 1, after: "", resume: false };
    await expect(room.service.readPassages(asked, caller(ctx, all))).rejects.toMatchObject({ code: "forbidden" });
    await expect(room.service.applyRereading(reading("t", 0), caller(ctx, all))).rejects.toMatchObject({ code: "forbidden" });
  });
});
