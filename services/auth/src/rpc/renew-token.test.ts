import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import { anonymous, contextWithKey, grants, management, member, openTestAuth, service, type TestAuth } from "../testing/auth.ts";

let test: TestAuth;
beforeAll(async () => {
  test = await openTestAuth();
  await contextWithKey(test, "acme");
});
afterAll(() => test.close());

const refusal = "unauthenticated";
const tokenOf = async (bearer: string) =>
  (await test.auth.authenticate({ bearer, contextId: "acme", onBehalfOf: "" }, anonymous)).token;
const renew = async (token: string) => (await test.auth.renewToken({ token }, anonymous)).token;
const codeOf = (asked: Promise<unknown>) => asked.then(String, (error: unknown) => LociError.from(error).code);

describe("a token that is renewed", () => {
  it("is good for another minute, with the authority that its caller has now", async () => {
    const token = await tokenOf(await member(test, "acme", "ada", { "memory:read": ["a"], "memory:write": ["a"] }));
    test.clock.now += 3_600_000;
    await expect(test.verifyToken(token)).rejects.toMatchObject({ code: "unavailable" });
    await test.auth.updatePrincipal(
      {
        contextId: "acme",
        id: "ada",
        displayName: "",
        kind: "",
        clearExternalId: false,
        externalId: "",
        grants: grants({ "memory:read": ["a"] }),
        operation: null,
      },
      management,
    );
    const renewed = await test.verifyToken(await renew(token));
    expect(renewed).toMatchObject({
      kind: "principal",
      identity: { principalId: "ada", contextId: "acme", grants: { "memory:read": ["a"] } },
    });
    expect(renewed).not.toHaveProperty(["identity", "grants", "memory:write"]);
  });

  it("ends a day after its caller was authenticated, however often it was renewed", async () => {
    let token = await tokenOf(await member(test, "acme", "bob", { "memory:read": ["a"] }));
    for (let hour = 0; hour < 23; hour++) {
      test.clock.now += 3_600_000;
      token = await renew(token);
    }
    test.clock.now += 3_700_000;
    expect(await codeOf(renew(token))).toBe(refusal);
  });

  it("is refused once the key or the principal is no more", async () => {
    const revoked = await tokenOf(await member(test, "acme", "cid", { "memory:read": ["a"] }));
    await test.auth.revokeContextKey({ contextId: "acme", principalId: "", name: "cid-key", operation: null }, management);
    const deleted = await tokenOf(await member(test, "acme", "dan", { "memory:read": ["a"] }));
    await test.auth.deletePrincipal({ contextId: "acme", id: "dan", operation: null }, management);
    for (const token of [revoked, deleted]) expect(await codeOf(renew(token))).toBe(refusal);
    for (const token of ["", "nonsense", `${revoked.slice(0, -4)}AAAA`]) expect(await codeOf(renew(token))).toBe(refusal);
  });

  it("of management ends with its key", async () => {
    const { managementKey } = await test.auth.bootstrap({ contextId: "first", contextKey: "", managementKey: "" }, service);
    const { token, keyId } = await test.auth.authenticateManagement({ bearer: managementKey }, anonymous);
    test.clock.now += 600_000;
    expect(await test.verifyToken(await renew(token))).toEqual({ kind: "management", keyId });
    await test.auth.rotateManagementKey({ managementKey: "" }, service);
    expect(await codeOf(renew(token))).toBe(refusal);
  });
});
