import { afterEach, describe, expect, it } from "@jest/globals";
import { library, textFile } from "@loci/e2e/parts/documents";
import type { FactsAnswer } from "@loci/e2e/parts/memory";
import type { Tenant } from "@loci/e2e/parts/tenants";
import { eventually, oneFact } from "../faults/world.ts";
import { providerKey, stageAt, type World } from "../journeys/world.ts";

interface Usage {
  readonly used: number;
  readonly reserved: number;
  readonly tokenLimit: number | null;
  readonly enforcementBlocked: boolean;
  readonly rows: readonly {
    readonly stage: string;
    readonly model: string;
    readonly inputTokens: number;
    readonly outputTokens: number;
  }[];
}

const spends = (inputTokens: number, outputTokens: number) => ({
  ...oneFact("Ida lives in Oslo", "Ida", "residence", "Oslo"),
  usage: { inputTokens, outputTokens },
});
const text = { text: "Ida lives in Oslo." };

/** Tokens cost money: they are counted by stage and model, and where a context says so they end. */
export function budgets(world: World): void {
  const usage = async ({ contextId }: Tenant) => (await world().loci.get<Usage>(`/contexts/${contextId}/usage`)).body;

  describe("a context's tokens", () => {
    afterEach(() => world().provider.clear());

    it("are counted by stage and model, as the provider counted them", async () => {
      const tenant = await world().modelled(["extraction", "synthesis"]);
      world().provider.scriptStage("extraction", spends(300, 20), spends(100, 5));
      world().provider.scriptStage("synthesis", {
        kind: "stream",
        chunks: ["Oslo [S1]."],
        usage: { inputTokens: 50, outputTokens: 3 },
      });
      await tenant.remember(text.text);
      await tenant.remember("Ida lives in Oslo, still.");
      await tenant.post("/chat", { message: "Where does Ida live?" });
      const seen = await eventually(
        () => usage(tenant),
        ({ used }) => used >= 478,
      );
      expect(seen).toMatchObject({ reserved: 0, tokenLimit: null, enforcementBlocked: false });
      const of = (stage: string) =>
        seen.rows.filter((row) => row.stage === stage).map(({ inputTokens, outputTokens }) => [inputTokens, outputTokens]);
      expect(of("synthesis")).toEqual([[50, 3]]);
      // The chat's message is only a question: nobody was paid for reading it.
      expect(of("extraction")).toEqual([[400, 25]]);
      expect(seen.used).toBe(478);
      expect(seen.rows.every(({ model }) => model.includes("scripted"))).toBe(true);
    });

    it("end at the limit where that is enforced: 429, with a time to come back, and nothing is half done", async () => {
      const tenant = await world().modelled(["extraction", "synthesis"], { token_limit: 100_000, enforcement_blocked: true });
      world().provider.scriptStage("extraction", spends(99_990, 10));
      await tenant.remember(text.text);
      const asked = world().provider.requests.length;
      const { status, headers, body } = await tenant.post("/facts", { text: "Ida plays chess." });
      expect([status, body.type]).toEqual([429, "urn:loci:problem:rate-limited"]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      const batch = await tenant.post("/facts/batch", { messages: [{ role: "user", content: "Ida swims." }] });
      const chat = await tenant.post("/chat", { message: "Where does Ida live?" });
      expect([batch.status, chat.status]).toEqual([429, 429]);
      expect(world().provider.requests.length).toBe(asked);
      expect((await tenant.recall("chess swims", { mode: "bm25", includeDuplicates: true })).hits).toEqual([]);
      // What needs no model goes on.
      expect((await tenant.post("/facts", { text: "Ida plays chess.", infer: "none" })).status).toBe(200);
      expect((await tenant.recall("Where does Ida live?")).hits[0]?.text).toContain("Oslo");
      expect(await usage(tenant)).toMatchObject({ used: 100_000, tokenLimit: 100_000, enforcementBlocked: true });
    });

    it("are one budget for all who spend at once", async () => {
      const tenant = await world().modelled(["extraction"], { token_limit: 9_000, enforcement_blocked: true });
      world().provider.scriptStage("extraction", ...Array.from({ length: 20 }, () => spends(900, 100)));
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => tenant.post<FactsAnswer>("/facts", { text: `Ida lives in Oslo, says ${i}.` })),
      );
      const accepted = answers.filter(({ status }) => status === 200);
      expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
      expect(accepted.length).toBeGreaterThan(0);
      const { used } = await usage(tenant);
      expect(used).toBe(accepted.length * 1_000);
      expect(used).toBeLessThanOrEqual(9_000 + 1_000);
    });

    it("are only counted where the limit is not enforced", async () => {
      const tenant = await world().modelled(["extraction"], { token_limit: 10 });
      world().provider.scriptStage("extraction", spends(300, 20), spends(300, 20));
      for (let i = 0; i < 2; i++) expect((await tenant.post("/facts", { text: `Ida lives in Oslo, says ${i}.` })).status).toBe(200);
      expect(await usage(tenant)).toMatchObject({ used: 640, tokenLimit: 10, enforcementBlocked: false });
    });

    it("that are used up fail a document with that reason; its text is found, and it can be taken up again", async () => {
      const { modelled, provider, configure } = world();
      const tenant = await modelled(["extraction"], { token_limit: 1, enforcement_blocked: true });
      const { upload, passages, settled } = library(tenant);
      const { body } = await upload(textFile("ida.md", "# People\n\nIda lives in Oslo.\n"));
      const failed = await settled(body.id);
      expect(failed).toMatchObject({ status: "failed", failedStage: "extracting_nodes", error: expect.stringMatching(/token/) });
      expect((await passages("Where does Ida live?")).results).toHaveLength(1);
      expect(provider.requests.filter(({ path }) => path.includes("chat"))).toEqual([]);
      provider.scriptStage("extraction", spends(300, 20));
      await configure(tenant.contextId, { token_limit: 100_000 });
      expect((await tenant.send("POST", `/documents/${body.id}/retry`)).status).toBe(202);
      expect(await settled(body.id)).toMatchObject({ status: "ready", error: null });
      expect((await tenant.entity("Person/Ida")).attributes.map(({ value }) => value)).toEqual(["Oslo"]);
    });

    it("of a context that is not there are a 404", async () => {
      expect((await world().loci.get("/contexts/nobody/usage")).status).toBe(404);
    });
  });

  describe("a provider's key", () => {
    it("is shown by nothing, and goes to no other place than it was given for", async () => {
      const { loci, provider, modelled, log } = world();
      const tenant = await modelled(["extraction"]);
      await tenant.remember(text.text);
      const path = `/contexts/${tenant.contextId}`;
      const shown = [
        await loci.get<{ config: { stages: { extraction: object } } }>(path),
        await loci.get("/contexts"),
        await loci.get(`${path}/usage`),
        await tenant.get("/me"),
        await tenant.get("/export"),
        await tenant.get("/audit"),
      ];
      expect(JSON.stringify(shown.map(({ body }) => body))).not.toContain(providerKey);
      expect(shown[0]?.body).toMatchObject({ config: { stages: { extraction: { provider: "openai", api_key_set: true } } } });
      expect(log()).not.toContain(providerKey);
      const [asked] = provider.requests;
      expect(asked?.authorization).toBe(`Bearer ${providerKey}`);
      const elsewhere = { stages: { extraction: { ...stageAt(provider), url: "http://localhost:9/v1", api_key: undefined } } };
      const moved = await loci.send("PATCH", path, { config: elsewhere });
      expect([moved.status, moved.body.errors?.[0]?.pointer]).toEqual([400, "/config/stages/extraction/api_key"]);
      provider.clear();
    });
  });
}
