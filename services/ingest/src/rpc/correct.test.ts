import { describe, expect, it } from "@jest/globals";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { packVector } from "@loci/kernel";
import type { graph } from "@loci/protos";
import { callOf, emptyResult, recordingGraph, testService } from "../testing/service.ts";

const request: graph.CorrectEntityRequest = {
  ...{ type: "Person", name: "Ana", key: "favouriteTea", value: " oolong ", reason: "She says so.", memoryCategory: "" },
  ...{ embedding: new Uint8Array(), operation: { id: "op", hash: Uint8Array.of(1) }, old: "" },
};

function correcting() {
  const asked: graph.CorrectEntityRequest[] = [];
  const correctEntity = async (given: graph.CorrectEntityRequest) => {
    asked.push(given);
    return emptyResult("");
  };
  return { asked, ...testService({ graph: { ...recordingGraph([]), correctEntity } }) };
}

describe("a correction", () => {
  it("goes to graph as it came, with the vector of the fact that it makes", async () => {
    const { service, asked } = correcting();
    await service.correct(request, callOf());
    const [vector] = await createBuiltinEmbedder().embed(["Ana favourite tea: oolong"], "passage");
    expect(asked).toEqual([{ ...request, embedding: packVector(vector ?? new Float32Array()) }]);
  });

  it("without a value is left to graph to refuse, and costs no embedding", async () => {
    const { service, asked } = correcting();
    await service.correct({ ...request, value: " " }, callOf());
    expect(asked[0]?.embedding).toEqual(new Uint8Array());
  });

  it("needs memory:write, a key, and a value within bounds", async () => {
    const { service, asked } = correcting();
    await expect(service.correct(request, callOf({ "memory:read": ["/"] }))).rejects.toMatchObject({ code: "forbidden" });
    const bad = service.correct({ ...request, key: "!", value: "a".repeat(2_001) }, callOf());
    const fields = ["/key", "/value"].map((pointer): unknown => expect.objectContaining({ pointer }));
    await expect(bad).rejects.toMatchObject({ code: "invalid", fields });
    expect(asked).toEqual([]);
  });
});
