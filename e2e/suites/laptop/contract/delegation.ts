import { describe, expect, it } from "@jest/globals";
import type { World } from "../main-job/world.ts";
import { answered, refused } from "./asking.ts";

/** Contract: Authentication, 4. */
export function delegation(world: World): void {
  const behalf = (id: string, name = "x-service-on-behalf-of") => ({ [name]: id });
  const house = async () => {
    const tenant = await world().tenant("org/a", "org/b");
    await tenant.remember("Mina lives in Lisbon.", { scopes: "org/a" });
    await tenant.remember("Tom lives in Faro.", { scopes: "org/b" });
    const all = { "memory:read": ["/"], "memory:write": ["/"] };
    const agent = await tenant.member(all);
    const ann = await tenant.member({ "memory:read": ["org/a"], "memory:write": ["org/a"], "memory:forget": ["/"] });
    return { tenant, agent, ann };
  };

  describe("acting for another", () => {
    it("has the authority that both hold, under the contract's header and its vendor's", async () => {
      const { agent, ann } = await house();
      for (const name of ["X-Service-On-Behalf-Of", "x-vendor-on-behalf-of"]) {
        expect(answered(await agent.get("/me", behalf(ann.principalId, name)), 200, "Whoami")).toMatchObject({
          principalId: agent.principalId,
          delegatedPrincipalId: ann.principalId,
          effectiveGrants: { "memory:read": ["org/a"], "memory:write": ["org/a"] },
        });
      }
      const list = await agent.get<{ entities: { name: string }[] }>("/entities", behalf(ann.principalId));
      expect(list.body.entities.map(({ name }) => name)).toEqual(["Mina"]);
    });

    it("never widens: neither the caller's grants, nor the other's, nor the key's", async () => {
      const { tenant, agent, ann } = await house();
      refused(await agent.post("/forget", { query: "Mina" }, behalf(ann.principalId)), 403);
      refused(await agent.post("/facts", { text: "x", scopes: "org/b" }, behalf(ann.principalId)), 403);
      const narrow = await tenant.member({ "memory:read": ["/"] }, { keyGrants: { "memory:read": ["org/b"] } });
      refused(await narrow.get("/me", behalf(ann.principalId)), 403);
      refused(await ann.get("/entities/Person/Tom", behalf(agent.principalId)), 404);
    });

    it("goes one step, to somebody who is there, and mints no keys", async () => {
      const { agent, ann } = await house();
      refused(await agent.get("/me", behalf("principal:nope")), 403);
      refused(
        await agent.get("/me", { ...behalf(ann.principalId), ...behalf(ann.principalId, "x-vendor-on-behalf-of") }),
        400,
        "/headers/x-service-on-behalf-of",
      );
      refused(await agent.post("/keys", {}, behalf(ann.principalId)), 403);
    });

    it("leaves both names in traces and the audit", async () => {
      const { tenant, agent, ann } = await house();
      const asked = await agent.post<{ trace: { traceId: string } }>(
        "/query",
        { query: "Where does Mina live?" },
        behalf(ann.principalId),
      );
      const both = { principal: agent.principalId, delegatedPrincipal: ann.principalId };
      expect(answered(await tenant.get(`/traces/${asked.body.trace.traceId}`), 200, "TraceRecord")).toMatchObject(both);
      answered(await agent.post("/facts", { text: "Mina works at Acme.", scopes: "org/a" }, behalf(ann.principalId)), 200);
      const audit = answered<{ rows: object[] }>(
        await tenant.get(`/audit?kind=decision&principal=${encodeURIComponent(agent.principalId)}`),
        200,
        "AuditResponse",
      );
      expect(audit.rows[0]).toMatchObject(both);
    });

    it("has Idempotency-Keys of its own", async () => {
      const { agent, ann } = await house();
      const send = (headers: object) =>
        agent.post<{ turnId: string }>(
          "/facts",
          { text: "Mina works at Acme.", scopes: "org/a" },
          { ...headers, "idempotency-key": "k" },
        );
      const [own, delegated] = [await send({}), await send(behalf(ann.principalId))];
      expect(own.body.turnId).not.toBe(delegated.body.turnId);
    });
  });
}
