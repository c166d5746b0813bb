import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPostgres } from "@loci/adapters/postgres";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { packVector } from "@loci/kernel";
import type { graph } from "@loci/protos";
import { caller, loci, openRoom, turn, write, type Room } from "../testing/room.ts";

const all = { "memory:read": ["/"], "memory:write": ["/"], "grant:manage": ["/"] };
const old: graph.EmbeddingSpec = { provider: "test", model: "old", dimension: 2, normalised: true };
const next: graph.EmbeddingSpec = { ...old, model: "next", dimension: 3 };
const vector = (spec: graph.EmbeddingSpec) => packVector(new Float32Array(spec.dimension).fill(1));

let server: TestPostgres;
let room: Room;
beforeAll(async () => {
  server = await startPostgres();
  room = await openRoom(await openPostgres({ connectionString: await server.createDatabase("transfer") }));
  await room.service.pinEmbedding(old, loci(""));
});
afterAll(async () => {
  await room.database.close();
  await server.stop();
});

const say = (ctx: string, content: string) =>
  room.service.writeMemory(write({ turns: [turn(content, { embedding: vector(old) })] }), caller(ctx, all));

describe("on a Postgres server", () => {
  it("an export is of one moment, whatever is written meanwhile, and fills an empty context", async () => {
    const ctx = room.context();
    await say(ctx, "before");
    const lines: string[] = [];
    for await (const batch of room.service.export({ contextId: "" }, caller(ctx, all))) {
      if (batch.embedding !== null) await say(ctx, "meanwhile");
      lines.push(...batch.lines);
    }
    expect(lines.join()).toContain("before");
    expect(lines.join()).not.toContain("meanwhile");
    const target = room.context();
    async function* file(): AsyncGenerator<graph.ImportLine> {
      yield { contextId: "", lines, firstLine: 2, embedding: old, complete: true };
    }
    const { dangling, unembedded } = await room.service.import(file(), caller(target, all));
    expect({ dangling, unembedded }).toEqual({ dangling: {}, unembedded: 0 });
    const { records } = await room.service.readFeed({ after: 0, limit: 10 }, loci(target));
    expect(records).toMatchObject([{ text: "before", embedding: vector(old) }]);
  });

  it("a move to another embedding waits for the writers that are under way", async () => {
    const ctx = room.context();
    await say(ctx, "a");
    await room.service.beginReembedding(next, loci(""));
    const fill = async (contextId: string) => {
      const { records } = await room.service.readUnembedded({ limit: 1_000, after: "", embedding: next }, loci(contextId));
      const ids = records.map((one) => one.id);
      await room.service.writeNewEmbeddings({ ids, embeddings: ids.map(() => vector(next)), embedding: next }, loci(contextId));
    };
    for (const contextId of (await room.service.listContextIds({}, loci(""))).contextIds) await fill(contextId);
    const written = Promise.withResolvers<undefined>();
    const release = Promise.withResolvers<undefined>();
    const writing = room.database.inContext(ctx, async (tx) => {
      await tx.query(sql`insert into graph.turn (ctx, id, session_id, seq, role, speaker, content, labels, scope_set, stream, extraction, chunk_id,
            known_at, recorded_at)
          select ctx, 'turn:under0way0000000000000000', session_id, 9, role, speaker, 'b', labels, scope_set, stream, extraction, chunk_id,
            known_at, recorded_at from graph.turn where ctx = ${ctx}`);
      await tx.query(
        sql`insert into graph.embedding (ctx, record_id, vector) select ctx, 'turn:under0way0000000000000000', vector from graph.embedding where ctx = ${ctx} and generation = graph.generation()`,
      );
      written.resolve(undefined);
      await release.promise;
    });
    await written.promise;
    const finished = room.service.finishReembedding(next, loci(""));
    release.resolve(undefined);
    await writing;
    expect((await finished).contextsLeft).toEqual([ctx]);
    await fill(ctx);
    expect(await room.service.finishReembedding(next, loci(""))).toEqual({ current: next, next: null, contextsLeft: [] });
  });
});
