import { describe, expect, it } from "@jest/globals";
import { apiVersion, finalizer } from "../api/names.ts";
import type { MemoryContext, MemoryContextSpec } from "../api/memory-context.ts";
import type { Credential, ObservedContext } from "../observe/context.ts";
import type { KubeObject } from "../runtime/kube-object.ts";
import { adminResources } from "./admin-key.ts";
import { planContext } from "./context.ts";

type Outside = NonNullable<ObservedContext["outside"]>;
const owner = "kubernetes:c/a/MemoryContext/brain";

function seen(spec: Partial<MemoryContextSpec> = {}, changes: Partial<ObservedContext> = {}, metadata = {}): ObservedContext {
  const resource: MemoryContext = {
    apiVersion,
    kind: "MemoryContext",
    metadata: { namespace: "a", name: "brain", uid: "u", resourceVersion: "1", generation: 1, ...metadata },
    spec: { adopt: false, deletionPolicy: "Retain", managementPolicy: "Full", suspend: false, ...spec },
  };
  const consent = { reservation: "kubernetes:c/a", isShared: false };
  return {
    resource,
    owner,
    outside: there(),
    ...consent,
    scopes: new Set(),
    credentials: [],
    usage: undefined,
    admin: [],
    ...changes,
  };
}
const there = (changes: Partial<Outside> = {}): Outside => ({
  ...{ id: "a.brain", displayName: "a.brain", config: {}, policy: {}, createdAt: "2030-01-01T00:00:00Z", owner },
  ...changes,
});
const actionOf = (...given: Parameters<typeof seen>) => planContext(seen(...given)).action;

describe("a context", () => {
  it("is made with its owner and settings, and then left alone", () => {
    const spec = {
      displayName: "Brain",
      extraction: { monthlyTokenBudget: 5 },
      keyPolicy: { allowSelfServiceKeys: false, maxTTL: "1h", delegation: "listed" as const, delegationTargets: ["ada"] },
    };
    const policy = {
      allowSelfServiceKeys: false,
      maxTokenTtlSeconds: 3_600,
      delegation: "listed" as const,
      delegationTargets: ["ada"],
    };
    const config = { token_limit: 5, enforcement_blocked: true };
    expect(actionOf(spec, { outside: undefined })).toEqual({
      do: "create",
      body: { id: "a.brain", owner, displayName: "Brain", config, policy },
    });
    const same = planContext(seen(spec, { outside: there({ displayName: "Brain", config: { ...config, theirs: 1 }, policy }) }));
    expect([same.action, same.found["Ready"]?.status]).toEqual([undefined, "True"]);
  });

  it("loses the settings that its resource no longer has, and keeps those that a resource cannot have", () => {
    const outside = there({
      config: { lifecycle: { decay: { identity: 0.9 }, ttl_days: {} }, schedule: { elaboration: "off" }, mine: 1 },
    });
    expect(actionOf({ lifecycle: { decay: { knowledge: 0.5 } } }, { outside })).toEqual({
      do: "change",
      body: { config: { lifecycle: { decay: { knowledge: 0.5, identity: null }, ttl_days: null }, schedule: null } },
    });
    expect(actionOf({}, { outside: there({ policy: { maxTokenTtlSeconds: 5 } }) })).toEqual({
      do: "change",
      body: { policy: { allowSelfServiceKeys: null, maxTokenTtlSeconds: null, delegation: null, delegationTargets: null } },
    });
  });

  it("is given a provider's key whenever its Secret has another version, and not otherwise", () => {
    const stage = { name: "hyde", provider: "openai", credentialsSecretRef: { name: "s", key: "apiKey" } } as const;
    const spec = { extraction: { stages: [stage] } };
    const credentials: Credential[] = [{ stage: "hyde", secret: "s", key: "apiKey", value: "sk", version: "7" }];
    const outside = there({ config: { stages: { hyde: { provider: "openai", api_key_set: true } } } });
    const observed = seen(spec, { credentials, outside });
    expect(planContext(observed).action).toMatchObject({
      body: { config: { stages: { hyde: { provider: "openai", api_key: "sk" } } } },
    });
    const synced = { ...observed, resource: { ...observed.resource, status: { credentials: { hyde: "7" } } } };
    expect(planContext(synced).action).toBeUndefined();
    const missing = seen(spec, { credentials: credentials.map((one) => ({ ...one, value: undefined })), outside });
    expect(planContext(missing).found["Ready"]).toMatchObject({ reason: "CredentialsMissing" });
  });

  it("that is somebody else's is not touched", () => {
    const other = there({ owner: "kubernetes:other/x" });
    expect(planContext(seen({ adopt: true }, { outside: other })).found["Ready"]).toMatchObject({ reason: "ContextOwned" });
    const leaving = { deletionTimestamp: "2030-01-01T00:00:00Z", finalizers: [finalizer] };
    expect(actionOf({ deletionPolicy: "Delete" }, { outside: other }, leaving)).toEqual({ do: "setFinalizer", present: false });
  });

  it("that was made elsewhere is taken over only where Loci's administrator has given it to the namespace, and the resource asks", () => {
    const given = { outside: there({ owner: "kubernetes:c/a" }) };
    expect(actionOf({ adopt: true }, given)).toEqual({ do: "change", body: { owner } });
    expect(planContext(seen({}, given)).found["Ready"]).toMatchObject({ reason: "ContextOwned" });
    for (const other of [null, "kubernetes:c/b", "kubernetes:d/a", "kubernetes:c/ab", "kubernetes:c/a/MemoryContext/other"]) {
      for (const adopt of [true, false]) {
        const plan = planContext(seen({ adopt }, { outside: there({ owner: other }) }));
        expect([other, plan.action, plan.found["Ready"]?.reason]).toEqual([other, undefined, "ContextOwned"]);
      }
    }
  });

  it("is made only under an id of its namespace, and of another's nothing is told", () => {
    for (const contextId of ["a.brain", "a", "a.b.c"])
      expect(actionOf({ contextId }, { outside: undefined })).toMatchObject({ do: "create" });
    for (const contextId of ["b.brain", "ab.brain", "a-b", "brain", "default"]) {
      const free = planContext(seen({ contextId, adopt: true }, { outside: undefined }));
      const taken = planContext(seen({ contextId, adopt: true }, { outside: there({ id: contextId, owner: "kubernetes:c/b" }) }));
      expect(free.found["Ready"]).toMatchObject({ reason: "ContextIdReserved" });
      expect(taken).toEqual(free);
    }
    // One that was made under such an id before stays whose it is; one that was given may be called as it likes.
    expect(planContext(seen({ contextId: "brain", displayName: "a.brain" })).found["Ready"]?.status).toBe("True");
    const given = there({ id: "brain", owner: "kubernetes:c/a" });
    expect(actionOf({ contextId: "brain", adopt: true }, { outside: given })).toEqual({ do: "change", body: { owner } });
  });

  it("of another is looked on at only where its keeper shares it; whether it is there is not told else", () => {
    const observeOnly = { managementPolicy: "ObserveOnly", contextId: "b.brain" } as const;
    for (const other of [null, "kubernetes:c/b/MemoryContext/brain", "kubernetes:c/b"]) {
      const closed = planContext(seen(observeOnly, { outside: there({ owner: other }) }));
      expect(closed.found["Ready"]).toMatchObject({ status: "False", reason: "ContextNotShared" });
      expect(closed).toEqual(planContext(seen(observeOnly, { outside: undefined })));
    }
    const shared = planContext(
      seen(observeOnly, { outside: there({ owner: "kubernetes:c/b/MemoryContext/brain" }), isShared: true }),
    );
    expect(shared.found).toMatchObject({ Ready: { status: "True" }, Provisioned: { status: "False", reason: "ContextOwned" } });
  });

  it("is deleted only where that is declared", () => {
    const leaving = { deletionTimestamp: "2030-01-01T00:00:00Z", finalizers: [finalizer] };
    expect(actionOf({ deletionPolicy: "Delete" }, {}, leaving)).toEqual({ do: "delete" });
    expect(actionOf({}, {}, leaving)).toEqual({ do: "setFinalizer", present: false });
    expect(actionOf({ deletionPolicy: "Delete" })).toEqual({ do: "setFinalizer", present: true });
    expect(actionOf({}, {}, { finalizers: [finalizer] })).toEqual({ do: "setFinalizer", present: false });
  });

  it("says when its tokens are spent", () => {
    const usage = { month: "2030-01", rows: [], used: 5, reserved: 0, tokenLimit: 5, enforcementBlocked: true };
    const outside = there({ config: { token_limit: 5, enforcement_blocked: true } });
    const { found } = planContext(seen({ extraction: { monthlyTokenBudget: 5 } }, { usage, outside }));
    expect(found).toMatchObject({ QuotaExceeded: { status: "True" }, Ready: { status: "True" } });
  });

  it("with an id that Loci cannot have says so", () => {
    expect(planContext(seen({ contextId: "health" })).found["Ready"]).toMatchObject({ reason: "InvalidContextId" });
  });

  it("that names a Secret as none can be called says which field does", () => {
    const name = "../../kube-system/secrets/foo";
    const stage = { name: "hyde", provider: "openai", credentialsSecretRef: { name, key: "apiKey" } } as const;
    const credentials: Credential[] = [{ stage: "hyde", secret: name, key: "apiKey", value: undefined, version: "" }];
    const observed = seen({ extraction: { stages: [stage] } }, { credentials });
    expect(planContext(observed).found["Ready"]).toMatchObject({
      ...{ status: "False", reason: "InvalidSecretName" },
      message: `spec.extraction.stages[hyde].credentialsSecretRef.name is '${name}', which no Secret can be called.`,
    });
    const { action, found } = planContext(seen({ adminKeySecret: { name } }));
    expect([action, found["Provisioned"]?.status]).toEqual([undefined, "True"]);
    expect(found["Ready"]).toMatchObject({
      reason: "InvalidSecretName",
      message: expect.stringContaining("spec.adminKeySecret.name"),
    });
  });

  it("that is only observed is compared, and neither made, changed, taken over nor deleted", () => {
    const observeOnly = { managementPolicy: "ObserveOnly", deletionPolicy: "Delete" } as const;
    expect(planContext(seen(observeOnly, { outside: undefined })).found["Ready"]).toMatchObject({ reason: "ContextMissing" });
    const spec = {
      ...{ ...observeOnly, displayName: "Brain", scopes: ["/team"], keyPolicy: { allowSelfServiceKeys: false } },
      lifecycle: { consolidation: "off" },
      extraction: { stages: [{ name: "hyde", provider: "openai", credentialsSecretRef: { name: "s", key: "apiKey" } }] },
    } as const;
    const theirs = seen(
      { ...spec, scopes: [...spec.scopes], extraction: { stages: [...spec.extraction.stages] } },
      {
        outside: there({ owner: "kubernetes:other/x" }),
        isShared: true,
        credentials: [{ stage: "hyde", secret: "s", key: "apiKey", value: undefined, version: "" }],
      },
    );
    const { action, found } = planContext(theirs);
    expect(action).toBeUndefined();
    expect(found).toMatchObject({
      Ready: { status: "True", reason: "Observed" },
      PolicySynced: { status: "False", message: "Not as declared: displayName, keyPolicy, config.stages, scope /team." },
      SchedulesSynced: { status: "False", message: "Not as declared: config.schedule." },
    });
    // Principals, keys and backups stand on what is provisioned: who looks on at another's context gets none of them.
    expect(found["Provisioned"]).toMatchObject({ status: "False", reason: "ContextOwned" });
    const given = seen(observeOnly, { outside: there({ owner: "kubernetes:c/a" }) });
    for (const one of [seen(observeOnly), given]) expect(planContext(one).found["Provisioned"]?.status).toBe("True");
    expect(planContext(seen(observeOnly)).found["PolicySynced"]).toMatchObject({ status: "True" });
    const leaving = { deletionTimestamp: "2030-01-01T00:00:00Z", finalizers: [finalizer] };
    expect(actionOf(observeOnly, {}, leaving)).toEqual({ do: "setFinalizer", present: false });
    expect(actionOf(observeOnly, {}, { finalizers: [finalizer] })).toEqual({ do: "setFinalizer", present: false });
  });

  it("has a principal and a key made for its administrator where it names a Secret for it, and taken away again", () => {
    const spec = { adminKeySecret: { name: "admin-key" } };
    const wanted = adminResources(seen(spec).resource);
    const made = wanted.map((one, i): KubeObject => {
      const metadata = { ...one.metadata, uid: `u${i}`, resourceVersion: "1" };
      // As the cluster fills it in.
      return { ...one, metadata, spec: { ...one.spec, ttl: "2160h" } };
    });
    expect(actionOf(spec)).toMatchObject({ do: "applyAdmin", resource: { kind: "MemoryPrincipal" } });
    expect(actionOf(spec, { admin: made.slice(0, 1) })).toMatchObject({ do: "applyAdmin", resource: { kind: "MemoryKey" } });
    expect(actionOf(spec, { admin: made })).toBeUndefined();
    const narrowed = made.map((one) => (one.kind === "MemoryKey" ? one : { ...one, spec: { grants: [] } }));
    expect(actionOf(spec, { admin: narrowed })).toMatchObject({ do: "applyAdmin", resource: { kind: "MemoryPrincipal" } });
    const theirs = made.map((one) => ({ ...one, metadata: { ...one.metadata, ownerReferences: [] } }));
    expect(planContext(seen(spec, { admin: theirs })).found["Ready"]).toMatchObject({ reason: "AdminKeyConflict" });
    expect(actionOf({}, { admin: made })).toMatchObject({ do: "removeAdmin" });
    expect(actionOf({}, { admin: theirs })).toBeUndefined();
  });
});
