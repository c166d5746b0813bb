import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import { anonymous, contextWithKey, management, member, memberKey, openTestAuth, service, type TestAuth } from "../testing/auth.ts";

let test: TestAuth;
let adminKey: string;
beforeAll(async () => {
  test = await openTestAuth();
  adminKey = await contextWithKey(test, "acme");
});
afterAll(() => test.close());

function authenticate(bearer: string, contextId = "acme", onBehalfOf = "") {
  return test.auth.authenticate({ bearer, contextId, onBehalfOf }, anonymous);
}

async function failure(work: Promise<unknown>): Promise<string> {
  const thrown: unknown = await work.catch((error: unknown) => error);
  return thrown instanceof LociError ? `${thrown.code}: ${thrown.message}` : "did not fail";
}

const refusal = "unauthenticated: The key is missing, invalid or expired.";

describe("authenticating with a context key", () => {
  it("answers who it is, what it may do, and a signed token of both", async () => {
    const key = await member(test, "acme", "ada", { "memory:read": ["org/acme/*"] });
    const answer = await authenticate(key);
    const { createdAt } = await test.auth.getPrincipal({ contextId: "acme", id: "ada" }, management);
    expect(answer).toMatchObject({
      principalId: "ada",
      principalSince: createdAt,
      delegatedPrincipalId: "",
      grants: { verbs: { "memory:read": { paths: ["org/acme"] } } },
    });
    expect(await test.verifyToken(answer.token)).toMatchObject({
      kind: "principal",
      identity: {
        contextId: "acme",
        principalId: "ada",
        principalSince: createdAt,
        keyId: answer.keyId,
        grants: { "memory:read": ["org/acme"] },
      },
    });
  });

  it("fails in one way for whatever does not fit", async () => {
    const foreign = await contextWithKey(test, "beta");
    const { managementKey } = await test.auth.bootstrap({ contextId: "first", contextKey: "", managementKey: "" }, service);
    const forged = adminKey.slice(0, 35) + foreign.slice(35);
    for (const bearer of ["", "x", "x".repeat(40), "x".repeat(10_000), "a\0".repeat(20), foreign, managementKey, forged]) {
      expect(await failure(authenticate(bearer))).toBe(refusal);
    }
    for (const context of ["nowhere", "*", "'; drop table auth.keys; --", "x".repeat(200)]) {
      expect(await failure(authenticate(adminKey, context))).toBe(refusal);
    }
  });

  it("fails alike when the context was deleted", async () => {
    const key = await contextWithKey(test, "gone");
    await authenticate(key, "gone");
    await test.database.inContext("gone", (tx) => tx.query(sql`delete from auth.contexts where ctx = ${"gone"}`));
    test.clock.now += 5_000;
    expect(await failure(authenticate(key, "gone"))).toBe(refusal);
  });

  it("fails once the key has expired", async () => {
    const key = await memberKey(test.auth, "acme", "admin", "short", 60);
    await authenticate(key);
    test.clock.now += 61_000;
    expect(await failure(authenticate(key))).toBe(refusal);
  });

  it("fails at the very time of expiry, however lately the key was seen", async () => {
    const key = await memberKey(test.auth, "acme", "admin", "shorter", 2);
    await authenticate(key);
    test.clock.now += 1_999;
    await authenticate(key);
    test.clock.now += 1;
    expect(await failure(authenticate(key))).toBe(refusal);
  });

  it("takes a revoked key on another replica no longer because that one's clock was set back", async () => {
    const key = await memberKey(test.auth, "acme", "admin", "clock-set-back");
    const other = test.replica();
    const asked = () => other.authenticate({ bearer: key, contextId: "acme", onBehalfOf: "" }, anonymous);
    await asked();
    await test.auth.revokeContextKey({ contextId: "acme", principalId: "", name: "clock-set-back", operation: null }, management);
    test.clock.now -= 3_600_000;
    try {
      expect(await failure(asked())).toBe(refusal);
    } finally {
      test.clock.now += 3_600_000;
    }
  });

  it("stops a revoked key at once in this process, and within 5 seconds on another replica", async () => {
    const key = await memberKey(test.auth, "acme", "admin", "to-revoke");
    const other = test.replica();
    await Promise.all([authenticate(key), other.authenticate({ bearer: key, contextId: "acme", onBehalfOf: "" }, anonymous)]);
    await test.auth.revokeContextKey({ contextId: "acme", principalId: "", name: "to-revoke", operation: null }, management);
    expect(await failure(authenticate(key))).toBe(refusal);
    test.clock.now += 5_000;
    expect(await failure(other.authenticate({ bearer: key, contextId: "acme", onBehalfOf: "" }, anonymous))).toBe(refusal);
    await other.close();
  });

  it("asks the database once for many callers at the same time", async () => {
    let asked = 0;
    const counting = {
      ...test.database,
      inContext: ((...args) => (asked++, test.database.inContext(...args))) as typeof test.database.inContext,
    };
    const busy = test.replica({ database: counting });
    // Closed first: it would ask once more to write down the last use.
    await busy.close();
    await Promise.all(
      Array.from({ length: 50 }, () => busy.authenticate({ bearer: adminKey, contextId: "acme", onBehalfOf: "" }, anonymous)),
    );
    expect(asked).toBe(1);
  });

  it("writes down the last use, at most once a minute, before it closes", async () => {
    const key = await memberKey(test.auth, "acme", "admin", "watched");
    const lastUse = async () => {
      const { keys } = await test.auth.listContextKeys({ contextId: "acme", principalId: "", page: null }, management);
      return keys.find(({ name }) => name === "watched")?.lastUsedAt;
    };
    const use = async () => {
      const replica = test.replica();
      await replica.authenticate({ bearer: key, contextId: "acme", onBehalfOf: "" }, anonymous);
      await replica.close();
    };
    expect(await lastUse()).toBe("");
    await use();
    const first = new Date(test.clock.now).toISOString();
    expect(await lastUse()).toBe(first);
    test.clock.now += 30_000;
    await use();
    expect(await lastUse()).toBe(first);
    test.clock.now += 31_000;
    await use();
    expect(await lastUse()).toBe(new Date(test.clock.now).toISOString());
  });
});

describe("authenticating without the name of a context", () => {
  it("finds the key's own, and says it", async () => {
    const elsewhere = await contextWithKey(test, "elsewhere");
    expect(await authenticate(adminKey, "")).toMatchObject({ contextId: "acme", principalId: "admin" });
    const answer = await authenticate(elsewhere, "");
    expect(answer.contextId).toBe("elsewhere");
    expect(await test.verifyToken(answer.token)).toMatchObject({ identity: { contextId: "elsewhere" } });
    expect((await authenticate(adminKey)).contextId).toBe("acme");
  });

  it("fails in one way for whatever does not fit", async () => {
    const other = await contextWithKey(test, "forger");
    const { managementKey } = await test.auth.bootstrap({ contextId: "start", contextKey: "", managementKey: "" }, service);
    const forged = adminKey.slice(0, 35) + other.slice(35);
    for (const bearer of ["", "x", "x".repeat(40), "x".repeat(10_000), "a\0".repeat(20), managementKey, forged]) {
      expect(await failure(authenticate(bearer, ""))).toBe(refusal);
    }
  });

  it("fails once the key has expired or was revoked", async () => {
    const short = await memberKey(test.auth, "acme", "admin", "short-anywhere", 60);
    const revoked = await memberKey(test.auth, "acme", "admin", "revoked-anywhere");
    await Promise.all([authenticate(short, ""), authenticate(revoked, "")]);
    await test.auth.revokeContextKey({ contextId: "acme", principalId: "", name: "revoked-anywhere", operation: null }, management);
    test.clock.now += 61_000;
    expect(await failure(authenticate(short, ""))).toBe(refusal);
    expect(await failure(authenticate(revoked, ""))).toBe(refusal);
  });

  it("opens a pinned key that is in one context, and none that is in several: nobody lands in one by chance", async () => {
    const pinned = "a-context-key-of-the-operators-own";
    await test.auth.bootstrap({ contextId: "pinned-1", contextKey: pinned, managementKey: "" }, service);
    expect((await authenticate(pinned, "")).contextId).toBe("pinned-1");
    test.clock.now += 5_000;
    await test.auth.bootstrap({ contextId: "pinned-2", contextKey: pinned, managementKey: "" }, service);
    expect(await failure(authenticate(pinned, ""))).toBe(refusal);
    expect((await authenticate(pinned, "pinned-2")).contextId).toBe("pinned-2");
  });

  it("acts on behalf of a principal of that context", async () => {
    await member(test, "acme", "delegate", { "memory:read": ["org/delegate"] });
    const answer = await authenticate(adminKey, "", "delegate");
    expect(answer).toMatchObject({ contextId: "acme", delegatedPrincipalId: "delegate" });
    expect(await failure(authenticate(adminKey, "", "nobody"))).toMatch(/^forbidden/);
  });
});

describe("acting on behalf of another principal", () => {
  it("leaves what both may do, and says for whom", async () => {
    const broker = await member(test, "acme", "broker", { "memory:read": ["org"], "memory:write": ["org"] });
    await member(test, "acme", "eve", { "memory:read": ["org/acme/eve", "elsewhere"] });
    expect(await authenticate(broker, "acme", "eve")).toMatchObject({
      principalId: "broker",
      delegatedPrincipalId: "eve",
      grants: { verbs: { "memory:read": { paths: ["org/acme/eve"] } } },
    });
  });

  it("is forbidden for a principal that does not exist here, and unauthenticated first of all", async () => {
    for (const target of ["nobody", "a\0b", "x".repeat(1000)]) {
      expect(await failure(authenticate(adminKey, "acme", target))).toMatch(/^forbidden/);
    }
    expect(await failure(authenticate("wrong".repeat(6), "acme", "nobody"))).toBe(refusal);
  });

  it("is forbidden alike for one that does not exist, one with which nothing is shared, and Loci's own", async () => {
    const agent = await member(test, "acme", "agent-of-org", { "memory:read": ["org"] });
    await member(test, "acme", "stranger", { "memory:read": ["elsewhere"], "memory:write": ["org"] });
    await member(test, "acme", "bare", {});
    const same = await failure(authenticate(agent, "acme", "nobody"));
    expect(same).toMatch(/^forbidden/);
    for (const target of ["stranger", "bare", "system"]) expect(await failure(authenticate(agent, "acme", target))).toBe(same);
    expect(await failure(authenticate(adminKey, "acme", "system"))).toBe(same);
  });

  it("is for those only that the context's policy lists, where it says so", async () => {
    const admin = await contextWithKey(test, "listing", { delegation: "listed", delegation_targets: ["listed"] });
    for (const id of ["listed", "other"]) await member(test, "listing", id, { "memory:read": ["org"] });
    const forbidden = await failure(authenticate(admin, "listing", "nobody"));
    expect(await authenticate(admin, "listing", "listed")).toMatchObject({ delegatedPrincipalId: "listed" });
    expect(await failure(authenticate(admin, "listing", "other"))).toBe(forbidden);
    const change = (policy: object) =>
      test.auth.updateContext(
        {
          ...{ contextId: "listing", displayName: "", configJson: "", policyJson: JSON.stringify(policy), owner: "" },
          ...{ clearOwner: false, operation: null },
        },
        management,
      );
    await change({ delegation: "any" });
    expect(await authenticate(admin, "listing", "other")).toMatchObject({ delegatedPrincipalId: "other" });
    await change({ delegation: "listed", delegation_targets: null });
    for (const target of ["listed", "other"]) expect(await failure(authenticate(admin, "listing", target))).toBe(forbidden);
  });
});

describe("a management key", () => {
  it("is told from everything else", async () => {
    const { managementKey } = await test.auth.bootstrap(
      { contextId: "managed", contextKey: "", managementKey: "a-management-key-of-the-operators-own" },
      service,
    );
    expect(await test.auth.authenticateManagement({ bearer: managementKey }, anonymous)).toEqual({
      token: expect.any(String),
      keyId: expect.stringMatching(/^key:/),
    });
    for (const bearer of ["", adminKey, "another-management-key-of-the-operator", "x".repeat(600)]) {
      expect(await failure(test.auth.authenticateManagement({ bearer }, anonymous))).toBe(refusal);
    }
  });
});
