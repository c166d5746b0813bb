import { describe, expect, it } from "@jest/globals";
import { apiVersion, finalizer } from "../api/names.ts";
import type { MemoryKey, MemoryKeySpec, MemoryKeyStatus } from "../api/memory-key.ts";
import type { ObservedKey } from "../observe/key.ts";
import { no, yes } from "./conditions.ts";
import type { GrantTable } from "./grants.ts";
import { makeKeyText, readKeyText, sha256 } from "./key-text.ts";
import { keyStatus, planKey, rotationTime, type OutsideKey } from "./key.ts";
import { desiredSecret, type SecretObject } from "./secret.ts";

const start = Date.UTC(2030, 0, 1);
const hour = 3_600_000;
const publicUrl = "https://loci.example";
const place = { contextId: "ctx", principalId: "bot" };
const text = makeKeyText((length) => new Uint8Array(length).fill(7));
const { keyId, verifier } = readKeyText(text) ?? { keyId: "", verifier: "" };

interface Given {
  readonly spec?: Partial<MemoryKeySpec>;
  readonly status?: Partial<MemoryKeyStatus>;
  readonly metadata?: Partial<MemoryKey["metadata"]>;
}

function keyWith({ spec, status, metadata }: Given = {}): MemoryKey {
  const ids = { namespace: "a", name: "bot", uid: "uid", resourceVersion: "1", generation: 1 };
  return {
    apiVersion,
    kind: "MemoryKey",
    metadata: { ...ids, finalizers: [finalizer], ...metadata },
    spec: { principalRef: { name: "bot" }, ttl: "240h", secretTemplate: { name: "bot-key" }, ...spec },
    status: { observedGeneration: 1, ...place, revision: 1, keyId, digest: sha256(text), ...status },
  };
}
const secretOf = (key: MemoryKey, revision = 1, rotate = ""): SecretObject => {
  const { data, ...metadata } = desiredSecret(key, { revision, issuedAt: start, rotate, text }, { contextId: "ctx", publicUrl });
  return { metadata: { resourceVersion: "5", ...metadata }, data };
};
const registered = (changes: Partial<OutsideKey> = {}): OutsideKey => ({
  ...{ id: `key:${keyId}`, name: "uid/1", principalId: "bot", grants: null, lastUsedAt: null, state: "active", mintedBy: "*" },
  createdAt: new Date(start).toISOString(),
  validUntil: new Date(start + 240 * hour).toISOString(),
  ...changes,
});
const seen = (given: Given = {}, changes: Partial<ObservedKey> = {}): ObservedKey => {
  const resource = keyWith(given);
  const outside = [registered()];
  return { resource, place, secret: secretOf(resource), outside, held: undefined, isJustRegistered: false, ...changes };
};
const planOf = (observed: ObservedKey, now = start + hour) => planKey(observed, now, publicUrl);

describe("a key that is as it should be", () => {
  it("needs nothing, and says when it will", () => {
    const { action, found, facts, dueAt } = planOf(seen());
    expect(action).toBeUndefined();
    expect(found["Ready"]?.status).toBe("True");
    expect(facts).toMatchObject({ revision: 1, keyId, notAfter: "2030-01-11T00:00:00Z" });
    // It is asked for 360 hours before the end and lives 240: it is replaced in its last third.
    expect(dueAt).toBe(start + 160 * hour);
  });

  it("is rotated in time, at once by annotation, and never where that is declared", () => {
    const late = start + 161 * hour;
    expect(planOf(seen(), late).action).toMatchObject({ do: "mint", revision: 2, occasion: { reason: "KeyRotated" } });
    const asked = { metadata: { annotations: { "memory.loci.dev/rotate": "x" } } };
    expect(planOf(seen(asked)).action).toMatchObject({ do: "mint", revision: 2 });
    expect(planOf(seen(asked, { secret: secretOf(keyWith(asked), 1, "x") })).action).toBeUndefined();
    const never = { spec: { rotation: { policy: "Never", rotateBefore: "24h", overlap: "1h" } } } as const;
    expect(planOf(seen(never), start + 230 * hour).found).toMatchObject({
      Ready: { status: "True" },
      Expiring: { status: "True" },
    });
    expect(planOf(seen(never), start + 241 * hour).found["Ready"]).toMatchObject({ status: "False", reason: "KeyExpired" });
  });

  it("lets the one before it live for the overlap", () => {
    const old = registered({ id: "key:old", name: "uid/1" });
    const createdAt = new Date(start + hour).toISOString();
    const resource = keyWith({ status: { revision: 2 } });
    const observed = {
      ...seen(),
      resource,
      secret: secretOf(resource, 2),
      outside: [old, registered({ name: "uid/2", createdAt })],
    };
    const { action, facts, dueAt } = planOf(observed, start + 1.5 * hour);
    expect([action, dueAt]).toEqual([undefined, start + 2 * hour]);
    expect(facts).toMatchObject({ previousKeyId: "old", previousRevokeAt: "2030-01-01T02:00:00Z" });
    expect(planOf(observed, start + 2 * hour).action).toEqual({ do: "revoke", name: "uid/1" });
  });
});

describe("a key on its way", () => {
  const fresh: Given = { status: { ...place, revision: undefined, keyId: undefined, digest: undefined } };
  it.each<[string, Partial<ObservedKey>, object]>([
    ["takes the Secret's name first", { secret: undefined, outside: [] }, { do: "claimSecret" }],
    [
      "makes its secret there",
      { secret: { metadata: { resourceVersion: "1", annotations: { "memory.loci.dev/key-uid": "uid" } } }, outside: [] },
      { do: "mint", revision: 1, occasion: { reason: "KeyMinted" } },
    ],
    ["registers what stands in the Secret", { outside: [] }, { do: "register", name: "uid/1", keyId, verifier }],
  ])("%s", (_what, changes, action) => {
    expect(planOf(seen(fresh, changes)).action).toMatchObject(action);
  });

  it("waits for its principal, and never touches another's Secret", () => {
    expect(planOf(seen({}, { place: undefined })).found["Ready"]).toMatchObject({ reason: "PrincipalNotReady" });
    expect(planOf(seen({}, { outside: undefined })).found["Ready"]).toMatchObject({ reason: "PrincipalMissing" });
    const foreign = { metadata: { resourceVersion: "1" }, data: {} };
    expect(planOf(seen({}, { secret: foreign })).found["Ready"]).toMatchObject({ reason: "SecretConflict" });
  });
});

describe("a key that is to narrow its principal's grants", () => {
  const attenuate = [
    { verb: "memory:read", region: "/team/support/*" },
    { verb: "memory:write", region: "/team" },
  ] as const;
  const narrow: Given = { spec: { attenuate: [...attenuate] } };
  const grants = { "memory:read": ["/team/support"], "memory:write": ["/team"] };
  const wide = { "memory:read": ["/"], "memory:write": ["team"] };
  const narrowed = { "memory:read": ["/"], "memory:write": ["/team/support"] };
  const under = (held: GrantTable, changes: Partial<ObservedKey> = {}, given: Given = {}) =>
    seen({ ...narrow, ...given }, { outside: [registered({ grants })], held, ...changes });
  const late = start + 161 * hour;

  it("is left alone while it works, though its principal holds less by now", () => {
    for (const held of [wide, narrowed, {}]) {
      const { action, found } = planOf(under(held));
      expect([action, found["Ready"]?.status]).toEqual([undefined, "True"]);
    }
  });

  it("is rotated as long as Loci would register the new one", () => {
    expect(planOf(under(wide), late).action).toMatchObject({ do: "mint", revision: 2 });
  });

  it("never gives way to one that Loci would not register: it says so, and goes on until its end", () => {
    const { action, found, dueAt } = planOf(under(narrowed), late);
    expect([action, dueAt]).toEqual([undefined, start + 240 * hour]);
    expect(found).toMatchObject({
      Ready: {
        status: "False",
        reason: "GrantsTooWide",
        message: expect.stringMatching(/ends at .* memory:write\.$/) as unknown,
      },
      ...{ SecretSynced: { status: "True" }, Registered: { status: "True" }, Expiring: { status: "True" } },
    });
    const over = planOf(under(narrowed), start + 241 * hour);
    expect([over.action, over.found["Ready"]?.reason]).toEqual([undefined, "GrantsTooWide"]);
    const asked = under(narrowed, {}, { metadata: { annotations: { "memory.loci.dev/rotate": "x" } } });
    expect(planOf(asked)).toMatchObject({ action: undefined, found: { Ready: { reason: "GrantsTooWide" } } });
  });

  it("lets the one before it go all the same", () => {
    const observed = { ...under(narrowed), outside: [registered({ grants }), registered({ id: "key:old", name: "uid/0" })] };
    expect(planOf(observed, late).action).toEqual({ do: "revoke", name: "uid/0" });
  });

  it.each<[string, Partial<ObservedKey>]>([
    ["to be registered", { outside: [] }],
    ["whose terms changed", { outside: [registered({ grants: { "memory:read": ["/"] } })] }],
    ["that was revoked", { outside: [registered({ grants, state: "revoked" })] }],
    ["whose Secret was put back", { resource: keyWith({ ...narrow, status: { revision: 4 } }) }],
  ])("waits for its principal: one %s", (_what, changes) => {
    const waits = planOf(under(narrowed, changes));
    expect(waits).toMatchObject({ action: undefined, found: { Ready: { status: "False", reason: "GrantsTooWide" } } });
    expect(planOf(under(wide, changes)).action).toBeDefined();
  });

  it("is not made with paths that are none", () => {
    const wrong: Given = { spec: { attenuate: [{ verb: "memory:read", region: "//" }] } };
    const { action, found } = planOf(seen(wrong, { outside: [], held: { "memory:read": ["/"] } }));
    expect([action, found["Ready"]?.reason]).toEqual([undefined, "InvalidSpec"]);
  });
});

it("a key that names its Secret as none can be called says so, and is revoked all the same", () => {
  const spec = { secretTemplate: { name: "../../kube-system/secrets/foo" } };
  const { action, found } = planOf(seen({ spec }, { secret: undefined }));
  expect(action).toBeUndefined();
  expect(found["Ready"]).toMatchObject({
    reason: "InvalidSecretName",
    message: "spec.secretTemplate.name is '../../kube-system/secrets/foo', which no Secret can be called.",
  });
  const leaving = { spec, metadata: { deletionTimestamp: "2030-01-01T00:00:00Z" } };
  expect(planOf(seen(leaving, { secret: undefined })).action).toEqual({ do: "revoke", name: "uid/1" });
});

describe("drift", () => {
  const edited = (changes: Partial<SecretObject["data"]>, marks: Readonly<Record<string, string>> = {}): SecretObject => {
    const { metadata, data } = secretOf(keyWith());
    const annotations = { ...metadata.annotations, ...marks };
    return { metadata: { ...metadata, annotations }, data: { ...data, ...changes } as Record<string, string> };
  };
  const base64 = (value: string) => Buffer.from(value).toString("base64");
  const other = makeKeyText((length) => new Uint8Array(length).fill(9));

  it.each<[string, Partial<ObservedKey>]>([
    ["an edited key", { secret: edited({ apiKey: base64("mine") }) }],
    ["another key, with its digest", { secret: edited({ apiKey: base64(other) }, { "memory.loci.dev/digest": sha256(other) }) }],
    [
      "a Secret that was deleted and claimed anew",
      {
        secret: {
          ...edited({}),
          data: {},
          metadata: { resourceVersion: "1", annotations: { "memory.loci.dev/key-uid": "uid" } },
        },
      },
    ],
    ["an older revision put back", { resource: keyWith({ status: { revision: 4 } }) }],
  ])("%s brings a new revision", (_what, changes) => {
    expect(planOf(seen({}, changes)).action).toMatchObject({ do: "mint", occasion: { reason: "SecretDrift" } });
  });

  it("in the rest of the Secret is put right under the same revision", () => {
    expect(planOf(seen({}, { secret: edited({ url: base64("https://elsewhere") }) })).action).toMatchObject({
      do: "repairSecret",
    });
  });

  it("in Loci is put right: terms by registering again, a revoked key by a new one", () => {
    const narrower = registered({ grants: { "memory:read": ["/"] } });
    expect(planOf(seen({}, { outside: [narrower] })).action).toMatchObject({ do: "register", name: "uid/1" });
    const revoked = registered({ state: "revoked" });
    expect(planOf(seen({}, { outside: [revoked] })).action).toMatchObject({
      do: "mint",
      occasion: { reason: "KeyRevokedOutside" },
    });
  });

  it("is none where the context's policy lets the key live shorter", () => {
    const shorter = registered({ validUntil: new Date(start + 24 * hour).toISOString() });
    const { conditions = [] } = keyStatus(keyWith(), { Registered: yes("Registered") }, { facts: {}, place, now: start });
    const status = { conditions };
    expect(planOf(seen({ status }, { outside: [shorter] })).action).toBeUndefined();
    const changed = seen({ status, metadata: { generation: 2 } }, { outside: [shorter] });
    expect(planOf(changed).action).toMatchObject({ do: "register" });
    expect(planOf({ ...changed, isJustRegistered: true }).action).toBeUndefined();
    // A visit that failed has seen the new generation, but not told it to Loci.
    const found = { Registered: conditions[0] ?? no("Missing") };
    const failed = keyStatus(changed.resource, found, { facts: {}, place, now: start });
    expect(failed.observedGeneration).toBe(2);
    expect(planOf(seen({ status: failed, metadata: { generation: 2 } }, { outside: [shorter] })).action).toMatchObject({
      do: "register",
    });
  });
});

describe("a key that is deleted", () => {
  it("is revoked in all its revisions before it goes", () => {
    const leaving = { metadata: { deletionTimestamp: "2030-01-01T00:00:00Z" } };
    const both = [registered({ name: "uid/2" }), registered({ name: "uid/1" }), registered({ name: "someone-elses" })];
    expect(planOf(seen(leaving, { outside: both })).action).toEqual({ do: "revoke", name: "uid/2" });
    const none = both.map((key) => ({ ...key, state: "revoked" as const }));
    expect(planOf(seen(leaving, { outside: none })).action).toEqual({ do: "setFinalizer", present: false });
    expect(planOf(seen(leaving, { outside: undefined, place: undefined })).action).toEqual({
      do: "setFinalizer",
      present: false,
    });
  });
});

it("a secret is replaced so long before its end as was asked for, where it lives that long", () => {
  const life = { issuedAt: 0, notAfter: 30 * hour };
  const before = (rotateBefore: string) => rotationTime({ rotation: { policy: "Automatic", overlap: "1h", rotateBefore } }, life);
  expect([before("10h"), before("29h"), before("30h")]).toEqual([20 * hour, hour, 20 * hour]);
});
