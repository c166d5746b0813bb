/** A record is named alike at every door: over REST, by an agent, at the command line. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startWorld, type World } from "./testing/server.ts";

interface Found {
  readonly kind: string;
  readonly [field: string]: unknown;
}
interface Problem {
  readonly status: number;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

let world: World;
let ids: Readonly<Record<"entity" | "attribute" | "relation" | "turn" | "memory_chunk", string>>;
beforeAll(async () => {
  world = await startWorld();
  const { extraction, turnId } = (await world.json(
    "remember",
    "Mina lives in Lisbon. Mina works for Acme. Mina's brother is Tom.",
  )) as {
    turnId: string;
    extraction: { attributes: { id: string; key: string }[]; entities: { id: string; name: string }[] };
  };
  const kept = (await world.json("remember", "The oak key hangs by the door.", "--infer", "none")) as { chunkId: string };
  const stated = (await world.json("inspect", "Person/Mina")) as { relations: { id: string }[]; entity: { id: string } };
  ids = {
    entity: stated.entity.id,
    attribute: extraction.attributes.find(({ key }) => key === "residence")?.id ?? "",
    relation: stated.relations[0]?.id ?? "",
    turn: turnId,
    memory_chunk: kept.chunkId,
  };
});
afterAll(() => world.end());

const headers = () => ({ authorization: `Bearer ${world.settings.SERVICE_API_KEY}`, "content-type": "application/json" });

async function rest(ref: string): Promise<Found | Problem> {
  const answer = await fetch(`${world.server.url}/api/v1/dev/inspect?ref=${encodeURIComponent(ref)}`, { headers: headers() });
  return (await answer.json()) as Found | Problem;
}

async function agent(ref: string): Promise<Found | Problem> {
  const answer = await fetch(`${world.server.url}/mcp`, {
    method: "POST",
    headers: { ...headers(), accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "inspect", arguments: { ref } } }),
  });
  const text = await answer.text();
  const { result } = JSON.parse(text.replace(/^(?:event: message\n)?data: /, "")) as {
    result: { structuredContent: Found & { error?: Problem } };
  };
  return result.structuredContent.error ?? result.structuredContent;
}

async function shell(ref: string): Promise<Found | Problem> {
  const { code, out, err } = await world.loci(["inspect", ref, "--json"]);
  return code === 0 ? (JSON.parse(out) as Found) : (JSON.parse(err) as { error: Problem }).error;
}

const doors = { rest, agent, shell };

describe.each(["rest", "agent", "shell"] as const)("a reference, over %s", (door) => {
  const entity = { kind: "entity", entity: { name: "Mina" } };
  const residence = { kind: "attribute", current: { key: "residence", value: "Lisbon" } };
  it.each([
    ["Person/Mina", entity],
    ["person:mina", entity],
    ["entity:Person/Mina", entity],
    ["attribute:Person/Mina/residence", residence],
    ["attribute:person/mina/Residence", residence],
    ["relation:Person/Mina/sibling", { kind: "relation", matches: [{ object: "Person/Tom" }] }],
  ])("finds %s", async (ref, found) => expect(await doors[door](ref)).toMatchObject(found));

  it("finds each kind by its id, and a passage without its kind", async () => {
    for (const [kind, id] of Object.entries(ids)) expect([kind, await doors[door](id)]).toMatchObject([kind, { kind }]);
    const passage = `passage:${ids.turn.slice(ids.turn.indexOf(":") + 1)}`;
    expect(await doors[door](passage)).toMatchObject({ kind: "turn", record: { id: ids.turn } });
  });

  it.each(["Mina", "/Mina", "Person/", "trace:x", "attribute:Person/Mina", "relation:knows", "passage:x", "  "])(
    "shows the forms where '%s' is none",
    async (ref) => {
      const problem = await doors[door](ref);
      expect(problem).toMatchObject({ status: 400, errors: expect.anything() });
      if (ref.trim() !== "") expect(JSON.stringify(problem)).toContain("attribute:Type/name/key");
    },
  );

  it.each([
    "Person/Nobody",
    "attribute:Person/Mina/shoe_size",
    "relation:Person/Mina/residence",
    "passage:00000000000000000000000000",
  ])("does not find %s", async (ref) => expect(await doors[door](ref)).toMatchObject({ status: 404 }));
});

describe("an entity's reference", () => {
  const get = async (path: string, body?: object): Promise<[number, unknown]> => {
    const url = `${world.server.url}/api/v1/dev${path}`;
    const answer = await fetch(url, { headers: headers(), ...(body && { method: "POST", body: JSON.stringify(body) }) });
    return [answer.status, await answer.json()];
  };

  it.each(["Person/Mina", "person:mina", "entity:Person/Mina", "id"])("is %s wherever an entity is meant", async (form) => {
    const ref = form === "id" ? ids.entity : form;
    expect((await get("/elaborate", { entityRef: ref, dryRun: true }))[0]).toBe(200);
    expect((await get(`/uncertainties?entity=${encodeURIComponent(ref)}`))[0]).toBe(200);
    expect(await world.json("entities", "show", ref)).toMatchObject({ entity: { name: "Mina" } });
    expect(await world.json("entities", "history", ref, "residence")).toMatchObject({ history: [{ value: "Lisbon" }] });
    const merge = (await get("/merges", { keep: ref, merge: "Person:Tom", reason: "a test" })) as [number, { id: string }];
    expect(merge).toMatchObject([201, { kept: "Person/Mina" }]);
    expect((await get(`/merges/${merge[1].id}/undo`, {}))[0]).toBe(200);
  });

  it.each(["Mina", "attribute:Person/Mina/residence", "trace:x", "turn:00000000000000000000000000"])("is not '%s'", async (ref) => {
    const refused = async (path: string, body?: object) => expect(await get(path, body)).toMatchObject([400, { status: 400 }]);
    await refused("/elaborate", { entityRef: ref });
    await refused(`/uncertainties?entity=${encodeURIComponent(ref)}`);
    await refused("/merges", { keep: ref, merge: "Person/Tom", reason: "a test" });
    expect((await world.loci(["entities", "show", ref])).code).toBe(2);
  });
});
