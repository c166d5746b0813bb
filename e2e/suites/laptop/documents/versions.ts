import { describe, expect, it } from "@jest/globals";
import { library, textFile } from "@loci/e2e/parts/documents";
import type { World } from "../journeys/world.ts";

const handbook = (text: string) => textFile("handbook.md", `# Staff\n\n${text}\n`);
const values = (facts: readonly { key: string; value: string; knownUntil: string | null }[], key: string) =>
  facts.filter((fact) => fact.key === key && fact.knownUntil === null).map(({ value }) => value);

export function versions(world: World): void {
  describe("a document that comes again", () => {
    it("with the same bytes is the same document, within its own scopes only", async () => {
      const tenant = await world().loci.tenant("org/a", "org/b");
      const { upload, settled, list } = library(tenant);
      const file = handbook("Nora Dahl works as a pilot.");
      const first = await upload(file, { scopes: "org/a" });
      expect([first.status, first.body.deduplicated]).toEqual([202, false]);
      await settled(first.body.id);
      const second = await upload({ ...file, name: "copy.md" }, { scopes: "org/a" });
      expect(second.body).toMatchObject({ id: first.body.id, deduplicated: true, status: "ready" });
      const elsewhere = await upload(file, { scopes: "org/b" });
      expect(elsewhere.body.deduplicated).toBe(false);
      expect(elsewhere.body.id).not.toBe(first.body.id);
      await settled(elsewhere.body.id);
      expect(await list()).toHaveLength(2);
    });

    it("in a new version ends what only the old one said, and keeps what both say", async () => {
      const tenant = await world().loci.tenant();
      const { keep, replace, settled, passages, chunks } = library(tenant);
      const { id } = await keep(handbook("Nora Dahl works as a pilot. Nora Dahl lives in Bergen."), { title: "Staff" });
      expect(values((await tenant.entity("Person/Nora Dahl")).attributes, "residence")).toEqual(["Bergen"]);
      const next = await replace(id, handbook("Nora Dahl works as a pilot. Nora Dahl lives in Tromsø."));
      expect([next.status, next.body]).toEqual([202, expect.objectContaining({ id, version: 2, deduplicated: false })]);
      expect(await settled(id)).toMatchObject({ status: "ready", version: 2, title: "Staff" });
      const { attributes, uncertainties } = await tenant.entity("Person/Nora Dahl");
      expect([values(attributes, "residence"), values(attributes, "job_title"), uncertainties]).toEqual([
        ["Tromsø"],
        ["pilot"],
        [],
      ]);
      expect((await tenant.history("Person/Nora Dahl", "residence")).map(({ value }) => value)).toEqual(["Tromsø", "Bergen"]);
      expect(JSON.stringify((await passages("Where does Nora live?")).results)).not.toContain("Bergen");
      expect((await tenant.recall("Bergen", { mode: "bm25" })).hits.filter(({ text }) => text.includes("Bergen"))).toEqual([]);
      expect((await chunks(id)).every(({ text }) => !text.includes("Bergen"))).toBe(true);
    });

    it("in two new versions at once ends with one of them whole, and nothing of the other", async () => {
      const tenant = await world().loci.tenant();
      const { keep, replace, settled, chunks } = library(tenant);
      const { id } = await keep(handbook("Nora Dahl lives in Bergen."));
      const cities = ["Oslo", "Porto", "Lisbon", "Riga"];
      const answers = await Promise.all(cities.map((city) => replace(id, handbook(`Nora Dahl lives in ${city}.`))));
      const accepted = answers.filter(({ status }) => status === 202);
      expect(accepted.length).toBeGreaterThan(0);
      expect(answers.every(({ status }) => status === 202 || status === 409)).toBe(true);
      expect(new Set(accepted.map(({ body }) => body.version)).size).toBe(accepted.length);
      const last = await settled(id);
      expect(last).toMatchObject({ status: "ready", version: 1 + accepted.length });
      const text = (await chunks(id)).map((chunk) => chunk.text).join("\n");
      const told = cities.filter((city) => text.includes(city));
      expect(told).toHaveLength(1);
      expect(values((await tenant.entity("Person/Nora Dahl")).attributes, "residence")).toEqual(told);
      expect((await tenant.get<{ total: number }>("/uncertainties?status=open")).body.total).toBe(0);
    });

    it("twice at once is one document", async () => {
      const tenant = await world().loci.tenant();
      const { upload, settled, list } = library(tenant);
      const file = handbook("Nora Dahl lives in Bergen.");
      const answers = await Promise.all([upload(file), upload(file), upload(file)]);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      expect(answers.filter(({ body }) => !body.deduplicated)).toHaveLength(1);
      await settled(answers[0].body.id);
      expect(await list()).toHaveLength(1);
      expect((await tenant.history("Person/Nora Dahl", "residence")).map(({ sources }) => sources.length)).toEqual([1]);
    });

    it("under one Idempotency-Key has one effect, and another one's bytes are a conflict", async () => {
      const { upload, list } = library(await world().loci.tenant());
      const key = { "idempotency-key": "once" };
      const first = await upload(handbook("One."), {}, key);
      const again = await upload(handbook("One."), {}, key);
      expect([again.status, again.body.id, again.headers.get("idempotency-replayed")]).toEqual([202, first.body.id, "true"]);
      expect((await upload(handbook("Two."), {}, key)).status).toBe(409);
      expect(await list()).toHaveLength(1);
    });

    it("is gone with all that only it said, once it is deleted", async () => {
      const tenant = await world().loci.tenant();
      const { keep, passages, list, keywords } = library(tenant);
      await tenant.remember("Nora Dahl works as a pilot.");
      const { id } = await keep(handbook("Nora Dahl works as a pilot. Nora Dahl lives in Bergen. The walrus sleeps."));
      expect((await tenant.send("DELETE", `/documents/${id}`)).status).toBe(204);
      expect((await tenant.get(`/documents/${id}`)).status).toBe(404);
      for (const path of ["raw", "chunks", "keywords"])
        expect([path, (await tenant.get(`/documents/${id}/${path}`)).status]).toEqual([path, 404]);
      expect([await list(), (await passages("walrus")).results, await keywords()]).toEqual([[], [], []]);
      const { attributes } = await tenant.entity("Person/Nora Dahl");
      expect([values(attributes, "residence"), values(attributes, "job_title")]).toEqual([[], ["pilot"]]);
      expect(JSON.stringify(await tenant.recall("walrus Bergen", { includeDuplicates: true }))).not.toMatch(
        /walrus sleeps|lives in Bergen/,
      );
    });
  });
}
