import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { factOf } from "@loci/ports/language-model/contract";
import { startScriptedOpenAi, type ScriptedOpenAi } from "../scripted-openai/index.ts";
import { createOpenAiLanguageModel } from "./index.ts";

const mina = { type: "Person", name: "Mina" };
const tom = { type: "Person", name: "Tom" };
const facts = [factOf("Mina", "spouse", "", { target: tom }), factOf("Mina", "hobby", "chess"), factOf("Mina", "hobby", "sailing")];

describe("conclusions by the OpenAI-compatible model", () => {
  let server: ScriptedOpenAi;
  beforeAll(async () => {
    server = await startScriptedOpenAi();
  });
  afterEach(() => server.clear());
  afterAll(() => server.close());

  const model = () =>
    createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: "small", apiKey: "", timeoutMs: 60_000, maxRetries: 0 });
  const elaborate = (relations: unknown, summary = "") => {
    server.script({ kind: "json", json: { relations, summary } });
    return model().elaborate({ entity: mina, facts });
  };
  const consolidate = (observations: unknown) => {
    server.script({ kind: "json", json: { observations } });
    return model().consolidate({ entity: mina, facts, observations: [] });
  };

  it("sends each stage's facts as data with their places, under a strict schema of the stage's name", async () => {
    await model().elaborate({ entity: mina, facts });
    await model().consolidate({ entity: mina, facts, observations: [{ key: "hobbies", value: "chess" }] });
    await model().decompose("Who?");
    const sent = server.requests.map(
      ({ body }) => body as { messages: { content: string }[]; response_format: { json_schema: unknown } },
    );
    expect(sent.map(({ response_format: { json_schema } }) => json_schema)).toEqual(
      ["elaboration", "consolidation", "decomposition"].map((name) => expect.objectContaining({ name, strict: true })),
    );
    expect(JSON.parse(sent[0]?.messages[1]?.content ?? "")).toMatchObject({
      entity: mina,
      facts: [{ place: 0, key: "spouse", target: tom }, { place: 1, key: "hobby", value: "chess" }, { place: 2 }],
    });
    expect(JSON.parse(sent[1]?.messages[1]?.content ?? "")).toMatchObject({ observations: [{ key: "hobbies", value: "chess" }] });
    expect(sent.every(({ messages }) => !messages[0]?.content.includes("Mina"))).toBe(true);
  });

  it("drops relations without evidence or ends, with themselves, and those that are there", async () => {
    const good = { subject: tom, label: "Married To", target: mina, evidence: [0, 0, 7, -1] };
    const { relations } = await elaborate([
      good,
      good,
      { ...good, evidence: [9] },
      { ...good, evidence: [] },
      { ...good, label: " ?" },
      { ...good, subject: mina },
      { ...good, target: { type: "Person", name: " " } },
      { subject: mina, label: "spouse", target: tom, evidence: [0] },
    ]);
    expect(relations).toEqual([{ ...good, label: "married_to", evidence: [0] }]);
  });

  it("drops observations that fewer than two facts support, and brings keys to their form", async () => {
    const good = { key: "Hobby List", value: "chess\nand sailing", evidence: [1, 2, 2], rationale: "Two." };
    const { observations } = await consolidate([
      good,
      good,
      { ...good, evidence: [1, 1] },
      { ...good, evidence: [1, 99] },
      { ...good, value: "" },
    ]);
    expect(observations).toEqual([{ key: "hobby_list", value: "chess and sailing", evidence: [1, 2], rationale: "Two." }]);
  });

  it("bounds what comes back", async () => {
    const relation = (i: number) => ({
      subject: mina,
      label: `l${i}`,
      target: { type: "Place", name: `n${i}`.repeat(500) },
      evidence: [0],
    });
    const { relations, summary } = await elaborate(
      Array.from({ length: 80 }, (_, i) => relation(i)),
      "s".repeat(10_000),
    );
    expect([relations.length, relations[0]?.target.name.length, summary.length]).toEqual([50, 300, 1_000]);
    server.script({ kind: "content", content: "p".repeat(10_000) });
    expect((await model().hypothesise("Who?")).text).toHaveLength(2_000);
    server.script({ kind: "json", json: { questions: [" ", "a?", "a?", "b?", "c?", "d?", "e?"] } });
    expect((await model().decompose("Who?")).questions).toEqual(["a?", "b?", "c?", "d?"]);
  });

  it("asks nobody about nothing", async () => {
    await model().elaborate({ entity: mina, facts: [] });
    await model().consolidate({ entity: mina, facts: facts.slice(0, 1), observations: [] });
    expect(server.requests).toEqual([]);
  });

  it("takes the question itself where a model finds no parts", async () => {
    expect((await model().decompose("Who?")).questions).toEqual(["Who?"]);
  });

  it("calls wrong answers unavailable", async () => {
    await expect(elaborate("none")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("elaboration's schema"),
    });
    await expect(consolidate([{ key: 1 }])).rejects.toMatchObject({ code: "unavailable" });
    server.script({ kind: "wrong_schema" }, { kind: "content", content: "  " });
    await expect(model().decompose("Who?")).rejects.toMatchObject({ code: "unavailable" });
    await expect(model().hypothesise("Who?")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("is empty"),
    });
  });
});
