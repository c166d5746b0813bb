import { describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import { startGateway } from "../testing/gateway.ts";

describe("a profile", () => {
  it("tells how somebody wants to be answered, and not under which paths that is stored", async () => {
    const instruction = { id: "instruction:1", label: "language", description: "Answer in German." };
    const scopes = { clauses: [{ paths: ["org/a", "org/hidden"] }] };
    const gateway = await startGateway({
      graph: { getProfile: async () => ({ static: [], dynamic: [], preferences: [], instructions: [{ ...instruction, scopes }] }) },
    });
    const { status, json } = await gateway.send("/api/v1/acme/profile");
    await gateway.close();
    expect([status, json["instructions"]]).toEqual([200, [instruction]]);
    expect(JSON.stringify(json)).not.toContain("org/hidden");
  });

  it("leaves out what newer words have ended, and shows all of it while nobody can say what has ended", async () => {
    const entry = (factId: string, value: string) => ({ factId, value, key: "uses", entity: "Person/user", disputed: false });
    const entries = [entry("attribute:1", "Chrome"), entry("attribute:2", "Firefox")];
    const graph = { getProfile: async () => ({ static: entries, dynamic: [], preferences: [], instructions: [] }) };
    const one = { id: "attribute:1", until: "2025-06-10T09:00:00Z", endedBy: ["turn:1"] };
    const valuesWith = async (retrieval: object) => {
      const gateway = await startGateway({ graph, retrieval });
      const { json } = await gateway.send("/api/v1/acme/profile");
      await gateway.close();
      return (json["static"] as { value: string }[]).map(({ value }) => value);
    };
    const absent = async () => {
      throw new LociError("unavailable", "Retrieval does not answer.");
    };
    expect(await valuesWith({ checkFacts: async () => ({ ended: [one] }) })).toEqual(["Firefox"]);
    expect(await valuesWith({ checkFacts: absent })).toEqual(["Chrome", "Firefox"]);
  });
});
