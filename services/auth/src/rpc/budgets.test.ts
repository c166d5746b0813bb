import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { openPostgres } from "@loci/adapters/postgres";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { serviceCall } from "@loci/platform/call";
import type { Database } from "@loci/ports/database";
import { anonymous, contextWithKey, grants, management, member, openTestAuth, operation, type TestAuth } from "../testing/auth.ts";

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

const own = (contextId: string) => serviceCall(contextId, "", Number.MAX_SAFE_INTEGER);
const month = { contextId: "", month: "" };

describe.each<[string, () => Promise<Database>]>([
  ["PGlite", () => openPglite({ folder: undefined })],
  ["Postgres", async () => openPostgres({ connectionString: await server.createDatabase("budgets") })],
])("token budgets on %s", (_name, open) => {
  let test: TestAuth;
  beforeAll(async () => void (test = await openTestAuth(open)));
  afterAll(() => test.close());

  const limited = async (contextId: string, config: object) => {
    await contextWithKey(test, contextId);
    const change = {
      contextId,
      displayName: "",
      configJson: JSON.stringify(config),
      policyJson: "",
      owner: "",
      clearOwner: false,
      operation: null,
    };
    await test.auth.updateContext(change, management);
  };
  const reserve = (contextId: string, tokens: number, stage = "extraction") =>
    test.auth.reserveTokens({ stage, model: "m", tokens }, own(contextId));
  const settle = (contextId: string, ticket: string, inputTokens: number, outputTokens = 0) =>
    test.auth.settleTokens({ ticket, inputTokens, outputTokens }, own(contextId));
  const usage = (contextId: string) => test.auth.getUsage({ ...month, contextId }, management);

  it("let through what fits, and of many at once only as many as fit", async () => {
    await limited("burst", { token_limit: 100, enforcement_blocked: true });
    await limited("twin", { token_limit: 100, enforcement_blocked: true });
    await reserve("twin", 100);
    const asks = await Promise.allSettled(Array.from({ length: 25 }, () => reserve("burst", 10)));
    expect(asks.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    const refused = asks.filter((ask) => ask.status === "rejected").map((ask) => ask.reason as unknown);
    expect(refused[0]).toMatchObject({ code: "rate_limited", retryAfterSeconds: 600 });
    expect(await usage("burst")).toMatchObject({
      used: 0,
      reserved: 100,
      limited: true,
      tokenLimit: 100,
      enforcementBlocked: true,
    });
  });

  it("count what was used in place of what was set aside, once for each ticket", async () => {
    await limited("count", { token_limit: 100, enforcement_blocked: true });
    const { ticket } = await reserve("count", 90);
    await Promise.all([settle("count", ticket, 30, 10), settle("count", ticket, 30, 10), settle("count", ticket, 30, 10)]);
    expect(await usage("count")).toMatchObject({
      rows: [{ stage: "extraction", model: "m", inputTokens: 30, outputTokens: 10, reserved: 0 }],
      used: 40,
      reserved: 0,
    });
    await expect(reserve("count", 61)).rejects.toMatchObject({ code: "rate_limited" });
    await reserve("count", 60, "synthesis");
    await expect(settle("count", "unknown", 1)).rejects.toMatchObject({ code: "not_found" });
    await expect(settle("twin", ticket, 1)).rejects.toMatchObject({ code: "not_found" });
  });

  it("give back what is not settled in ten minutes; what it cost all the same is counted", async () => {
    await limited("lapse", { token_limit: 100, enforcement_blocked: true });
    const { ticket } = await reserve("lapse", 100);
    test.clock.now += 599_999;
    await expect(reserve("lapse", 1)).rejects.toMatchObject({ retryAfterSeconds: 1 });
    test.clock.now += 1;
    await reserve("lapse", 50);
    await settle("lapse", ticket, 70);
    expect(await usage("lapse")).toMatchObject({ used: 70, reserved: 50 });
  });

  it("only count where nothing is enforced, and begin anew each month", async () => {
    await limited("counted", { token_limit: 10 });
    const { ticket } = await reserve("counted", 1_000);
    await settle("counted", ticket, 1_000);
    await reserve("counted", 1_000);
    expect(await usage("counted")).toMatchObject({ used: 1_000, limited: true, enforcementBlocked: false });
    await limited("monthly", { token_limit: 10, enforcement_blocked: true });
    await settle("monthly", (await reserve("monthly", 10)).ticket, 10);
    const spent = new Date(test.clock.now).toISOString().slice(0, 7);
    await expect(reserve("monthly", 1)).rejects.toMatchObject({ code: "rate_limited" });
    test.clock.now = Date.UTC(new Date(test.clock.now).getUTCFullYear(), new Date(test.clock.now).getUTCMonth() + 1, 1);
    await reserve("monthly", 10);
    expect(await test.auth.getUsage({ contextId: "monthly", month: spent }, management)).toMatchObject({
      month: spent,
      used: 10,
      reserved: 0,
    });
  });

  it("are spent by Loci itself, and shown to administrators of the context", async () => {
    await limited("shown", {});
    const asks = { stage: "extraction", model: "m", tokens: 1 };
    const reader = await test.as(await member(test, "shown", "reader", { "grant:manage": ["org"] }), "shown");
    const chief = await test.as(await member(test, "shown", "chief", { "grant:manage": ["/"] }), "shown");
    for (const call of [anonymous, management, chief]) {
      await expect(test.auth.reserveTokens(asks, call)).rejects.toMatchObject({ code: "forbidden" });
    }
    expect(await test.auth.getUsage(month, chief)).toMatchObject({ rows: [], limited: false, tokenLimit: 0 });
    await expect(test.auth.getUsage(month, reader)).rejects.toMatchObject({ code: "forbidden" });
    await expect(test.auth.getUsage({ ...month, contextId: "twin" }, chief)).rejects.toMatchObject({ code: "forbidden" });
    await expect(test.auth.reserveTokens({ ...asks, tokens: -1 }, own("shown"))).rejects.toMatchObject({ code: "invalid" });
    await expect(test.auth.reserveTokens({ ...asks, stage: "x" }, own("shown"))).rejects.toMatchObject({ code: "invalid" });
    await expect(test.auth.reserveTokens(asks, own("nowhere"))).rejects.toMatchObject({ code: "not_found" });
  });

  it("stand on a database where writers really meet: one effect for an operation, no lost grant, one principal", async () => {
    await contextWithKey(test, "meet");
    const wanted = {
      contextId: "meet",
      id: "",
      displayName: "One",
      kind: "",
      grants: null,
      externalId: "",
      operation: operation("one"),
    };
    const made = await Promise.all(Array.from({ length: 6 }, () => test.auth.createPrincipal(wanted, management)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const principalId = made[0]?.id ?? "";
    const paths = Array.from({ length: 6 }, (_, i) => `p/${i}`);
    const give = (path: string) =>
      test.auth.addGrants({ contextId: "meet", principalId, path, verbs: ["memory:read"], operation: null }, management);
    await Promise.all(paths.map(give));
    const { grants: held } = await test.auth.getPrincipal({ contextId: "meet", id: principalId }, management);
    expect(held).toEqual(grants({ "memory:read": paths }));
    const token = { contextId: "meet", externalId: "e", ttlSeconds: 60, displayName: "", grants: null, operation: null };
    const tokens = await Promise.all(Array.from({ length: 6 }, () => test.auth.mintAccessToken(token, management)));
    expect(new Set(tokens.map(({ principalId: id }) => id)).size).toBe(1);
    const rename = (id: string) =>
      test.auth.updatePrincipal(
        {
          contextId: "meet",
          id,
          displayName: "Same",
          kind: "",
          grants: null,
          externalId: "",
          clearExternalId: false,
          operation: null,
        },
        management,
      );
    const renamed = await Promise.allSettled([rename(principalId), rename(tokens[0]?.principalId ?? "")]);
    expect(renamed.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(renamed.find((one) => one.status === "rejected")?.reason).toMatchObject({ code: "conflict" });
  });
});
