/** Imports against a real server. */
import { open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { recorded } from "../testing/recorded.ts";
import { startWorld, type World } from "../testing/server.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.end());

async function file(name: string, content: unknown): Promise<string> {
  const path = join(world.folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}
const memories = (count: number) => ({
  results: Array.from({ length: count }, (_, n) => ({
    id: `m${n}`,
    memory: `Colleague ${n} drinks coffee number ${n}.`,
    user_id: n % 2 === 0 ? "mina" : "bo",
    created_at: "2024-07-20T10:00:00Z",
  })),
});

describe("importing", () => {
  it("carries what another tool knew, with its times, and says what it could not", async () => {
    const mina = { uuid: "n1", name: "Mina", labels: ["Entity", "Person"], summary: "Mina works at Initech." };
    const initech = { uuid: "n2", name: "Initech", labels: ["Entity", "Organisation"], summary: "" };
    const edge = { uuid: "e1", name: "WORKS_AT", fact: "Mina works at Initech", source_node_uuid: "n1", target_node_uuid: "n2" };
    const times = { created_at: "2024-03-02T00:00:00Z", valid_at: "2024-03-01T00:00:00Z", invalid_at: null };
    const path = await file("graph.json", { nodes: [mina, initech], edges: [{ ...edge, ...times, fact_embedding: [0.1] }] });
    const reportFile = join(world.folder, "report.json");
    const { code, out } = await world.loci(["import", "graphiti", path, "--report", reportFile]);
    expect(code).toBe(0);
    expect(out).toContain("Carried 2 records from graphiti.");
    expect(out).toContain("1 × fact_embedding: Loci makes its own (e1)");
    expect(JSON.parse(await readFile(reportFile, "utf8"))).toMatchObject({
      carried: ["e1", "n1 summary"],
      skipped: [{ id: "n2" }],
    });
    expect(await world.json("entities", "show", "Person/Mina")).toMatchObject({
      relations: [{ object: "Organisation/Initech", createdAt: "2024-03-02T00:00:00.000Z", validFrom: "2024-03-01T00:00:00.000Z" }],
    });
  });

  it("has one effect when it is run twice, and puts each owner into a scope", async () => {
    const path = await file("mem0.json", memories(6));
    const args = ["import", "mem0", path, "--scope-template", "org/acme/user/{user_id}", "--infer", "none"];
    const unregistered = await world.loci(args);
    expect(unregistered.code).toBe(2);
    expect(unregistered.err).toContain("2 scopes are not registered: org/acme/user/mina, org/acme/user/bo. --register-scopes");
    const [first, before] = [await world.json(...args, "--register-scopes"), await world.json("sessions", "list")];
    const [second, after] = [await world.json(...args), await world.json("sessions", "list")];
    expect(first).toMatchObject({ carried: ["m0", "m1", "m2", "m3", "m4", "m5"], failed: [], open: 0 });
    expect(second).toEqual(first);
    expect(after).toEqual(before);
    const found = await world.json("recall", "Which coffee does colleague 3 drink?");
    expect(found).toMatchObject({
      hits: expect.arrayContaining([
        expect.objectContaining({
          scopes: [["org/acme/user/bo"]],
          labels: expect.arrayContaining(["mem0.id=m3", "mem0.user_id=bo"]),
        }),
      ]),
    });
  });

  it("carries a Letta agent's blocks and conversation, and a store's items", async () => {
    const said = [{ id: "1", role: "user", content: "Tariq lives in Lyon.", created_at: "2025-05-01T10:00:00Z" }];
    const agent = await file("agent.af", {
      agents: [{ id: "a", messages: said }],
      blocks: [{ id: "b", label: "human", value: "Tariq likes tea." }],
    });
    expect(await world.json("import", "letta", agent)).toMatchObject({ carried: ["a messages 1 to 1", "b"] });
    expect((await world.loci(["recall", "Where does Tariq live?"])).out).toContain("Lyon");
    const items = await file("items.json", [{ namespace: ["u"], key: "k", value: { text: "Ines lives in Évora." } }]);
    expect(await world.json("import", "langmem", items)).toMatchObject({ carried: ["u/k"] });
    expect((await world.loci(["recall", "Where does Ines live?"])).out).toContain("Évora");
  });

  it("shows without a server what it would carry", async () => {
    const path = await file("dry.json", memories(2));
    const { code, out } = await world.loci(["import", "mem0", path, "--dry-run", "--url", "http://127.0.0.1:9"]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("Would carry 2 records from mem0.") });
  });

  it("stops in order at Ctrl-C, and goes on when it is run again", async () => {
    const path = await file("many.json", memories(150));
    const terminal = recorded();
    const pressed = setInterval(() => void (terminal.interrupt() && clearInterval(pressed)), 150);
    const { code, out, err } = await world.loci(["import", "mem0", path, "--infer", "none", "--concurrency", "1"], terminal);
    expect(code).toBe(130);
    expect(err).toContain("Run the same command again to go on");
    expect(out).toMatch(/Not sent: \d+ records?\./);
    expect(await world.json("import", "mem0", path, "--infer", "none")).toMatchObject({ open: 0, failed: [] });
  });

  it.each([
    ["is not JSON", "{nope"],
    ["is empty", "  "],
    ["This is no export of mem0", { nodes: [] }],
  ])("says of a bad file that it %s", async (message, content) => {
    const { code, err } = await world.loci(["import", "mem0", await file("bad.json", content)]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
    expect(err.trim().split("\n")).toHaveLength(1);
  });

  it("refuses what is too large, missing or a folder, and an unknown tool", async () => {
    const large = join(world.folder, "large.json");
    const handle = await open(large, "w");
    await handle.truncate(2_000_000_000);
    await handle.close();
    const refused = async (...args: string[]) => (await world.loci(["import", ...args])).err;
    expect(await refused("mem0", large)).toContain("has 2.0 GB; at most 256 MB are read at once");
    expect(await refused("mem0", join(world.folder, "none.json"))).toContain("it is not there");
    expect(await refused("mem0", world.folder)).toContain("is a folder");
    expect(await refused("other", large)).toContain("mem0, zep, graphiti, letta, langmem");
  });
});
