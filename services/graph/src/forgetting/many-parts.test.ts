import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { graph } from "@loci/protos";
import { caller, openRoom, said, write, type Room } from "../testing/room.ts";
import { mostParts } from "./plan.ts";

const all = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] };
const day = "2024-01-01T00:00:00.000Z";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

/** A text of so many sentences, and where of each the colour stands. */
function coloured(sentences: number) {
  const parts: graph.TextPart[] = [];
  let text = "";
  for (let i = 0; i < sentences; i++) {
    const start = text.length;
    text += `Kite ${i} is red. `;
    parts.push({ start: text.indexOf("is", start), end: text.length - 2 });
  }
  return { text, parts };
}

const stored = async (ctx: string, text: string) => {
  const { turnIds } = await room.service.writeMemory(write(said(text, day)), caller(ctx, all));
  return turnIds[0] ?? "";
};

const matching = (id: string, parts: graph.TextPart[], over: Partial<graph.ForgetRecordsRequest> = {}) => ({
  ...{ ids: [], purge: false, dryRun: false, keepForgotten: true, reason: "", operation: null, ...over },
  matches: [{ id, matchedBy: "words", score: 1, parts }],
});

it.each([false, true])("takes as many statements for a thousand parts of a text as for three (dry run: %s)", async (dryRun) => {
  const sent = async (sentences: number) => {
    const ctx = room.context();
    const { text, parts } = coloured(sentences);
    const id = await stored(ctx, text);
    room.statements();
    const { refs } = await room.service.forgetRecords(matching(id, parts, { dryRun }), caller(ctx, all));
    expect(refs).toMatchObject([{ id, extent: "part" }]);
    return room.statements();
  };
  const few = await sent(3);
  expect(await sent(1_000)).toBe(few);
});

it("withholds each of the parts in what decisions quote", async () => {
  const ctx = room.context();
  const { text, parts } = coloured(3);
  const id = await stored(ctx, text);
  await room.database.inContext(ctx, (tx) =>
    tx.query(sql`insert into graph.decision (ctx, id, recorded_at, kind, rule, record_id, turn_id, principal, delegated, trace_id, evidence)
        values (${ctx}, 'decision:quoting', now(), 'update', 'told', 'attribute:other', ${id}, '', '', '',
          ${JSON.stringify({ sentence: "Kite 1 is red.", others: ['Kite 2 is "green".'] })}::jsonb)`),
  );
  await room.service.forgetRecords(matching(id, parts), caller(ctx, all));
  const [decision] = await room.database.inContext(ctx, (tx) =>
    tx.query<{ evidence: object }>(sql`select evidence from graph.decision where ctx = ${ctx} and id = 'decision:quoting'`),
  );
  expect(decision?.evidence).toEqual({ sentence: "Kite 1 […].", others: ['Kite 2 is "green".'] });
});

it("refuses more parts than one forgetting takes on, in a dry run too, and takes none", async () => {
  const ctx = room.context();
  const words = Math.ceil(mostParts / 4) + 1;
  const texts = Array.from({ length: 4 }, (_, i) => `Note ${i}. ` + "a b ".repeat(words));
  const ids: string[] = [];
  for (const text of texts) ids.push(await stored(ctx, text));
  const parts = Array.from({ length: words }, (_, i) => ({ start: 8 + 4 * i, end: 9 + 4 * i }));
  const request = {
    ...matching("", []),
    matches: ids.map((id) => ({ id, matchedBy: "words", score: 1, parts })),
  };
  for (const dryRun of [true, false]) {
    await expect(room.service.forgetRecords({ ...request, dryRun }, caller(ctx, all))).rejects.toMatchObject({
      code: "too_large",
      message: expect.stringMatching("narrow it"),
    });
  }
  const one = await room.service.forgetRecords(
    { ...request, matches: request.matches.slice(0, 1), dryRun: true },
    caller(ctx, all),
  );
  expect(one.deleted).toBe(1);
});
