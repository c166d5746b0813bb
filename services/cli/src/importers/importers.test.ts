import { describe, expect, it } from "@jest/globals";
import { importers, tools } from "./index.ts";
import { place } from "./place.ts";

const bodies = (imported: ReturnType<(typeof importers)["mem0"]>) => imported.writes.map(({ request }) => request.body);

describe("mem0", () => {
  const exported = {
    results: [
      {
        id: "m1",
        memory: "Prefers a window seat",
        user_id: "mina",
        metadata: { topic: "travel", nested: { a: 1 } },
        categories: ["travel"],
        created_at: "2024-07-20T10:29:36.630547-07:00",
        updated_at: null,
        hash: "abc",
      },
      { id: "m2", memory: "I answer briefly", agent_id: "helper", created_at: "2024-07-21 10:00:00" },
      { id: "m3", memory: "  ", user_id: "mina" },
    ],
    relations: [{ source: "mina", relationship: "likes", target: "trains" }],
  };

  it("carries memories with their time, owner and categories", () => {
    const { writes, skipped, left } = importers.mem0(exported, "full");
    expect(writes[0]).toEqual({
      id: "m1",
      about: { user_id: "mina" },
      request: {
        kind: "facts",
        body: {
          text: "Prefers a window seat",
          infer: "full",
          observedAt: "2024-07-20T17:29:36.630Z",
          labels: ["mem0.id=m1", "mem0.user_id=mina", "mem0.category=travel", "mem0.topic=travel"],
        },
      },
    });
    expect(writes[1]?.request.body).toMatchObject({ role: "assistant", observedAt: "2024-07-21T10:00:00.000Z" });
    expect(skipped.map(({ id }) => id)).toEqual(["m3", "mina likes trains"]);
    expect(left.map(({ reason }) => reason)).toEqual(["metadata.nested is no plain value", "hash: Loci makes its own"]);
  });

  it("takes a bare list and an empty one", () => {
    expect(importers.mem0(exported.results, "none").writes).toHaveLength(2);
    expect(importers.mem0([], "none").writes).toEqual([]);
  });
});

describe("Zep and Graphiti", () => {
  const mina = {
    uuid: "n1",
    name: "Mina",
    labels: ["Entity", "Person"],
    summary: "Works at Initech.",
    attributes: { age: 31, tags: [1] },
  };
  const initech = { uuid: "n2", name: "Initech", labels: ["Entity"], summary: "", name_embedding: [0.1] };
  const edge = {
    uuid: "e1",
    name: "WORKS_AT",
    fact: "Mina works at Initech",
    source_node_uuid: "n1",
    target_node_uuid: "n2",
    group_id: "acme",
    created_at: "2024-03-02T00:00:00Z",
    valid_at: "2024-03-01T00:00:00Z",
    invalid_at: "2025-01-01T00:00:00Z",
    fact_embedding: [0.1, 0.2],
  };
  const episode = { uuid: "p1", content: "I work at Initech", role_type: "user", created_at: "2024-03-02T00:00:00Z" };

  it("carries an edge as a relation with its text and the time in which it held", () => {
    const { writes, left } = importers.graphiti({ edges: [edge], nodes: [mina, initech] }, "full");
    expect(writes[0]?.request.body).toEqual({
      text: "Mina works at Initech",
      infer: "triples",
      triples: [
        {
          entity: { name: "Mina", type: "Person" },
          key: "WORKS_AT",
          target: { name: "Initech", type: "Thing" },
          validFrom: "2024-03-01T00:00:00.000Z",
          validUntil: "2025-01-01T00:00:00.000Z",
        },
      ],
      observedAt: "2024-03-02T00:00:00.000Z",
      labels: ["graphiti.id=e1", "graphiti.group_id=acme"],
    });
    expect(left.map(({ reason }) => reason)).toContain("fact_embedding: Loci makes its own");
  });

  it("carries a node's summary and plain attributes", () => {
    const found = importers.zep({ nodes: [mina, initech], user_id: "mina" }, "full");
    expect(bodies(found)).toMatchObject([
      { infer: "triples", triples: [{ entity: { name: "Mina", type: "Person" }, key: "age", value: "31" }] },
      { infer: "none", text: "Mina: Works at Initech." },
    ]);
    expect(found.writes[0]?.about).toEqual({ user_id: "mina" });
    expect(found.left.map(({ reason }) => reason)).toContain("attributes.tags is no plain value");
    expect(found.skipped).toMatchObject([{ id: "n2" }]);
  });

  it("draws facts from episodes only where no edges hold them", () => {
    expect(bodies(importers.zep({ episodes: [episode] }, "full"))).toMatchObject([{ infer: "full", role: "user" }]);
    const both = importers.zep({ episodes: [episode], edges: [edge], nodes: [mina, initech] }, "full");
    expect(bodies(both).at(-1)).toMatchObject({ infer: "none", text: "I work at Initech" });
  });

  it("carries no fact as present that was superseded", () => {
    const { writes, skipped } = importers.zep(
      { edges: [{ ...edge, invalid_at: null, expired_at: "2025-01-01T00:00:00Z" }], nodes: [] },
      "full",
    );
    expect(writes).toEqual([]);
    expect(skipped).toMatchObject([{ id: "e1", reason: expect.stringContaining("superseded") }]);
  });

  it("carries an edge without its nodes as a text that says until when", () => {
    const { writes } = importers.zep({ edges: [edge] }, "none");
    expect(writes[0]?.request.body).toMatchObject({ text: "Mina works at Initech (until 2025-01-01)", infer: "none" });
  });
});

describe("Letta", () => {
  const file = {
    agents: [
      {
        id: "agent-0",
        name: "support",
        system: "You are…",
        block_ids: ["block-0", "block-1", "block-9"],
        messages: [
          { id: "message-0", role: "system", content: [{ type: "text", text: "You are…" }] },
          {
            id: "message-1",
            role: "user",
            content: [{ type: "text", text: "I moved to Lisbon" }],
            created_at: "2025-05-01T10:00:00Z",
          },
          {
            id: "message-2",
            role: "assistant",
            content: [{ type: "text", text: "A thought" }],
            tool_calls: [{ function: { name: "send_message", arguments: '{"message":"How nice!"}' } }],
          },
          { id: "message-3", role: "user", content: '{"type":"heartbeat","reason":"timer"}' },
          { id: "message-4", role: "user", content: '{"type":"user_message","message":"I like tea"}' },
          { id: "message-5", role: "tool", content: "ok" },
        ],
      },
    ],
    blocks: [
      { id: "block-0", label: "human", value: "Mina, works at Initech" },
      { id: "block-1", label: "persona", value: "I am helpful" },
    ],
    tools: [{ id: "tool-0" }],
  };

  it("carries blocks and what was said", () => {
    const { writes, skipped } = importers.letta(file, "full");
    expect(writes.map(({ id }) => id)).toEqual(["block-0", "block-1", "agent-0 messages 1 to 3"]);
    expect(bodies({ writes, skipped, left: [] })).toMatchObject([
      { text: "Mina, works at Initech", infer: "full", labels: expect.arrayContaining(["letta.block=human"]) },
      { text: "I am helpful", infer: "none" },
      {
        messages: [
          { role: "user", content: "I moved to Lisbon", ts: "2025-05-01T10:00:00.000Z" },
          { role: "assistant", content: "How nice!" },
          { role: "user", content: "I like tea" },
        ],
      },
    ]);
    expect(skipped.map(({ id }) => id)).toEqual(["block-9", "message-0", "message-3", "message-5", "tool-0"]);
  });

  it("leaves out what was said at too great a length, and carries the rest of the conversation", () => {
    const messages = [
      { id: "long", role: "user", content: "x".repeat(100_001) },
      { id: "short", role: "user", content: "I like tea" },
    ];
    const { writes, skipped } = importers.letta({ agents: [{ id: "a", messages }], blocks: [] }, "full");
    expect(writes[0]?.request.body).toMatchObject({ messages: [{ content: "I like tea" }] });
    expect(skipped).toEqual([{ id: "long", reason: expect.stringContaining("upload it as a document") }]);
  });

  it("reads an agent of the first form, with archival passages", () => {
    const agent = {
      name: "old",
      core_memory: [{ label: "human", value: "Mina" }],
      archival_memory: [{ id: "p", text: "Likes tea", tags: ["taste"] }],
    };
    expect(importers.letta(agent, "full").writes.map(({ id }) => id)).toEqual(["old human", "p"]);
  });
});

describe("LangMem", () => {
  it("carries items with their namespace, prose for extraction and fields as they are", () => {
    const items = [
      {
        namespace: ["users", "mina"],
        key: "k1",
        value: { kind: "Memory", content: { content: "Likes tea" } },
        updated_at: "2025-01-02T00:00:00Z",
      },
      { namespace: ["users", "mina"], key: "k2", value: { name: "Mina", languages: ["pt", "da"] } },
      { namespace: ["users", "mina"], key: "k3", value: {} },
    ];
    const { writes, skipped } = importers.langmem(items, "full");
    expect(writes[0]).toMatchObject({
      id: "users/mina/k1",
      about: { "namespace.1": "mina", key: "k1" },
      request: { body: { text: "Likes tea", infer: "full", observedAt: "2025-01-02T00:00:00.000Z" } },
    });
    expect(writes[1]?.request.body).toMatchObject({ text: 'name: Mina\nlanguages: ["pt","da"]', infer: "none" });
    expect(skipped).toEqual([{ id: "users/mina/k3", reason: "its value is empty" }]);
  });
});

describe("every importer", () => {
  it.each(tools.flatMap((tool) => [null, 1, "x", {}, [1], { results: 1 }, [{ other: 1 }]].map((shape) => [tool, shape] as const)))(
    "%s refuses %j with the shape that it expects",
    (tool, shape) => {
      expect(() => importers[tool](shape, "full")).toThrow(/^Th/);
    },
  );

  it("skips a text that is longer than Loci takes", () => {
    const { writes, skipped } = importers.mem0([{ id: "m", memory: "x".repeat(100_001) }], "none");
    expect(writes).toEqual([]);
    expect(skipped[0]?.reason).toContain("upload it as a document");
  });
});

describe("a place in Loci", () => {
  const write = (about: Record<string, string>) => ({ id: "1", about, request: { kind: "facts" as const, body: { text: "x" } } });
  const template = "org/acme/user/{user_id}";

  it("is made of the owner, and escaped", () => {
    const { placed } = place([write({ user_id: "mina" }), write({ user_id: "a/b%" }), write({ user_id: ".." })], {
      scopes: [],
      template,
    });
    expect(placed.map(({ scopes }) => scopes[0])).toEqual(["org/acme/user/mina", "org/acme/user/a%2Fb%25", "org/acme/user/%2E%2E"]);
  });

  it("is the given scope where there is no owner, and none where no scope is given", () => {
    expect(place([write({})], { scopes: ["org/acme"], template }).placed[0]?.scopes).toEqual(["org/acme"]);
    expect(place([write({})], { scopes: [], template }).homeless[0]?.reason).toContain("it has no user_id");
    expect(place([write({})], { scopes: [], template: undefined }).placed[0]?.scopes).toEqual([]);
  });

  it("needs a name in the template", () => {
    expect(() => place([], { scopes: [], template: "org/acme" })).toThrow("--scope takes a path as it is");
  });
});
