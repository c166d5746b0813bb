import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startScriptedOpenAi, type ScriptedOpenAi } from "@loci/adapters/scripted-openai";
import { openPglite } from "@loci/adapters/pglite";
import { migrations } from "@loci/graph";
import type { Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import type { Database } from "@loci/ports/database";
import type { GraphService } from "@loci/protos";
import { readSettings } from "../config.ts";
import { roleSettings } from "../roles.ts";
import { makeGraph } from "./graph.ts";
import { openEmbedder } from "./models.ts";
import { noEmbedding } from "./moving.ts";
import { ownCall, surroundings, type Surroundings } from "./surroundings.ts";

let parts: Surroundings;
let database: Database;
let provider: ScriptedOpenAi;
let graph: GraphService<Call>;

beforeAll(async () => {
  parts = await surroundings({ logLevel: "silent" }, "test");
  provider = await startScriptedOpenAi();
  database = await openPglite({ folder: undefined });
  await migrate(database, [migrations]);
  graph = makeGraph(database, parts);
});
afterAll(async () => {
  await database.close();
  await provider.close();
});

const builtin = () => readSettings(roleSettings.reEmbed, {}, {});
const scripted = () =>
  readSettings(
    roleSettings.reEmbed,
    {},
    {
      SERVICE_EMBEDDINGS_PROVIDER: "openai",
      SERVICE_EMBEDDINGS_MODEL: "scripted",
      SERVICE_EMBEDDINGS_URL: provider.baseUrl,
    },
  );

describe("a deployment that was prepared for another embedding", () => {
  it("is served by it once two of its processes start at the same time, of which one turns to it while the other looks", async () => {
    const before = await openEmbedder(builtin(), graph, parts);
    const { current } = await graph.beginReembedding(
      { provider: "openai", model: "scripted", dimension: 64, normalised: true },
      ownCall(parts),
    );
    expect(current).toEqual({ ...before.spec });
    const late: GraphService<Call> = {
      ...graph,
      async beginReembedding(request, call) {
        await (await openEmbedder(scripted(), graph, parts)).close();
        return graph.beginReembedding(request, call);
      },
    };
    const embedder = await openEmbedder(scripted(), late, parts);
    expect(await graph.pinEmbedding(noEmbedding, ownCall(parts))).toEqual({ ...embedder.spec });
    await embedder.close();
    await before.close();
    await expect(openEmbedder(builtin(), graph, parts)).rejects.toMatchObject({ code: "conflict" });
  });
});
