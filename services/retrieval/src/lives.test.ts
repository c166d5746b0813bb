import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createPostgresIndex } from "@loci/adapters/postgres-index";
import { loci, openWhole, type Whole } from "@loci/server/testing/whole";
import { openRoom, queryRequest } from "./testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

describe("a context that was deleted and made again under its id", () => {
  it("is found as it is now by a process that knew it before, though it has as many changes as then", async () => {
    const room = await openRoom(whole);
    const index = await createPostgresIndex(whole.database, createBuiltinEmbedder().spec.dimension);
    const another = whole.recallWith({ index });
    const found = async () => {
      const { hits } = await another.query(queryRequest("Who lives in Boston?"), room.all);
      return hits.map(({ text }) => text);
    };
    const own = loci(room.contextId);
    await room.say("Ann lives in Boston.");
    expect(await found()).toEqual(["Ann lives in Boston."]);
    const { revision, life } = await whole.graph.head({}, own);

    await whole.graph.dropContext({ life }, own);
    expect(await whole.graph.head({}, own)).toEqual({ revision: 0, life: "" });
    await room.say("Ben lives in Boston.");
    const now = await whole.graph.head({}, own);
    expect(now.revision).toBe(revision);
    expect(now.life).not.toBe(life);
    await whole.retrieval.reindex({ contextId: room.contextId }, own);
    expect(await found()).toEqual(["Ben lives in Boston."]);
  });
});
