import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { mintKeyText } from "../domain/key-text.ts";
import { contextWithKey, grants, management, member, openTestAuth, type TestAuth } from "../testing/auth.ts";

let test: TestAuth;
beforeAll(async () => {
  test = await openTestAuth();
  await contextWithKey(test, "acme", { allow_self_service_keys: false, max_token_ttl_seconds: 600 });
});
afterAll(() => test.close());

const token = { contextId: "acme", externalId: "", ttlSeconds: 60, displayName: "", grants: null, operation: null };
const rotate = { contextId: "acme", principalId: "", ttlSeconds: 0, overlapSeconds: 0, operation: null };
const end = (seconds: number) => new Date(test.clock.now + seconds * 1000).toISOString();

describe("a brokered access token", () => {
  it("makes the principal of an external id once, and ends when it was asked to", async () => {
    const asked = { ...token, externalId: "idp|ada", displayName: "Ada", grants: grants({ "memory:read": ["org/a"] }) };
    const first = await test.auth.mintAccessToken(asked, management);
    expect(first).toMatchObject({ key: expect.stringMatching(/^loci_at_/), validUntil: end(60) });
    const second = await test.auth.mintAccessToken({ ...token, externalId: "idp|ada" }, management);
    expect(second.principalId).toBe(first.principalId);
    expect(second.id).not.toBe(first.id);
    const ada = await test.as(second.key, "acme");
    expect(await test.auth.whoami({}, ada)).toMatchObject({
      displayName: "Ada",
      effectiveGrants: asked.grants,
      tokenGrants: null,
    });
    test.clock.now += 60_000;
    await expect(test.as(second.key, "acme")).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("is clamped by the policy, and minted where members may mint none", async () => {
    const minted = await test.auth.mintAccessToken({ ...token, externalId: "idp|bob", ttlSeconds: 3600 }, management);
    expect(minted.validUntil).toBe(end(600));
    const bob = await test.as(minted.key, "acme");
    const mine = { name: "", grants: null, ttlSeconds: 0, operation: null };
    await expect(test.auth.mintOwnKey(mine, bob)).rejects.toMatchObject({ code: "forbidden" });
    const { keys } = await test.auth.listKeys({ contextId: "", principalId: "", page: null }, bob);
    expect(keys).toMatchObject([{ kind: "access", name: minted.name, principalId: minted.principalId }]);
  });

  it("stays one when it is rotated", async () => {
    const minted = await test.auth.mintAccessToken({ ...token, externalId: "idp|cy" }, management);
    const renewed = await test.auth.rotateContextKey({ ...rotate, name: minted.name }, management);
    expect(renewed.key).toMatch(/^loci_at_/);
    await test.as(renewed.key, "acme");
  });

  it("gives what it makes its own end and kind, and prolongs neither itself nor that, whoever holds it", async () => {
    await contextWithKey(test, "open");
    const asked = { ...token, contextId: "open", externalId: "idp|gil", grants: grants({ "grant:manage": ["/"] }) };
    const minted = await test.auth.mintAccessToken(asked, management);
    const last = end(60);
    const own = { name: "own", grants: null, ttlSeconds: 3600, operation: null };
    const child = await test.auth.mintOwnKey(own, await test.as(minted.key, "open"));
    expect(child).toMatchObject({ key: expect.stringMatching(/^loci_at_/), validUntil: last });
    test.clock.now += 10_000;
    for (const { key, name } of [minted, child])
      expect(
        await test.auth.rotateKey({ ...rotate, contextId: "", name, ttlSeconds: 3600 }, await test.as(key, "open")),
      ).toMatchObject({ validUntil: last });
  });

  it("only narrows what a known principal holds", async () => {
    const known = { ...token, externalId: "idp|dan", grants: grants({ "memory:read": ["org"] }) };
    await test.auth.mintAccessToken(known, management);
    const narrow = await test.auth.mintAccessToken({ ...known, grants: grants({ "memory:read": ["org/x"] }) }, management);
    expect(await test.auth.whoami({}, await test.as(narrow.key, "acme"))).toMatchObject({
      effectiveGrants: grants({ "memory:read": ["org/x"] }),
    });
    const wide = test.auth.mintAccessToken({ ...known, grants: grants({ "memory:write": ["org"] }) }, management);
    await expect(wide).rejects.toMatchObject({ code: "invalid" });
  });

  it("of one external id asked for by two at once has one principal", async () => {
    const both = await Promise.all([1, 2].map(() => test.auth.mintAccessToken({ ...token, externalId: "idp|eve" }, management)));
    expect(both[0]?.principalId).toBe(both[1]?.principalId);
  });

  it("is refused without an external id or a life, under a name that is taken, and on the control plane", async () => {
    await expect(test.auth.mintAccessToken(token, management)).rejects.toMatchObject({ fields: [{ pointer: "/externalId" }] });
    const endless = { ...token, externalId: "x", ttlSeconds: 0 };
    await expect(test.auth.mintAccessToken(endless, management)).rejects.toMatchObject({ fields: [{ pointer: "/ttlSeconds" }] });
    const taken = { ...token, externalId: "x", displayName: "admin" };
    await expect(test.auth.mintAccessToken(taken, management)).rejects.toMatchObject({ code: "conflict" });
    const minted = await test.auth.mintAccessToken({ ...token, externalId: "idp|fay" }, management);
    await expect(test.auth.authenticateManagement({ bearer: minted.key }, management)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    const fay = await test.as(minted.key, "acme");
    await expect(test.auth.mintAccessToken({ ...token, externalId: "y" }, fay)).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });
});

describe("a registered verifier", () => {
  const made = (id = randomId()) => {
    const { text, secret } = mintKeyText("context", `key:${id}`, randomBytes);
    return { text, keyId: id, verifier: createHash("sha256").update(secret).digest("hex") };
  };
  const randomId = () => [...randomBytes(26)].map((byte) => "0123456789abcdef".charAt(byte & 15)).join("");
  const order = { contextId: "acme", principalId: "op", name: "op-key", grants: null, expiresAt: "", operation: null };
  const key = made();

  it("opens for the secret that nobody else was told, as often as it is registered", async () => {
    await member(test, "acme", "op", { "memory:read": ["org"] });
    const first = await test.auth.registerKeyVerifier({ ...order, ...key }, management);
    expect(first).toMatchObject({
      id: `key:${key.keyId}`,
      name: "op-key",
      principalId: "op",
      state: "active",
      validUntil: end(600),
    });
    await test.as(key.text, "acme");
    test.clock.now += 1_000;
    expect(await test.auth.registerKeyVerifier({ ...order, ...key }, management)).toMatchObject({ validUntil: first.validUntil });
    const terms = { ...order, ...key, grants: grants({ "memory:read": ["org/x"] }), expiresAt: end(30) };
    expect(await test.auth.registerKeyVerifier(terms, management)).toMatchObject({ grants: terms.grants, validUntil: end(30) });
    expect((await test.as(key.text, "acme")).caller).toMatchObject({ identity: { grants: { "memory:read": ["org/x"] } } });
  });

  it("is replaced by another one under its name, whatever its id: the old secret stops", async () => {
    const sameId = made(key.keyId);
    await test.auth.registerKeyVerifier({ ...order, ...sameId }, management);
    await expect(test.as(key.text, "acme")).rejects.toMatchObject({ code: "unauthenticated" });
    await test.as(sameId.text, "acme");
    const otherId = made();
    await test.auth.registerKeyVerifier({ ...order, ...otherId }, management);
    await expect(test.as(sameId.text, "acme")).rejects.toMatchObject({ code: "unauthenticated" });
    await test.as(otherId.text, "acme");
    const revokedId = test.auth.registerKeyVerifier({ ...order, ...sameId }, management);
    await expect(revokedId).rejects.toMatchObject({ code: "conflict" });
  });

  it("is refused under another's name, for the background, wider than its principal, and in a wrong form", async () => {
    await member(test, "acme", "op2", {});
    const other = { ...order, ...made() };
    const refusals: [object, string][] = [
      [{ principalId: "op2" }, "conflict"],
      [{ principalId: "system", name: "n" }, "forbidden"],
      [{ principalId: "nobody", name: "n" }, "not_found"],
      [{ grants: grants({ "memory:write": ["org"] }) }, "invalid"],
      [{ verifier: "abc" }, "invalid"],
      [{ keyId: "short" }, "invalid"],
      [{ expiresAt: "tomorrow" }, "invalid"],
    ];
    for (const [wrong, code] of refusals) {
      await expect(test.auth.registerKeyVerifier({ ...other, ...wrong }, management)).rejects.toMatchObject({ code });
    }
  });
});
