import { describe, expect, it } from "@jest/globals";
import { failingModels, mayOperate } from "./failures.ts";

const failure = {
  ...{
    usedFor: ["extraction"],
    model: "openai:small",
    shared: true,
    status: "failing" as const,
    error: "unavailable, ECONNREFUSED",
  },
  ...{ failingSince: "2026-03-01T09:30:00Z", lastFailedAt: "2026-03-01T09:42:00Z", recoveredAt: null, failures: 12 },
  ...{ advice: "Check that it runs.", waiting: { turns: 1, chunks: 40, documents: 2 } },
};
const nothing = { turns: 0, chunks: 0, documents: 0 };

describe("models that fail", () => {
  it("are shown once for all that asks them, since the first failure, with what waits", () => {
    const chat = { ...failure, usedFor: ["synthesis"], failingSince: "2026-03-01T10:20:00+01:00", failures: 3, waiting: nothing };
    expect(failingModels([failure, chat])).toEqual([
      {
        ...{ name: "Language model openai:small", usedFor: ["extraction", "synthesis"], since: chat.failingSince, times: 15 },
        ...{
          cause: "unavailable, ECONNREFUSED",
          advice: "Check that it runs.",
          waiting: "1 turn and 40 passages of 2 documents",
        },
      },
    ]);
  });

  it("stand apart where the cause is another, and are named by their kind", () => {
    const embeddings = { ...failure, usedFor: ["embeddings"], waiting: { turns: 0, chunks: 0, documents: 1 } };
    const reranker = { ...failure, usedFor: ["reranker"], model: "http:rank", failures: null, waiting: nothing };
    const refused = { ...failure, usedFor: ["synthesis"], error: "unavailable, status 401", waiting: { ...nothing, turns: 2 } };
    expect(
      failingModels([embeddings, failure, refused, reranker]).map(({ name, times, waiting }) => [name, times, waiting]),
    ).toEqual([
      ["Embedding model openai:small", 12, "1 document"],
      ["Language model openai:small", 12, "1 turn and 40 passages of 2 documents"],
      ["Language model openai:small", 12, "2 turns"],
      ["Reranker http:rank", undefined, ""],
    ]);
  });

  it("are left out once they answer again", () => {
    expect(failingModels([{ ...failure, status: "recovered", recoveredAt: "2026-03-01T10:02:00Z" }])).toEqual([]);
  });

  it("are tested by whoever manages grants of the whole context", () => {
    const may = (...paths: string[]) => mayOperate({ effectiveGrants: { "grant:manage": paths } });
    expect([may("/"), may("org/acme"), mayOperate({ effectiveGrants: {} })]).toEqual([true, false, false]);
  });
});
