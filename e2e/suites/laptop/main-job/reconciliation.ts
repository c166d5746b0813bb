import { describe, expect, it } from "@jest/globals";
import type { Memory } from "@loci/e2e/parts/memory";
import { on, type World } from "./world.ts";

const mina = "Person/Mina";
const standing = async (memory: Memory, key: string) =>
  (await memory.entity(mina)).attributes.filter((fact) => fact.key === key).map((fact) => fact.value);
/** Every value that the key had, newest first, and until when it was known to stand. */
const course = async (memory: Memory, key: string) =>
  (await memory.history(mina, key)).map(({ value, createdAt, knownUntil }) => [value, createdAt, knownUntil]);

const january = { observed_at: on("2024-01-01") };
const march = { observed_at: on("2024-03-01") };
const june = { observed_at: on("2024-06-01") };

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, i) => permutations(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest]));
}

/** What becomes of statements about the same thing. */
export function reconciliation(world: World): void {
  describe("a restatement", () => {
    it("adds no row, but a source, and some confidence where another says it", async () => {
      const memory = await world().tenant();
      const first = await memory.remember("Mina lives in Lisbon.", january);
      const [before] = (await memory.entity(mina)).attributes;
      const second = await memory.remember("Mina lives in Lisbon!", march);
      expect(second.extraction.attributes[0]?.id).toBe(first.extraction.attributes[0]?.id);
      const [after, ...more] = await memory.history(mina, "residence");
      expect(more).toEqual([]);
      expect(after?.sources.map((source) => source.ref).sort()).toEqual([first.turnId, second.turnId].sort());
      expect(after?.confidence).toBe(before?.confidence);
      await memory.remember("Tom: Mina lives in Lisbon.", { observed_at: on("2024-04-01") });
      expect((await memory.entity(mina)).attributes[0]?.confidence).toBeGreaterThan(before?.confidence ?? 1);
      expect(after?.createdAt).toBe(january.observed_at);
    });

    it("is recognised in whatever case, with whatever white space", async () => {
      const memory = await world().tenant();
      await memory.state([[mina, "Residence", "Lisbon"]]);
      await memory.state([["person/MINA", "residence", "  LISBON "]]);
      expect(await memory.history(mina, "residence")).toHaveLength(1);
      expect((await memory.entities()).total).toBe(1);
    });

    it("of a relation adds none either", async () => {
      const memory = await world().tenant();
      await memory.remember("Mina's brother is Tom.");
      await memory.remember("Mina's brother is Tom.");
      expect((await memory.entity(mina)).relations).toHaveLength(1);
    });

    it("that comes from many at once adds none either", async () => {
      const memory = await world().tenant();
      const answers = await Promise.all(Array.from({ length: 8 }, () => memory.remember("Mina lives in Lisbon.", january)));
      expect(new Set(answers.map(({ extraction }) => extraction.attributes[0]?.id)).size).toBe(1);
      const [row, ...more] = await memory.history(mina, "residence");
      expect(more).toEqual([]);
      expect(row?.sources).toHaveLength(8);
      expect((await memory.entities()).total).toBe(1);
    });

    it("within one conversation adds none either", async () => {
      const memory = await world().tenant();
      await memory.converse([
        ["user", "Mina lives in Lisbon."],
        ["user", "Mina lives in Lisbon."],
      ]);
      expect(await memory.history(mina, "residence")).toHaveLength(1);
    });
  });

  describe("a changing key", () => {
    it("takes the value with the later known time, and keeps the earlier one in its history", async () => {
      const memory = await world().tenant();
      await memory.remember("Mina lives in Lisbon.", january);
      const { extraction } = await memory.remember("Mina lives in Porto.", june);
      expect(extraction.corrections).toMatchObject([{ key: "residence", oldValue: "Lisbon", newValue: "Porto" }]);
      expect(extraction.uncertainties).toEqual([]);
      const [now, before] = await memory.history(mina, "residence");
      expect(now).toMatchObject({ value: "Porto", createdAt: june.observed_at, knownUntil: null, supersedes: before?.id });
      expect(before).toMatchObject({ value: "Lisbon", createdAt: january.observed_at, supersededBy: now?.id });
      expect(before?.knownUntil).toBe(june.observed_at);
      expect(await standing(memory, "residence")).toEqual(["Porto"]);
    });

    it("sends an older known time into its history, where it belongs", async () => {
      const memory = await world().tenant();
      await memory.remember("Mina lives in Porto.", june);
      const { extraction } = await memory.remember("Mina lives in Lisbon.", january);
      expect(extraction.uncertainties).toEqual([]);
      expect(await standing(memory, "residence")).toEqual(["Porto"]);
      expect(await course(memory, "residence")).toEqual([
        ["Porto", on("2024-06-01"), null],
        ["Lisbon", on("2024-01-01"), on("2024-06-01")],
      ]);
      await memory.remember("Mina lives in Faro.", march);
      expect(await course(memory, "residence")).toEqual([
        ["Porto", on("2024-06-01"), null],
        ["Faro", on("2024-03-01"), on("2024-06-01")],
        ["Lisbon", on("2024-01-01"), on("2024-03-01")],
      ]);
    });

    it("has what is superseded no longer recalled, unless a time is asked for", async () => {
      const memory = await world().tenant();
      await memory.remember("Mina lives in Lisbon.", january);
      await memory.remember("Mina lives in Porto.", june);
      const facts = async (fields = {}) =>
        (await memory.recall("Where does Mina live?", { include: ["facts"], mode: "hybrid", ...fields })).hits.flatMap(
          (hit) => hit.value ?? [],
        );
      expect(await facts()).toEqual(["Porto"]);
      expect(await facts({ asOf: march.observed_at })).toEqual(["Lisbon"]);
      expect(await facts({ asOf: "2023-01-01T00:00:00Z" })).toEqual([]);
    });

    it("is not changed by who is only half sure: that states nothing", async () => {
      const memory = await world().tenant();
      await memory.remember("Mina lives in Lisbon.", january);
      const { extraction } = await memory.remember("I think Mina lives in Porto.", june);
      expect(extraction.uncertainties).toEqual([]);
      expect(await standing(memory, "residence")).toEqual(["Lisbon"]);
      expect((await memory.recall("Porto", { mode: "hybrid" })).hits.map(({ text }) => text)).toContain(
        "I think Mina lives in Porto.",
      );
    });

    it("is not changed by what an assistant says", async () => {
      const memory = await world().tenant();
      await memory.remember("Mina lives in Lisbon.", january);
      await memory.remember("Mina lives in Porto.", { ...june, role: "assistant" });
      await memory.converse([["assistant", "Mina moved to Faro.", june.observed_at]]);
      expect(await standing(memory, "residence")).toContain("Lisbon");
      expect(await memory.history(mina, "residence")).toContainEqual(
        expect.objectContaining({ value: "Lisbon", knownUntil: null }),
      );
    });

    it("ends, when the text says since when, at that time in the world", async () => {
      const memory = await world().tenant();
      await memory.remember("Mina lives in Lisbon.", january);
      await memory.remember("Mina moved to Porto in March 2024.", june);
      const [porto, lisbon] = await memory.history(mina, "residence");
      expect(porto).toMatchObject({ value: "Porto", validFrom: "2024-03-01T00:00:00.000Z", validPrecision: "month" });
      expect(lisbon).toMatchObject({ value: "Lisbon", validUntil: "2024-03-01T00:00:00.000Z" });
    });
  });

  describe("a key of several values", () => {
    it("keeps them all, without any doubt", async () => {
      const memory = await world().tenant();
      await memory.remember("Mina speaks Danish.", january);
      const { extraction } = await memory.remember("Mina speaks Portuguese and Swahili.", june);
      expect(extraction).toMatchObject({ uncertainties: [], corrections: [] });
      expect((await standing(memory, "speaks")).sort()).toEqual(["Danish", "Portuguese", "Swahili"]);
    });
  });

  describe("two values of a stable key", () => {
    const disagreeing = async () => {
      const memory = await world().tenant();
      await memory.state([[mina, "birth_date", "3 May 1990"]], january);
      return { memory, second: await memory.state([[mina, "birth_date", "4 May 1990"]], june) };
    };

    it("both stand, and an uncertainty names them", async () => {
      const { memory, second } = await disagreeing();
      expect(second.extraction.corrections).toEqual([]);
      const [doubt] = second.extraction.uncertainties;
      expect(doubt?.about).toContain("Mina");
      expect(doubt?.about).toContain("birth_date");
      expect(doubt?.reason).toMatch(/3 May 1990.*4 May 1990|4 May 1990.*3 May 1990/);
      const { attributes, uncertainties } = await memory.entity(mina);
      expect(attributes.map((fact) => fact.value).sort()).toEqual(["3 May 1990", "4 May 1990"]);
      expect(attributes.map((fact) => fact.uncertaintyIds.length)).toEqual([1, 1]);
      expect(uncertainties).toMatchObject([doubt ?? {}]);
    });

    it.each([{}, { mode: "hybrid" }, { mode: "bm25" }])("are both recalled, and said to disagree (%j)", async (fields) => {
      const { memory } = await disagreeing();
      const { hits } = await memory.recall("What is Mina's birth date?", { ...fields, include: ["facts"] });
      const found = hits.filter((hit) => hit.key === "birth_date");
      expect(found.map((hit) => hit.value).sort()).toEqual(["3 May 1990", "4 May 1990"]);
      expect(found.map((hit) => hit.disagreement?.uncertaintyIds.length)).toEqual([1, 1]);
    });

    it("are both in the context block, and said to disagree", async () => {
      const { memory } = await disagreeing();
      const { body } = await memory.post<{ context: string }>("/context", { query: "When was Mina born?" });
      expect(body.context).toContain("3 May 1990");
      expect(body.context).toContain("4 May 1990");
      expect(body.context).toContain("disagree");
    });

    it("are settled by a statement that corrects", async () => {
      const memory = await world().tenant();
      await memory.remember("Mina was born in Madrid.", january);
      await memory.remember("Mina was born in Seville.", march);
      expect((await memory.entity(mina)).uncertainties).toHaveLength(1);
      await memory.remember("Actually, Mina was born in Seville.", june);
      const { attributes, uncertainties } = await memory.entity(mina);
      expect(attributes.map((fact) => fact.value)).toEqual(["Seville"]);
      expect(uncertainties).toEqual([]);
    });
  });

  describe("a key that nobody has classed", () => {
    it("holds one value and has no leave to change by itself", async () => {
      const memory = await world().tenant();
      await memory.state([[mina, "locker code", "17"]], january);
      const { extraction } = await memory.state([[mina, "lockerCode", "23"]], june);
      expect(extraction.uncertainties).toHaveLength(1);
      expect((await standing(memory, "locker_code")).sort()).toEqual(["17", "23"]);
    });
  });

  describe("a negation", () => {
    it("ends the row and deletes nothing", async () => {
      const memory = await world().tenant();
      await memory.remember("Mina works at Acme.", january);
      await memory.remember("Mina no longer works at Acme.", june);
      expect(await standing(memory, "employer")).toEqual([]);
      expect(await course(memory, "employer")).toEqual([["Acme", on("2024-01-01"), on("2024-06-01")]]);
      const { hits } = await memory.recall("Who is Mina's employer?", { include: ["facts"] });
      expect(hits.filter((hit) => hit.key === "employer")).toEqual([]);
    });

    it("that was said before the statement does not end it", async () => {
      const memory = await world().tenant();
      await memory.remember("Mina works at Acme.", june);
      await memory.remember("Mina no longer works at Acme.", january);
      expect(await standing(memory, "employer")).toEqual(["Acme"]);
    });

    it("of one value leaves the others", async () => {
      const memory = await world().tenant();
      await memory.remember("I like chess and rowing.", january);
      await memory.remember("I don't like chess anymore.", june);
      const { attributes } = await memory.entity("Person/user");
      expect(attributes.filter((fact) => fact.key === "likes").map((fact) => fact.value)).toEqual(["rowing"]);
    });
  });

  describe("an instruction", () => {
    it("is a record of its own: no attribute, made once, revoked, and made anew", async () => {
      const memory = await world().tenant();
      const made = await memory.remember("Always use bullet points.", january);
      expect(made.extraction.instructions).toMatchObject([{ description: expect.stringContaining("bullet points") }]);
      expect(made.extraction.attributes).toEqual([]);
      const again = await memory.remember("Always use bullet points.", january);
      expect(again.extraction.instructions[0]?.id).toBe(made.extraction.instructions[0]?.id);
      const revoked = await memory.remember("Stop using bullet points.", march);
      expect(revoked.extraction.instructions).toEqual([]);
      const anew = await memory.remember("Always use bullet points.", june);
      expect(anew.extraction.instructions).toHaveLength(1);
      expect(anew.extraction.instructions[0]?.id).not.toBe(made.extraction.instructions[0]?.id);
    });
  });

  describe("the order of arrival", () => {
    const people = ["Anna", "Clara", "Dora", "Emma", "Laura", "Maria"];
    const outcome = async (memory: Memory, person: string) => {
      const { attributes, uncertainties } = await memory.entity(person);
      const history = await memory.history(person, attributes[0]?.key ?? "");
      const valueOf = (id: string | null) => history.find((fact) => fact.id === id)?.value ?? null;
      const rows = history.map((fact) => [
        ...[fact.createdAt, fact.value, fact.knownUntil, fact.validFrom, fact.validUntil, fact.confidence],
        ...[valueOf(fact.supersedes), valueOf(fact.supersededBy)],
      ]);
      return { standing: attributes.map((fact) => fact.value).sort(), doubts: uncertainties.length, rows };
    };
    const stories: Readonly<Record<string, readonly (readonly [string, Readonly<Record<string, string>>])[]>> = {
      "three values of a changing key": [
        ["Mina lives in Lisbon.", january],
        ["Mina lives in Faro.", march],
        ["Mina lives in Porto.", june],
      ],
      "a value, its end and another value": [
        ["Mina works at Acme.", january],
        ["Mina no longer works at Acme.", march],
        ["Mina works at Initech.", june],
      ],
      "a value, a change and the first value again": [
        ["Mina lives in Lisbon.", january],
        ["Mina moved to Porto in February 2024.", march],
        ["Mina lives in Lisbon.", june],
      ],
      "two values that disagree, and one of them again": [
        ["Mina was born in Madrid.", january],
        ["Mina was born in Seville.", march],
        ["Mina was born in Madrid.", june],
      ],
    };

    it.each(Object.entries(stories))("decides nothing: %s", async (_name, story) => {
      const memory = await world().tenant();
      const outcomes: unknown[] = [];
      for (const [i, order] of permutations(story).entries()) {
        const name = people[i] ?? "";
        for (const [text, fields] of order) await memory.remember(text.replace("Mina", name), fields);
        outcomes.push(await outcome(memory, `Person/${name}`));
      }
      expect(outcomes).toHaveLength(6);
      for (const other of outcomes.slice(1)) expect(other).toEqual(outcomes[0]);
    });
  });
}
