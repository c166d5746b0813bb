import { beforeAll, describe, expect, it } from "@jest/globals";
import { library, textFile } from "@loci/e2e/parts/documents";
import type { Fact, Memory } from "@loci/e2e/parts/memory";
import type { World } from "../journeys/world.ts";
import { chat } from "../chat/builtin.ts";

export interface Uncertainty {
  readonly id: string;
  readonly entity: string;
  readonly key: string;
  readonly status: string;
  readonly owner: string | null;
  readonly question: string;
  readonly ageSeconds: number;
  readonly scopes: string[][];
  readonly candidates: readonly (Fact & {
    readonly stream: string;
    readonly sources: readonly { readonly kind: string; readonly text: string; readonly documentTitle: string | null }[];
  })[];
  readonly resolution: {
    readonly rule: string;
    readonly reason: string | null;
    readonly by: string | null;
    readonly chosen: string[];
  } | null;
}

export async function uncertainties(memory: Memory, status = "open"): Promise<readonly Uncertainty[]> {
  return (await memory.get<{ uncertainties: Uncertainty[] }>(`/uncertainties?status=${status}`)).body.uncertainties;
}

const nora = "org/acme/user/nora";
const asked = "Where does Nora Dahl live?";
const openValues = (facts: readonly Fact[]) =>
  facts
    .filter(({ knownUntil }) => knownUntil === null)
    .map(({ value }) => value)
    .sort();

/** The organisation's staff list says Bergen, its user says Oslo. */
export async function disputed(world: World) {
  const tenant = await world().loci.tenant("org/acme", nora);
  const staffList = textFile("staff.txt", "Staff list\n\nNora Dahl lives in Bergen.\n", "text/plain");
  await library(tenant).keep(staffList, { title: "Staff list", scopes: "org/acme" });
  await tenant.remember("Nora Dahl lives in Oslo.", { scopes: [[nora]] });
  const [open] = await uncertainties(tenant);
  if (open === undefined) throw new Error("nothing is disputed");
  const member = await tenant.member({ "memory:read": [nora, "org/acme"], "memory:write": [nora] });
  return { tenant, open, member };
}

const idOf = ({ candidates }: Uncertainty, value: string) => candidates.find((one) => one.value === value)?.id;

export function dispute(world: World): void {
  describe("a user's word against a document of the organisation", () => {
    let standing: Awaited<ReturnType<typeof disputed>>;
    beforeAll(async () => {
      standing = await disputed(world);
    });

    it("makes an uncertainty with both sides, their sources, and a question that settles it", () => {
      const { open } = standing;
      expect(open).toMatchObject({
        entity: "Person/Nora Dahl",
        key: "residence",
        status: "open",
        owner: null,
        scopes: [[nora]],
        resolution: null,
      });
      expect(open.question).toMatch(/Nora Dahl.*Bergen.*Oslo/);
      expect(open.ageSeconds).toBeGreaterThanOrEqual(0);
      expect(
        open.candidates.map(({ value, stream, sources }) => [value, stream, sources[0]?.text, sources[0]?.documentTitle]),
      ).toEqual([
        ["Bergen", "authoritative", "Nora Dahl lives in Bergen", "Staff list"],
        ["Oslo", "experiential", "Nora Dahl lives in Oslo", null],
      ]);
    });

    it("is told of by recall, the context block, the entity, the state, fsck and chat", async () => {
      const { tenant, open } = standing;
      for (const mode of [undefined, "hybrid"]) {
        const { hits } = await tenant.recall(asked, { mode });
        const facts = hits.filter(({ key }) => key === "residence");
        expect(facts.map(({ value }) => value).sort()).toEqual(["Bergen", "Oslo"]);
        expect(facts.every(({ disagreement }) => disagreement?.uncertaintyIds.includes(open.id))).toBe(true);
      }
      const { body } = await tenant.post<{ context: string }>("/context", { query: asked });
      expect(body.context).toMatch(/Oslo.*disagree[^]*Bergen.*disagree/);
      expect((await tenant.get<{ unknowns: unknown[] }>("/state")).body.unknowns).toHaveLength(1);
      expect((await tenant.entity("Person/Nora Dahl")).uncertainties).toHaveLength(1);
      expect((await tenant.post<{ contradictions: unknown[] }>("/fsck", {})).body.contradictions).toMatchObject([
        { key: "residence", values: ["Bergen", "Oslo"] },
      ]);
      const { reply, citations } = await chat(tenant, asked);
      expect(reply).toMatch(/disagree/);
      expect([reply.includes("Oslo"), reply.includes("Bergen"), citations.length >= 2]).toEqual([true, true, true]);
    });

    it("is nobody's to see who may see one side only", async () => {
      const { tenant, open } = standing;
      const colleague = await tenant.member({ "memory:read": ["org/acme/user/other"] });
      expect(await uncertainties(colleague)).toEqual([]);
      expect((await colleague.get(`/uncertainties/${open.id}`)).status).toBe(404);
      expect(
        (await colleague.post(`/uncertainties/${open.id}/resolve`, { chosen: [idOf(open, "Oslo")], reason: "x" })).status,
      ).toBe(403);
    });

    it("is settled by hand with a reason, and at once everywhere", async () => {
      const { tenant, open } = await disputed(world);
      await tenant.recall(asked);
      const { status, body } = await tenant.post<Uncertainty>(`/uncertainties/${open.id}/resolve`, {
        chosen: [idOf(open, "Oslo")],
        reason: "Nora showed her lease.",
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: "resolved",
        resolution: { reason: "Nora showed her lease.", by: "admin", chosen: [idOf(open, "Oslo")] },
      });
      const entity = await tenant.entity("Person/Nora Dahl");
      expect([openValues(entity.attributes.filter(({ key }) => key === "residence")), entity.uncertainties]).toEqual([
        ["Oslo"],
        [],
      ]);
      for (const mode of [undefined, "hybrid", "graph"]) {
        const facts = (await tenant.recall(asked, { mode })).hits.filter(({ key }) => key === "residence");
        expect(facts.map(({ value, disagreement }) => [value, disagreement])).toEqual([["Oslo", undefined]]);
      }
      const { body: block } = await tenant.post<{ context: string }>("/context", { query: asked });
      expect(block.context).toContain("residence: Oslo");
      expect(block.context).not.toMatch(/residence: Bergen|disagree/);
      const state = (await tenant.get<{ unknowns: unknown[]; knowledge: { attributes: Fact[] } }>("/state")).body;
      expect([state.unknowns, openValues(state.knowledge.attributes)]).toEqual([[], ["Oslo"]]);
      expect(JSON.stringify((await tenant.get("/profile")).body)).not.toContain("Bergen");
      expect((await tenant.post<{ total: number }>("/fsck", {})).body.total).toBe(0);
      expect(await uncertainties(tenant)).toEqual([]);
    });

    it("leaves its history: nothing is deleted, and the decision names its rule and reason", async () => {
      const { tenant, open } = await disputed(world);
      await tenant.post(`/uncertainties/${open.id}/resolve`, { chosen: [idOf(open, "Oslo")], reason: "Nora showed her lease." });
      const history = await tenant.history("Person/Nora Dahl", "residence");
      expect(new Set(history.map(({ value }) => value))).toEqual(new Set(["Oslo", "Bergen"]));
      expect(history.filter(({ value }) => value === "Bergen").every(({ knownUntil }) => knownUntil !== null)).toBe(true);
      const { body } = await tenant.get<{ decisions: { rule: string; evidence: object }[] }>(`/inspect?ref=${open.id}`);
      expect(body.decisions.map(({ rule }) => rule)).toContain("resolved_by_hand");
      expect(JSON.stringify(body.decisions)).toContain("Nora showed her lease.");
    });

    it("shows at a time before the decision what was believed then", async () => {
      const { tenant, open } = await disputed(world);
      const before = new Date().toISOString();
      await new Promise((resolve) => setTimeout(resolve, 5));
      await tenant.post(`/uncertainties/${open.id}/resolve`, { chosen: [idOf(open, "Oslo")], reason: "Nora showed her lease." });
      const residences = async (times: Readonly<Record<string, string>>) =>
        openValuesAt((await tenant.entity("Person/Nora Dahl", times)).attributes.filter(({ key }) => key === "residence"));
      expect(await residences({})).toEqual(["Oslo"]);
      expect(await residences({ recordedAsOf: before })).toEqual(["Bergen", "Oslo"]);
      expect(await residences({ asOf: before })).toEqual(["Bergen", "Oslo"]);
      const { hits } = await tenant.recall(asked, { recordedAsOf: before });
      expect(
        hits
          .filter(({ key }) => key === "residence")
          .map(({ value }) => value)
          .sort(),
      ).toEqual(["Bergen", "Oslo"]);
      const state = await tenant.post<{ unknowns: unknown[] }>("/state", { recordedAsOf: before });
      expect(state.body.unknowns).toHaveLength(1);
    });

    it("can be settled by a value that neither said, or by none of them", async () => {
      const { tenant, open } = await disputed(world);
      const { status } = await tenant.post(`/uncertainties/${open.id}/resolve`, { value: "Tromsø", reason: "She moved again." });
      expect(status).toBe(200);
      expect(openValues((await tenant.entity("Person/Nora Dahl")).attributes)).toEqual(["Tromsø"]);
      const other = await disputed(world);
      expect(
        (await other.tenant.post(`/uncertainties/${other.open.id}/resolve`, { chosen: [], reason: "Nobody knows." })).status,
      ).toBe(200);
      expect(openValues((await other.tenant.entity("Person/Nora Dahl")).attributes)).toEqual([]);
    });

    it("needs a reason, a candidate of its own, and leave to change what it changes", async () => {
      const { open, member } = await disputed(world);
      const settle = (body: object) => member.post(`/uncertainties/${open.id}/resolve`, body);
      expect((await settle({ chosen: [idOf(open, "Oslo")] })).status).toBe(400);
      expect((await settle({ chosen: ["attribute:nothing"], reason: "x" })).status).toBe(400);
      // The document's value is the organisation's: who may write the user's scope alone cannot end it.
      expect((await settle({ chosen: [idOf(open, "Oslo")], reason: "x" })).status).toBe(403);
      expect((await settle({ chosen: [idOf(open, "Bergen")], reason: "The list is right." })).status).toBe(200);
      expect(openValues((await member.entity("Person/Nora Dahl")).attributes)).toEqual(["Bergen"]);
      expect((await settle({ chosen: [idOf(open, "Bergen")], reason: "again" })).status).toBe(409);
    });

    it("has an owner who may be set, and found by it", async () => {
      const { tenant, open, member } = standing;
      const { body } = await tenant.post<Uncertainty>(`/uncertainties/${open.id}/assign`, { owner: member.principalId });
      expect(body.owner).toBe(member.principalId);
      const mine = await tenant.get<{ total: number }>(`/uncertainties?owner=${encodeURIComponent(member.principalId)}`);
      expect(mine.body.total).toBe(1);
      expect((await tenant.get<{ total: number }>("/uncertainties?owner=nobody")).body.total).toBe(0);
    });

    it("is settled once, by whichever of two comes first", async () => {
      const { tenant, open } = await disputed(world);
      const settle = (value: string) =>
        tenant.post<Uncertainty>(`/uncertainties/${open.id}/resolve`, { chosen: [idOf(open, value)], reason: `It is ${value}.` });
      const answers = await Promise.all(["Oslo", "Bergen", "Oslo", "Bergen"].map(settle));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      const winner = answers.find(({ status }) => status === 200)?.body;
      const stands = winner?.resolution?.reason === "It is Oslo." ? "Oslo" : "Bergen";
      expect(openValues((await tenant.entity("Person/Nora Dahl")).attributes)).toEqual([stands]);
      const key = { "idempotency-key": "settle" };
      const { open: other, tenant: elsewhere } = await disputed(world);
      const body = { chosen: [idOf(other, "Oslo")], reason: "x" };
      const first = await elsewhere.post(`/uncertainties/${other.id}/resolve`, body, key);
      const again = await elsewhere.post(`/uncertainties/${other.id}/resolve`, body, key);
      expect([first.status, again.status]).toEqual([200, 200]);
    });

    it("is withdrawn where one side is forgotten", async () => {
      const { tenant, open } = await disputed(world);
      const [list] = await library(tenant).list();
      expect((await tenant.send("DELETE", `/documents/${list?.id ?? ""}`)).status).toBe(204);
      expect((await tenant.get<Uncertainty>(`/uncertainties/${open.id}`)).body.status).toBe("withdrawn");
      const facts = (await tenant.recall(asked)).hits.filter(({ key }) => key === "residence");
      expect(facts.map(({ value, disagreement }) => [value, disagreement])).toEqual([["Oslo", undefined]]);
    });
  });
}

/** What stood then: at a time of the past a row that ended since is one that stands. */
function openValuesAt(facts: readonly Fact[]): string[] {
  return facts.map(({ value }) => value).sort();
}
