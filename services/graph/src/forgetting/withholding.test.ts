import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { graph } from "@loci/protos";
import { tablesThatHold } from "../testing/marker.ts";
import { caller, fact, loci, named, openRoom, relation, said, view, write, type Room } from "../testing/room.ts";

const all = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] };
const day = "2024-01-01T00:00:00.000Z";
const text = "Knut lives in Narvik, earns 48,000 a year and plays the tuba.";
const cut = "Knut lives in Narvik, [forgotten]         and plays the tuba.";
const earns = { start: text.indexOf("earns"), end: text.indexOf(" and") };
const knut = "Person/Knut";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const spanned = (key: string, value: string, words: string) => {
  const spanStart = text.indexOf(words);
  return fact(knut, key, value, { spanStart, spanEnd: spanStart + words.length });
};

/** A turn of three facts, and the ids of all four. */
async function tell(ctx: string) {
  const facts = [
    spanned("residence", "Narvik", "Knut lives in Narvik"),
    spanned("salary", "48,000 a year", "earns 48,000 a year and plays the tuba"),
    spanned("plays", "tuba", "plays the tuba"),
  ];
  const { turnIds, results } = await room.service.writeMemory(write(said(text, day, ...facts)), caller(ctx, all));
  return { turn: turnIds[0] ?? "", facts: (results[0]?.attributes ?? []).map(({ id }) => id) };
}

const matched = (over: Partial<graph.ForgetRecordsRequest>): graph.ForgetRecordsRequest => ({
  ...{ ids: [], matches: [], purge: false, dryRun: false, keepForgotten: false, reason: "", operation: null, ...over },
});
const by = (id: string, parts: graph.TextPart[] = []): graph.ForgetMatch => ({ id, matchedBy: "words", score: 1, parts });
const shown = async (ctx: string, id: string) => {
  const { records } = await room.service.hydrate({ ids: [id], time: view }, caller(ctx, all));
  return records[0]?.text;
};
const keys = async (ctx: string) => {
  const { attributes } = await room.service.getEntity({ lens: null, ...named(knut), time: view }, caller(ctx, all));
  return attributes.map(({ key }) => key).sort();
};
const withheld = (ctx: string) =>
  room.database.inContext(ctx, (tx) => tx.query<{ text: string }>(sql`select text from graph.withheld where ctx = ${ctx}`));

describe("forgetting a part of a text", () => {
  it.each([false, true])(
    "withholds the words that said it, and nothing else, wherever the text is read (purge: %s)",
    async (purge) => {
      const ctx = room.context();
      const { turn, facts } = await tell(ctx);
      const request = matched({ matches: [by(turn, [earns])], purge });
      const preview = await room.service.forgetRecords({ ...request, dryRun: true }, caller(ctx, all));
      expect(await shown(ctx, turn)).toBe(text);
      expect(preview.refs).toEqual([
        { id: turn, kind: "turn", label: "earns 48,000 a year", extent: "part", matchedBy: "words", score: 1, goesWith: "" },
        {
          ...{ id: facts[1], kind: "attribute", label: "Knut salary: 48,000 a year (with \u201Cearns 48,000 a year\u201D)" },
          ...{ extent: "whole", matchedBy: "along", score: 0, goesWith: turn },
        },
      ]);
      const done = await room.service.forgetRecords(request, caller(ctx, all));
      expect([done.deleted, done.refs]).toEqual([2, preview.refs]);
      expect(await shown(ctx, turn)).toBe(cut);
      expect(cut).toHaveLength(text.length);
      expect(await keys(ctx)).toEqual(["plays", "residence"]);
      const { records } = await room.service.readFeed({ after: 0, limit: 1_000 }, loci(ctx));
      expect(records.find(({ id }) => id === turn)).toMatchObject({ text: cut, removed: false });
      expect(records.find(({ id }) => id === turn)?.embedding).toHaveLength(0);
      expect((await withheld(ctx)).map((row) => row.text)).toEqual(purge ? [] : ["earns 48,000 a year"]);
      if (purge) expect(await tablesThatHold(room.database, ctx, "48,000")).toEqual({});
      // The vector of the rest is made by who fills up what has none.
      expect((await room.service.listUnembeddedContexts({}, loci(""))).contextIds).toContain(ctx);
    },
  );

  it("of a matched fact withholds the words that it was read from, in every text", async () => {
    const ctx = room.context();
    const first = await tell(ctx);
    const again = await tell(ctx);
    const { refs } = await room.service.forgetRecords(matched({ matches: [by(first.facts[1] ?? "")] }), caller(ctx, all));
    expect(refs.map(({ id }) => id).sort()).toEqual([first.facts[1] ?? "", first.turn, again.turn].sort());
    for (const { turn } of [first, again]) expect(await shown(ctx, turn)).toBe(cut);
    expect(await keys(ctx)).toEqual(["plays", "residence"]);
  });

  it("takes a text whole that says nothing beside", async () => {
    const ctx = room.context();
    const { turn } = await tell(ctx);
    const { refs } = await room.service.forgetRecords(
      matched({ matches: [by(turn, [{ start: 0, end: text.length - 1 }])] }),
      caller(ctx, all),
    );
    expect(refs[0]).toMatchObject({ id: turn, extent: "whole" });
    expect(await shown(ctx, turn)).toBeUndefined();
    expect(refs).toHaveLength(5);
  });

  it("erases what was withheld before, when it is purged", async () => {
    const ctx = room.context();
    const { turn, facts } = await tell(ctx);
    await room.service.forgetRecords(matched({ matches: [by(turn, [earns])] }), caller(ctx, all));
    await room.service.forgetRecords(matched({ ids: [facts[1] ?? ""], purge: true }), caller(ctx, all));
    expect(await tablesThatHold(room.database, ctx, "48,000")).toEqual({});
    expect(await shown(ctx, turn)).toBe(cut);
  });

  it("of an entity withholds what was said of it, with its relations, and tells so before", async () => {
    const ctx = room.context();
    const about = "Ruth is married to Abel. The bakery opens at eight.";
    const married = relation("Person/Ruth", "married_to", "Person/Abel", { spanStart: 0, spanEnd: 23 });
    const { turnIds } = await room.service.writeMemory(write(said(about, day, married)), caller(ctx, all));
    const ruth = { ...named("Person/Ruth"), operation: null, replies: [], purge: false };
    const preview = await room.service.deleteEntity({ ...ruth, dryRun: true }, caller(ctx, all));
    expect(preview.refs.map(({ label }) => label).sort()).toEqual([
      "Person/Abel (with \u201CRuth is married to Abel.\u201D)",
      "Person/Ruth",
      "Ruth is married to Abel.",
      "Ruth spouse: Abel (with \u201CPerson/Ruth\u201D)",
    ]);
    expect(preview.deleted).toBe(4);
    await room.service.deleteEntity({ ...ruth, dryRun: false }, caller(ctx, all));
    expect(await shown(ctx, turnIds[0] ?? "")).toBe("[forgotten]              The bakery opens at eight.");
  });

  it("tells what a session takes, and leaves what another source says", async () => {
    const ctx = room.context();
    const { turn, facts } = await tell(ctx);
    const { sessionId } = await room.service.writeMemory(
      write(said("Knut plays the tuba. Knut is 58.", day, fact(knut, "plays", "tuba"), fact(knut, "age", "58"))),
      caller(ctx, all),
    );
    const request = { id: sessionId, operation: null, replies: [], purge: false };
    const { refs, deleted } = await room.service.deleteSession({ ...request, dryRun: true }, caller(ctx, all));
    expect(refs.map(({ label }) => label)).toEqual([
      "Knut plays the tuba. Knut is 58.",
      "Knut age: 58 (with \u201CKnut plays the tuba. Knut is 58.\u201D)",
    ]);
    expect(deleted).toBe(2);
    await room.service.deleteSession({ ...request, dryRun: false }, caller(ctx, all));
    expect(await keys(ctx)).toEqual(["plays", "residence", "salary"]);
    expect([await shown(ctx, turn), facts.length]).toEqual([text, 3]);
  });
});
