import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { rereadContext, type RereadGroup } from "@loci/ingest";
import { LociError } from "@loci/kernel";
import { presentTime } from "@loci/platform/messages";
import type { LanguageModel } from "@loci/ports/language-model";
import type { ingest } from "@loci/protos";
import { caller, loci, named, openWhole, type Whole } from "../testing/whole.ts";
import { linesOf } from "./reread.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const builtin = createBuiltinLanguageModel();
/** A reader that finds nothing but what the next one finds in texts with this word. */
const readerOf = (word: string): LanguageModel => ({
  ...builtin,
  async extract({ turns }) {
    const read = await builtin.extract({ turns });
    return turns.some(({ content }) => content.includes(word)) ? read : { ...read, entities: [], facts: [], instructions: [] };
  },
});
const text = (said: string): ingest.RememberRequest => ({
  ...{ text: said, infer: "full", scopes: null, labels: [], observedAt: "", sessionId: "", role: "", memoryCategory: "" },
  ...{ triples: [], respondAsync: false, idempotencyKey: "", requestHash: new Uint8Array(), place: "" },
});

async function reread(contextId: string, model: LanguageModel, dryRun = false) {
  const groups: RereadGroup[] = [];
  const unreadable: string[] = [];
  let begun = 0;
  await rereadContext(
    { graph: whole.graph, embedder: createBuiltinEmbedder(), models: { model: async () => model }, budgetMs: 10_000 },
    { contextId, dryRun },
    () => loci(contextId),
    {
      onStart: (passages) => (begun = passages),
      onGroup: (group) => groups.push(group),
      onUnreadable: (passages) => unreadable.push(...passages.map(({ content }) => content)),
    },
  );
  return { groups, unreadable, begun, changed: groups.flatMap((group) => linesOf("c", group, false)).length };
}

describe("texts that are read again", () => {
  it("are shown with what changes, changed, and then alike", async () => {
    const contextId = await whole.context();
    const call = caller(contextId);
    whole.models.set(contextId, readerOf("Lisbon"));
    for (const said of ["Mina lives in Lisbon.", "Jonas lives in Oslo."]) await whole.ingest.remember(text(said), call);
    const shown = await reread(contextId, readerOf("Oslo"), true);
    const lines = shown.groups.flatMap((group) => linesOf("acme", group, false));
    expect(lines).toHaveLength(4);
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^acme turn:\w+ {2}Jonas lives in Oslo\.$/),
        "  + Person/Jonas  residence: Oslo",
        "  - Person/Mina  residence: Lisbon",
      ]),
    );
    expect((await reread(contextId, readerOf("Oslo"))).changed).toBe(4);
    const { attributes } = await whole.graph.getEntity({ lens: null, ...named("Person/Jonas"), time: presentTime }, call);
    expect(attributes).toMatchObject([{ key: "residence", value: "Oslo" }]);
    expect((await reread(contextId, readerOf("Oslo"))).changed).toBe(0);
  });

  it("go on where a reader failed, and keep what one cannot read", async () => {
    const contextId = await whole.context();
    for (const said of ["Mina lives in Lisbon.", "Jonas lives in Oslo.", "Ines lives in Porto."])
      await whole.ingest.remember(text(said), caller(contextId));
    let asked = 0;
    const failing: LanguageModel = {
      ...builtin,
      async extract(request) {
        if (++asked === 3) throw new LociError("unavailable", "The provider does not answer.");
        if (asked === 1) throw new LociError("too_large", "It takes too long.");
        return builtin.extract(request);
      },
    };
    await expect(reread(contextId, failing)).rejects.toMatchObject({ code: "unavailable" });
    const rest = await reread(contextId, builtin);
    expect(rest.groups.flatMap(({ passages }) => passages)).toHaveLength(1);
    expect((await reread(contextId, builtin)).groups).toHaveLength(3);
  });
});
