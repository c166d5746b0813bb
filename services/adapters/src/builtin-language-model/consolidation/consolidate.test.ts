import { describe, expect, it } from "@jest/globals";
import type { ShownFact } from "@loci/ports/language-model";
import { factOf } from "@loci/ports/language-model/contract";
import { consolidate } from "./consolidate.ts";

const mina = { type: "Person", name: "Mina" };
const observed = (...facts: ShownFact[]) =>
  consolidate({ entity: mina, facts, observations: [] }).map(
    ({ key, value, evidence }) => `${key}: ${value} (${evidence.join(", ")})`,
  );
const later = "2024-01-01T00:00:00.000Z";

describe("what several facts show together", () => {
  it("is what they enumerate", () =>
    expect(observed(factOf("Mina", "hobby", "climbing"), factOf("Tom", "hobby", "golf"), factOf("Mina", "hobby", "chess"))).toEqual(
      ["hobbies: climbing and chess (0, 2)"],
    ));

  it("is what was said again another day", () =>
    expect(
      observed(
        factOf("Mina", "plans", "visit Japan"),
        factOf("Mina", "plans", "Visit Japan.", { knownAt: later }),
        factOf("Mina", "plans", "learn Dutch"),
      ),
    ).toEqual(["restated_plans: visit Japan (0, 1)"]));

  it("is nothing where a value was repeated on one day, or where values may exclude one another", () => {
    expect(observed(factOf("Mina", "plans", "visit Japan"), factOf("Mina", "plans", "visit Japan"))).toEqual([]);
    expect(observed(factOf("Mina", "residence", "Lisbon"), factOf("Mina", "residence", "Porto"))).toEqual([]);
  });

  it("keeps the words of an earlier observation that says the same, and not of one that says less", () => {
    const facts = ["climbing", "chess", "sailing"].map((hobby) => factOf("Mina", "hobby", hobby));
    const valueAfter = (value: string) => consolidate({ entity: mina, facts, observations: [{ key: "hobbies", value }] })[0]?.value;
    expect(valueAfter("sailing, climbing and chess")).toBe("sailing, climbing and chess");
    expect(valueAfter("sailing and chess")).toBe("climbing, chess and sailing");
  });
});
