/**
 * What to do next for a MemoryKey. One step at a time, and after each everything is looked at anew: whatever a crash leaves between
 * two steps is just another thing to look at. The secret stands in the Kubernetes Secret before Loci hears of it, and nowhere else.
 */
import type { AnswerOf } from "@loci/client";
import type { MemoryKey, MemoryKeyStatus } from "../api/memory-key.ts";
import { annotations, finalizer } from "../api/names.ts";
import type { ObservedKey } from "../observe/key.ts";
import { conditionsOf, findCondition, no, timestamp, unknown, yes, type Finding } from "./conditions.ts";
import { durationMs } from "./duration.ts";
import { grantsProblem, grantTable, sameGrants, type GrantTable } from "./grants.ts";
import { wrongSecretName } from "./secret-name.ts";
import { desiredSecret, isAsDesired, secretState, type Issued, type SecretState } from "./secret.ts";

export type OutsideKey = AnswerOf<"listContextPrincipalKeys">[number];

/** Why a secret is made: the reason of the event, and whether it is a warning. */
export interface Occasion {
  readonly reason: "KeyMinted" | "KeyRotated" | "SecretDrift" | "KeyRevokedOutside";
  readonly message: string;
}

export type KeyAction =
  | { readonly do: "setFinalizer"; readonly present: boolean }
  | { readonly do: "recordPlace" }
  /** Makes the Secret, empty: from then on nobody else can take its name. */
  | { readonly do: "claimSecret" }
  | { readonly do: "mint"; readonly revision: number; readonly occasion: Occasion }
  /** Writes the same revision again where something else of the Secret differs. */
  | { readonly do: "repairSecret"; readonly issued: Issued }
  | { readonly do: "register"; readonly name: string; readonly keyId: string; readonly verifier: string; readonly terms: Terms }
  | { readonly do: "revoke"; readonly name: string };

export interface Terms {
  readonly grants: GrantTable | null;
  readonly expiresAt: number;
}

export interface KeyPlan {
  readonly action: KeyAction | undefined;
  readonly found: Readonly<Record<string, Finding>>;
  readonly facts: KeyFacts;
  /** When something is due without anybody's doing, in milliseconds since the epoch. */
  readonly dueAt?: number | undefined;
}

/** What the status tells beside the conditions. */
export type KeyFacts = Pick<
  MemoryKeyStatus,
  "revision" | "keyId" | "digest" | "notAfter" | "rotationTime" | "previousKeyId" | "previousRevokeAt"
>;

export const keyConditions = ["Ready", "SecretSynced", "Registered", "Expiring"] as const;

/** The name under which Loci knows one revision of this key. */
export const registeredName = (key: MemoryKey, revision: number): string => `${key.metadata.uid}/${revision}`;

export function planKey(observed: ObservedKey, now: number, publicUrl: string): KeyPlan {
  const { resource, place } = observed;
  const { metadata, spec, status } = resource;
  const holds = metadata.finalizers?.includes(finalizer) ?? false;
  const registered = revisionsOf(resource, observed.outside ?? []);

  if (metadata.deletionTimestamp !== undefined) {
    const open = registered.find(({ key }) => key.state === "active");
    if (open !== undefined) return step({ do: "revoke", name: open.key.name });
    return holds ? step({ do: "setFinalizer", present: false }) : { action: undefined, found: {}, facts: {} };
  }
  const wrong = wrongSecretName("spec.secretTemplate.name", spec.secretTemplate.name);
  if (wrong !== undefined) return blocked(wrong.reason, wrong.message);
  if (!holds) return step({ do: "setFinalizer", present: true });
  if (place === undefined) return blocked("PrincipalNotReady", `The MemoryPrincipal ${spec.principalRef.name} is not ready.`);
  if (observed.outside === undefined) {
    return blocked("PrincipalMissing", `The context ${place.contextId} has no principal ${place.principalId}.`);
  }
  if (status?.contextId !== place.contextId || status.principalId !== place.principalId) return step({ do: "recordPlace" });

  const secret = secretState(observed.secret, resource);
  const name = spec.secretTemplate.name;
  if (secret.is === "foreign")
    return blocked("SecretConflict", `There is a Secret ${name} that is not this key's: delete one of them.`);
  if (secret.is === "leaving") return blocked("SecretLeaving", `The Secret ${name} is being deleted.`);
  if (secret.is === "absent") return step({ do: "claimSecret" });
  const next =
    1 + Math.max(0, status.revision ?? 0, "revision" in secret ? secret.revision : 0, ...registered.map((one) => one.revision));
  // Never at the price of a key that may still work.
  const problem = observed.held && grantsProblem(grantsOf(resource), observed.held);
  const mint = (occasion: Occasion): KeyPlan =>
    problem === undefined ? step({ do: "mint", revision: next, occasion }) : blocked(problem.reason, problem.message);
  const drift = driftOf(secret, status, name);
  if (drift !== undefined) return mint(drift);
  if (secret.is !== "whole") return mint({ reason: "KeyMinted", message: `Made revision ${next} in the Secret ${name}.` });
  return planIssued(observed, { secret, registered, problem, now, publicUrl, contextId: place.contextId, mint });
}

interface Revision {
  readonly revision: number;
  readonly key: OutsideKey;
}

/** The revisions of this key that Loci knows, the newest first; of two of one name the one that is in force. */
function revisionsOf(resource: MemoryKey, outside: readonly OutsideKey[]): Revision[] {
  const prefix = `${resource.metadata.uid}/`;
  const own = outside.filter(({ name }) => name.startsWith(prefix));
  return own
    .map((key) => ({ key, revision: Number(key.name.slice(prefix.length)) }))
    .filter(({ revision }) => Number.isSafeInteger(revision))
    .sort((a, b) => b.revision - a.revision || Number(a.key.state === "revoked") - Number(b.key.state === "revoked"));
}

/** Whether somebody changed or deleted what the operator had written. */
function driftOf(secret: SecretState, status: MemoryKeyStatus, name: string): Occasion | undefined {
  const told = (what: string): Occasion => ({
    reason: "SecretDrift",
    message: `The Secret ${name} was ${what}; it gets a new key.`,
  });
  if (secret.is === "changed") return told("changed");
  if (secret.is === "empty") return status.revision === undefined ? undefined : told("deleted");
  if (secret.is !== "whole" || status.revision === undefined || secret.revision > status.revision) return undefined;
  if (secret.revision < status.revision) return told("put back to an older revision");
  return secret.digest === status.digest ? undefined : told("changed");
}

interface Whole {
  readonly secret: Extract<SecretState, { readonly is: "whole" }>;
  readonly registered: readonly Revision[];
  /** Why Loci would register no key under the present terms. */
  readonly problem: Finding | undefined;
  readonly now: number;
  readonly publicUrl: string;
  readonly contextId: string;
  readonly mint: (occasion: Occasion) => KeyPlan;
}

/** The Secret holds a whole revision: it is registered, kept as it should be, and replaced in time. */
function planIssued(observed: ObservedKey, given: Whole): KeyPlan {
  const { secret, registered, problem, now, publicUrl, contextId, mint } = given;
  const { resource } = observed;
  const { spec, metadata } = resource;
  const { revision, keyId, verifier } = secret;
  const current = registered.find((one) => one.revision === revision)?.key;
  const isKnown = current !== undefined && idOf(current) === keyId;
  if (isKnown && current.state === "revoked") {
    return mint({ reason: "KeyRevokedOutside", message: `Revision ${revision} was revoked in Loci; it gets a new key.` });
  }
  const wanted = desiredSecret(resource, secret, { contextId, publicUrl });
  if (observed.secret === undefined || !isAsDesired(observed.secret, wanted)) return step({ do: "repairSecret", issued: secret });

  const terms = termsOf(resource, secret.issuedAt);
  const name = registeredName(resource, revision);
  const isRegistered = isKnown && isUnder(current, terms, observed);
  if (!isRegistered && problem !== undefined) return blocked(problem.reason, problem.message);
  if (!isRegistered) return step({ do: "register", name, keyId, verifier, terms });

  const notAfter = current.validUntil === null ? terms.expiresAt : Date.parse(current.validUntil);
  const rotateAt = rotationTime(spec, { issuedAt: secret.issuedAt, notAfter });
  const asked = metadata.annotations?.[annotations.rotate] ?? "";
  const isAsked = asked !== "" && asked !== secret.rotate;
  const isAutomatic = spec.rotation?.policy !== "Never";
  const isDue = isAsked || (isAutomatic && now >= rotateAt);
  if (isDue && problem === undefined) {
    const why = isAsked ? "as was asked for" : `before its end at ${timestamp(notAfter)}`;
    return mint({ reason: "KeyRotated", message: `Rotated, ${why}.` });
  }

  const older = registered.filter((one) => one.revision !== revision && one.key.state === "active");
  const revokeAt = Date.parse(current.createdAt) + durationMs(spec.rotation?.overlap ?? "1h");
  const previous = older.at(0)?.key;
  if (previous !== undefined && now >= revokeAt) return step({ do: "revoke", name: previous.name });
  const isOver = now >= notAfter;
  const isNear = now >= rotateAt;
  const end = `${isOver ? "ended" : "ends"} at ${timestamp(notAfter)}`;
  const unready =
    isDue && problem !== undefined ? no(problem.reason, `The key ${end} and cannot be rotated: ${problem.message}`) : undefined;
  const over = isOver ? no("KeyExpired", `The key ${end}; rotation.policy is Never.`) : undefined;
  return {
    action: undefined,
    found: {
      Ready: unready ?? over ?? yes("Usable"),
      SecretSynced: yes("Synced"),
      Registered: yes("Registered"),
      Expiring: isNear ? yes("NearItsEnd", `The key ${end}.`) : no("InForce"),
    },
    facts: {
      revision,
      keyId,
      digest: secret.digest,
      notAfter: timestamp(notAfter),
      ...(isAutomatic ? { rotationTime: timestamp(rotateAt) } : {}),
      ...(previous === undefined ? {} : { previousKeyId: idOf(previous), previousRevokeAt: timestamp(revokeAt) }),
    },
    dueAt: Math.min(isNear ? (isOver ? Infinity : notAfter) : rotateAt, previous === undefined ? Infinity : revokeAt),
  };
}

const idOf = ({ id }: OutsideKey): string => id.replace(/^key:/, "");

const grantsOf = ({ spec }: MemoryKey): Terms["grants"] => (spec.attenuate === undefined ? null : grantTable(spec.attenuate));

function termsOf(resource: MemoryKey, issuedAt: number): Terms {
  return { grants: grantsOf(resource), expiresAt: issuedAt + durationMs(resource.spec.ttl) };
}

/** Whether the key stands under these terms. The context's policy may make its life shorter than what was asked for. */
function isUnder(key: OutsideKey, terms: Terms, { resource, isJustRegistered }: ObservedKey): boolean {
  if (!sameGrants(key.grants, terms.grants)) return false;
  const end = key.validUntil === null ? Infinity : Date.parse(key.validUntil);
  if (end > terms.expiresAt) return false;
  const registered = findCondition(resource.status?.conditions, "Registered");
  const isSeen = registered?.status === "True" && registered.observedGeneration === resource.metadata.generation;
  return end === terms.expiresAt || isJustRegistered || isSeen;
}

const defaultRotateBefore = "360h";

/** When to replace a secret: so long before its end as was asked for; where it does not live that long, in its last third. */
export function rotationTime(
  { rotation }: Pick<MemoryKey["spec"], "rotation">,
  { issuedAt, notAfter }: { readonly issuedAt: number; readonly notAfter: number },
): number {
  const life = notAfter - issuedAt;
  const before = durationMs(rotation?.rotateBefore ?? defaultRotateBefore);
  return notAfter - (before < life ? before : life / 3);
}

export function keyStatus(
  resource: MemoryKey,
  found: Readonly<Record<string, Finding>>,
  parts: { readonly facts: KeyFacts; readonly place: ObservedKey["place"]; readonly now: number },
): MemoryKeyStatus {
  const { metadata, spec, status } = resource;
  const generation = metadata.generation ?? 0;
  return {
    observedGeneration: generation,
    ...(parts.place ?? {}),
    secretName: spec.secretTemplate.name,
    ...parts.facts,
    conditions: conditionsOf(status?.conditions, found, { generation, now: parts.now }),
  };
}

export const keyUnknown = (reason: string): Readonly<Record<string, Finding>> =>
  Object.fromEntries(keyConditions.map((type) => [type, unknown(reason)]));

/** What a status said before, where nothing newer is known. */
export function factsBefore(status: MemoryKeyStatus | undefined): KeyFacts {
  const { revision, keyId, digest, notAfter, rotationTime: at, previousKeyId, previousRevokeAt } = status ?? {};
  const facts = { revision, keyId, digest, notAfter, rotationTime: at, previousKeyId, previousRevokeAt };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

const step = (action: KeyAction): KeyPlan => ({ action, found: {}, facts: {} });

function blocked(reason: string, message: string): KeyPlan {
  const pending = unknown(reason, message);
  return {
    action: undefined,
    found: { Ready: no(reason, message), SecretSynced: pending, Registered: pending, Expiring: pending },
    facts: {},
  };
}
