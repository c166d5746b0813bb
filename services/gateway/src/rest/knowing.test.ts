import { describe, expect, it } from "@jest/globals";
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
});
