import { describe, expect, it } from "@jest/globals";
import type { Consolidation, ConsolidationRequest, Elaboration, ElaborationRequest, EntityName, ShownFact } from "../port.ts";
import type { LanguageModelUnderTest } from "./under-test.ts";

const knownAt = "2023-05-08T13:56:00.000Z";
const person = (name: string): EntityName => ({ type: "Person", name });

/** A fact about a person: an attribute, or a relation to another person where `to` is given. */
export function factOf(subject: string, key: string, value: string, rest: Partial<ShownFact> = {}): ShownFact {
  return { subject: person(subject), key, value, knownAt, ...rest };
}

/** What every model does that draws conclusions from facts, and takes questions apart. */
export function inferenceContract(tested: () => LanguageModelUnderTest): void {
  const married = factOf("Mina", "spouse", "", { target: person("Tom") });
  const hobbies = ["climbing", "chess", "sailing"].map((hobby) => factOf("Mina", "hobby", hobby));
  const hobbiesObserved = {
    key: "hobbies",
    value: "climbing, chess and sailing",
    evidence: [0, 1, 2],
    rationale: "Three hobbies.",
  };

  async function elaborate(
    request: ElaborationRequest,
    relations: Elaboration["relations"],
    summary: string,
  ): Promise<Elaboration> {
    tested().willImply(relations, summary);
    const elaboration = await tested().model.elaborate(request);
    for (const { label, evidence, subject, target } of elaboration.relations) {
      expect(label).toMatch(/^[a-z][a-z0-9_]*$/);
      expect([subject.name, target.name]).not.toContain("");
      expect(evidence.length).toBeGreaterThan(0);
      expect(evidence.every((place) => request.facts[place] !== undefined)).toBe(true);
    }
    return elaboration;
  }

  async function consolidate(request: ConsolidationRequest, observations: Consolidation["observations"]): Promise<Consolidation> {
    tested().willObserve(observations);
    const consolidation = await tested().model.consolidate(request);
    for (const { key, value, evidence } of consolidation.observations) {
      expect(key).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(value).not.toBe("");
      expect(new Set(evidence).size).toBeGreaterThanOrEqual(2);
      expect(evidence.every((place) => request.facts[place] !== undefined)).toBe(true);
    }
    return consolidation;
  }

  describe("elaboration", () => {
    const back = { subject: person("Tom"), label: "spouse", target: person("Mina"), evidence: [0] };

    it("finds the other side of a relation, with the fact that it follows from, and sums up", async () => {
      const facts = [married, factOf("Mina", "residence", "Lisbon")];
      const { relations, summary } = await elaborate({ entity: person("Mina"), facts }, [back], "Mina lives in Lisbon with Tom.");
      expect(relations).toEqual([back]);
      expect(summary).toContain("Mina");
      expect(summary).toContain("Lisbon");
    });

    it("proposes nothing that is there already", async () => {
      const facts = [married, factOf("Tom", "spouse", "", { target: person("Mina") })];
      expect((await elaborate({ entity: person("Mina"), facts }, [back], "")).relations).toEqual([]);
    });

    it("makes nothing of nothing", async () => {
      expect(await elaborate({ entity: person("Mina"), facts: [] }, [], "")).toMatchObject({ relations: [], summary: "" });
    });
  });

  describe("consolidation", () => {
    it("observes what several facts show", async () => {
      const { observations } = await consolidate({ entity: person("Mina"), facts: hobbies, observations: [] }, [hobbiesObserved]);
      expect(observations).toHaveLength(1);
      for (const hobby of ["climbing", "chess", "sailing"]) expect(observations[0]?.value).toContain(hobby);
    });

    it("confirms an earlier observation under its key and in its words", async () => {
      const earlier = { key: "hobbies", value: "chess, sailing and climbing" };
      const { observations } = await consolidate({ entity: person("Mina"), facts: hobbies, observations: [earlier] }, [
        { ...hobbiesObserved, ...earlier },
      ]);
      expect(observations.map(({ key, value }) => ({ key, value }))).toEqual([earlier]);
    });

    it("observes nothing in a single fact", async () => {
      const facts = hobbies.slice(0, 1);
      expect((await consolidate({ entity: person("Mina"), facts, observations: [] }, [])).observations).toEqual([]);
    });
  });

  describe("questions", () => {
    it("supposes a passage with the words of the question", async () => {
      tested().willSuppose("Mina lives in a town.");
      const { text, usage } = await tested().model.hypothesise("Where does Mina live?");
      expect(text).toMatch(/Mina[^]*live/);
      expect(text).not.toContain("?");
      expect(usage.outputTokens).toBeGreaterThanOrEqual(0);
    });

    it("takes a question apart that asks for two things", async () => {
      tested().willAsk(["Where does Mina live?", "Where does Tom work?"]);
      const { questions } = await tested().model.decompose("Where does Mina live and where does Tom work?");
      expect(questions).toEqual(["Where does Mina live?", "Where does Tom work?"]);
    });

    it("leaves a simple question alone", async () => {
      tested().willAsk(["Where does Mina live?"]);
      expect((await tested().model.decompose("Where does Mina live?")).questions).toEqual(["Where does Mina live?"]);
    });

    it("asks at most four", async () => {
      const many = ["Who?", "What is it?", "Where was it?", "When was it?", "Why was it?"];
      tested().willAsk(many);
      const { questions } = await tested().model.decompose(many.join(" "));
      expect(questions.length).toBeLessThanOrEqual(4);
      expect(questions).not.toContain("");
    });
  });

  it("stops every stage when it is asked to", async () => {
    const abort = new AbortController();
    abort.abort();
    const { model } = tested();
    const entity = person("Mina");
    const stopped = [
      model.elaborate({ entity, facts: [married] }, abort.signal),
      model.consolidate({ entity, facts: hobbies, observations: [] }, abort.signal),
      model.hypothesise("Where does Mina live?", abort.signal),
      model.decompose("Where does Mina live?", abort.signal),
    ];
    for (const stage of stopped) await expect(stage).rejects.toMatchObject({ code: "cancelled" });
  });
}
