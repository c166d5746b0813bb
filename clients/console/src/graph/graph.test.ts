import { describe, expect, it } from "@jest/globals";
import { knownTimes, memoryGraphOf, valueType } from "./memory-graph.ts";
import { firstShown, searchNodes, shownNodes, typesOf } from "./shown.ts";

type State = Parameters<typeof memoryGraphOf>[0];

function state(entities: string[], relations: [string, string, string][], attributes: [string, string, string][] = []): State {
  const createdAt = "2024-01-01T00:00:00Z";
  const empty = { entities: [], attributes: [], relations: [] };
  const knowledge = {
    entities: entities.map((ref) => {
      const [entityType = "", name = ""] = ref.split("/");
      return { id: ref, entityType, name, importance: 0.5, createdAt };
    }),
    relations: relations.map(([subject, label, object], i) => ({
      id: `r${i}`,
      subject,
      label,
      object,
      uncertaintyIds: [],
      createdAt,
    })),
    attributes: attributes.map(([entity, key, value], i) => ({ id: `a${i}`, entity, key, value, uncertaintyIds: [], createdAt })),
  };
  return { identity: empty, knowledge, context: empty } as unknown as State;
}

const everything = { all: true, opened: new Set<string>(), hiddenTypes: new Set<string>() };

describe("the graph of what is known", () => {
  it("has entities and their relations, and knows neighbours both ways", () => {
    const graph = memoryGraphOf(state(["Person/Mina", "Team/Design"], [["Person/Mina", "member_of", "Team/Design"]]));
    expect(graph.edges).toMatchObject([{ from: "Person/Mina", to: "Team/Design", label: "member of" }]);
    expect([...(graph.neighbours.get("Team/Design") ?? [])]).toEqual(["Person/Mina"]);
  });

  it("has what only a relation names", () => {
    const graph = memoryGraphOf(state(["Person/Mina"], [["Person/Mina", "knows", "Person/Tom"]]));
    expect(graph.nodes.get("Person/Tom")).toMatchObject({ name: "Tom", type: "Person" });
  });

  it("joins entities over a value that they share, and leaves out one that stands alone", () => {
    const facts: [string, string, string][] = [
      ["Person/Mina", "employer", "Acme"],
      ["Person/Tom", "employer", "ACME "],
      ["Person/Tom", "likes", "tea"],
    ];
    const graph = memoryGraphOf(state(["Person/Mina", "Person/Tom"], [], facts));
    expect(graph.nodes.get("=acme")).toMatchObject({ name: "Acme", type: valueType, degree: 2 });
    expect(graph.nodes.size).toBe(3);
  });

  it("leads from a value to the entity that has it as its name, where there is only one", () => {
    const entities = ["Person/Mina", "Organisation/Acme", "Place/Porto", "Team/Porto"];
    const facts: [string, string, string][] = [
      ["Person/Mina", "employer", "acme"],
      ["Person/Mina", "residence", "Porto"],
    ];
    expect(memoryGraphOf(state(entities, [], facts)).edges).toMatchObject([{ from: "Person/Mina", to: "Organisation/Acme" }]);
  });

  it("knows when it came to be known", () => {
    expect(knownTimes(state(["Person/Mina"], []))).toEqual([Date.parse("2024-01-01T00:00:00Z")]);
  });
});

describe("what is shown of it", () => {
  const names = Array.from({ length: firstShown + 40 }, (_, i) => `Person/P${i}`);
  const hub = names.slice(1).map((name): [string, string, string] => [name, "knows", "Person/P0"]);
  const graph = memoryGraphOf(state([...names, "Team/Reds"], hub));

  it("begins with the most important ones", () => {
    const shown = shownNodes(graph, { ...everything, all: false });
    expect(shown).toHaveLength(firstShown);
    expect(shown[0]?.id).toBe("Person/P0");
  });

  it("grows by the neighbours of what is opened up, to all of it", () => {
    expect(shownNodes(graph, { ...everything, all: false, opened: new Set(["Person/P0"]) })).toHaveLength(names.length);
    expect(shownNodes(graph, everything)).toHaveLength(names.length + 1);
  });

  it("leaves out hidden types", () => {
    expect(shownNodes(graph, { ...everything, hiddenTypes: new Set(["Person"]) }).map(({ id }) => id)).toEqual(["Team/Reds"]);
    expect(typesOf(graph)).toEqual([
      { type: "Person", count: names.length },
      { type: "Team", count: 1 },
    ]);
  });

  it("is searched by name, what begins with it first", () => {
    expect(searchNodes(graph, "reds", 5).map(({ id }) => id)).toEqual(["Team/Reds"]);
    expect(searchNodes(graph, "p1", 2).map(({ name }) => name)).toEqual(["P1", "P10"]);
    expect(searchNodes(graph, " ", 5)).toEqual([]);
  });
});
