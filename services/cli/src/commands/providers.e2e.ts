import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startWorld, type World } from "../testing/server.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.end());

/** A context's models are asked once in this time. */
const betweenTestsMs = 10_500;

describe("loci providers test", () => {
  it("names each model with what it is used for and how long it took; asked again at once it says when it may be", async () => {
    const { code, out } = await world.loci(["providers", "test"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^ok {6}\S.* {2}[\d.]+ ms {2}.*extraction/m);
    const again = await world.loci(["providers", "test"]);
    expect([again.code, again.err]).toEqual([1, expect.stringMatching(/again in \d+ s/)]);
  });

  it("says which model fails, and exits with 1", async () => {
    const extraction = { provider: "openai", url: "https://models.invalid/v1", model: "large", api_key: "sk-of-house" };
    const changed = await fetch(`${world.server.url}/api/v1/contexts/dev`, {
      method: "PATCH",
      headers: {
        authorization: `Bearer ${world.settings.SERVICE_MANAGEMENT_API_KEY}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ config: { stages: { extraction } } }),
    });
    expect(await changed.json()).toMatchObject({ config: { stages: { extraction: { model: "large" } } } });
    await sleep(betweenTestsMs);
    const { code, out, err } = await world.loci(["providers", "test"]);
    expect([code, err]).toEqual([1, expect.stringContaining("Not every model answers.")]);
    expect(out).toMatch(/^failed {2}.*large/m);
    expect(out).not.toContain("sk-of-house");
  });
});
