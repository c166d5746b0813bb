import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { SignJWT, UnsecuredJWT } from "jose";
import type { TokenIssuer } from "@loci/kernel";
import { asService, serviceCall, withGrants, type Call, type Caller } from "../call/index.ts";
import { callerSigner, readRenewable, type Statement } from "./signed-callers.ts";
import { testKeys } from "./testing/keys.ts";
import { callerTokens } from "./tokens.ts";

const start = Date.parse("2026-03-01T12:00:00Z");
const ann = principal("ann");
const refused = { code: "unauthenticated" };

function principal(principalId: string, contextId = "acme"): Caller {
  const identity = { contextId, principalId, keyId: `key of ${principalId}`, grants: {}, delegatedPrincipalId: "" };
  return { kind: "principal", identity };
}

/** The roles of a deployment, each with its own key and the public ones. */
function deployment() {
  const clock = { now: start };
  const read = () => clock.now;
  const keys = testKeys(read);
  const renewals: string[] = [];
  const auth = keys.signer("auth");
  const renew = async (token: string) => {
    renewals.push(token);
    const { caller, since } = await readRenewable(token, keys.find, clock.now);
    return auth.sign({ caller, since });
  };
  const role = (issuer: TokenIssuer) => callerTokens({ clock: read, find: keys.find, signer: keys.signer(issuer), renew });
  const graph = callerTokens({ clock: read, find: keys.find });
  return { clock, keys, auth, renewals, role, graph, says: (caller: Caller) => auth.sign({ caller }) };
}

const callOf = (caller: Caller, token?: string): Call => ({
  ...serviceCall("", "trace", start),
  caller,
  ...(token === undefined ? {} : { token }),
});

describe("a token between services", () => {
  it("carries the caller for a minute, on clocks that are five minutes apart", async () => {
    const { clock, graph, says } = deployment();
    const token = await says(ann);
    for (const at of [0, 60_000, 389_000, -329_000]) {
      clock.now = start + at;
      await expect(graph.verify(token)).resolves.toEqual(ann);
    }
    for (const at of [391_000, -331_000]) {
      clock.now = start + at;
      await expect(graph.verify(token)).rejects.toMatchObject({
        code: "unavailable",
        message: expect.stringContaining("clocks"),
      });
    }
  });

  it("is nothing but what its signer said it is", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const strange = generateKeyPairSync("ed25519").privateKey;
    const find = async (_name: string, version: number) => (version === 1 ? publicKey : undefined);
    const graph = callerTokens({ clock: () => start, find });
    const seconds = start / 1000;
    const made = (claims: Record<string, unknown>, header: Record<string, unknown> = {}, key: unknown = privateKey) =>
      new SignJWT({ iss: "auth", aud: "loci-services", iat: seconds, exp: seconds + 60, caller: ann, ...claims })
        .setProtectedHeader({ alg: "EdDSA", typ: "loci-caller+jwt", kid: "1", ...header })
        .sign(key as Uint8Array);
    await expect(graph.verify(await made({}))).resolves.toEqual(ann);
    const publicBytes = Buffer.from(publicKey.export({ type: "spki", format: "pem" }));
    const wrong = [
      made({ aud: "elsewhere" }),
      made({ aud: undefined }),
      made({ iss: "elsewhere" }),
      made({ iss: undefined }),
      made({ exp: undefined }),
      made({ iat: undefined }),
      made({}, { typ: "JWT" }),
      made({}, { kid: undefined }),
      made({}, { kid: "2" }),
      // The public key is no shared secret.
      made({}, { alg: "HS256" }, publicBytes),
      made({}, {}, strange),
      made({ caller: undefined }),
      made({ caller: { kind: "emperor" } }),
      made({ caller: { kind: "principal" } }),
      Promise.resolve(new UnsecuredJWT({ caller: ann }).setIssuer("auth").setAudience("loci-services").encode()),
      Promise.resolve("nonsense"),
    ];
    const lasting = await made({ iat: seconds - 3600, exp: seconds + 3600 });
    await expect(graph.verify(lasting)).rejects.toMatchObject({ code: "unavailable" });
    for (const token of await Promise.all(wrong)) await expect(graph.verify(token)).rejects.toMatchObject(refused);
  });

  it("is signed by a role with its own key: with another role's name, or of a key that is not published, it is refused", async () => {
    const { keys, graph } = deployment();
    const own: Caller = { kind: "service", contextId: "acme" };
    await expect(graph.verify(await keys.signer("ingest").sign({ caller: own }))).resolves.toEqual(own);
    const stolen = generateKeyPairSync("ed25519").privateKey;
    const forged = callerSigner(
      "ingest",
      async () => ({ version: 1, key: stolen }),
      () => start,
    );
    await expect(graph.verify(await forged.sign({ caller: own }))).rejects.toMatchObject(refused);
  });

  it("is read under each version of its signer's key that is published", async () => {
    const { keys, graph } = deployment();
    const [first, second] = [keys.signer("auth", 1), keys.signer("auth", 2)];
    for (const signer of [first, second]) await expect(graph.verify(await signer.sign({ caller: ann }))).resolves.toEqual(ann);
  });
});

describe("what a role may say of a caller", () => {
  const own: Caller = { kind: "service", contextId: "acme" };
  const management: Caller = { kind: "management" };
  const bob = principal("bob");

  it.each([
    ["ingest", "a principal", { caller: ann }],
    ["retrieval", "a principal", { caller: ann }],
    ["api", "a principal", { caller: ann }],
    ["ingest", "management", { caller: management }],
    ["auth", "the service", { caller: own }],
    ["api", "the service, unasked", { caller: own }],
    ["api", "the service, for a principal of another context", { caller: own, subject: principal("ann", "umbrella") }],
    ["retrieval", "another principal than asked", { caller: bob, subject: ann }],
    ["retrieval", "a principal that management asked for", { caller: ann, subject: management }],
    ["ingest", "a principal with other grants", { caller: ann, subject: ann }],
    ["retrieval", "management", { caller: management, subject: management }],
    ["ingest", "the gateway", { caller: { kind: "gateway" } }],
    ["auth", "the gateway", { caller: { kind: "gateway" } }],
  ] satisfies [TokenIssuer, string, { caller: Caller; subject?: Caller }][])("%s may not say %s", async (issuer, _what, told) => {
    const { keys, graph, says } = deployment();
    const { caller, subject } = { subject: undefined, ...told };
    const statement: Statement = { caller, ...(subject === undefined ? {} : { subject: await says(subject) }) };
    await expect(graph.verify(await keys.signer(issuer).sign(statement))).rejects.toMatchObject(refused);
  });

  it("lets api speak as the gateway, for itself alone", async () => {
    const { role, graph } = deployment();
    const token = await role("api").forward(callOf({ kind: "gateway" }));
    await expect(graph.verify(token)).resolves.toEqual({ kind: "gateway" });
  });

  it("needs auth's signature of whoever asked: its own is none", async () => {
    const { keys, graph } = deployment();
    const api = keys.signer("api");
    const subject = await api.sign({ caller: management });
    await expect(graph.verify(await api.sign({ caller: own, subject }))).rejects.toMatchObject(refused);
    const retrieval = keys.signer("retrieval");
    const asked = await retrieval.sign({ caller: ann });
    await expect(graph.verify(await retrieval.sign({ caller: ann, subject: asked }))).rejects.toMatchObject(refused);
  });

  it("lets api act for the service while somebody asks, and retrieval look with other grants for who asked", async () => {
    const { role, graph, says } = deployment();
    const asked = callOf(ann, await says(ann));
    await expect(graph.verify(await role("api").forward(asService(asked, "acme")))).resolves.toEqual(own);
    const managed = callOf(management, await says(management));
    await expect(graph.verify(await role("api").forward(asService(managed, "umbrella")))).resolves.toMatchObject({
      kind: "service",
    });
    const looking = withGrants(asked, { "memory:read": ["/a"] });
    await expect(graph.verify(await role("retrieval").forward(looking))).resolves.toEqual(looking.caller);
    await expect(graph.forward(callOf(ann))).rejects.toMatchObject({ code: "internal" });
  });
});

describe("a role's tokens", () => {
  it("are signed once for all calls of one caller while they are fresh, and for nobody else", async () => {
    const { clock, role, graph } = deployment();
    const ingest = role("ingest");
    const own: Caller = { kind: "service", contextId: "acme" };
    const token = await ingest.forward({ caller: own });
    clock.now += 20_000;
    expect(await ingest.forward({ caller: { ...own } })).toBe(token);
    const other = await ingest.forward({ caller: { kind: "service", contextId: "umbrella" } });
    await expect(graph.verify(other)).resolves.toEqual({ kind: "service", contextId: "umbrella" });
    clock.now += 15_000;
    expect(await ingest.forward({ caller: own })).not.toBe(token);
  });

  it("are a principal's own while that is fresh; later auth renews it, once for all calls under way, for a day", async () => {
    const { clock, role, graph, renewals, says } = deployment();
    const ingest = role("ingest");
    const token = await says(ann);
    clock.now += 20_000;
    expect(await ingest.forward({ caller: ann, token })).toBe(token);
    expect(renewals).toEqual([]);
    clock.now += 3_600_000;
    const renewed = await ingest.forward({ caller: ann, token });
    expect(await ingest.forward({ caller: ann, token })).toBe(renewed);
    await expect(graph.verify(renewed)).resolves.toEqual(ann);
    expect(renewals).toEqual([token]);
    clock.now += 22 * 3_600_000;
    await expect(graph.verify(await ingest.forward({ caller: ann, token: renewed }))).resolves.toEqual(ann);
    clock.now += 2 * 3_600_000;
    await expect(ingest.forward({ caller: ann, token: renewed })).rejects.toMatchObject(refused);
  });
});
