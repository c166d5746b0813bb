/** MemoryKey: a key in a Kubernetes Secret, registered with Loci, replaced in time. */
import { isLociError, type LociManagement } from "@loci/client";
import type { MemoryContext } from "../../api/memory-context.ts";
import type { MemoryKey } from "../../api/memory-key.ts";
import type { MemoryPrincipal } from "../../api/memory-principal.ts";
import { annotations } from "../../api/names.ts";
import { OutsideError } from "../../apply/outside-failure.ts";
import { makeKeyText } from "../../desired/key-text.ts";
import { factsBefore, keyConditions, keyStatus, keyUnknown, planKey, type KeyAction, type KeyFacts } from "../../desired/key.ts";
import { desiredSecret, type Issued, type SecretObject } from "../../desired/secret.ts";
import { unlessMissing } from "../../observe/context.ts";
import { observeKey, type ObservedKey } from "../../observe/key.ts";
import type { Reconcile } from "../../runtime/controller.ts";
import type { KubeClient } from "../../runtime/kube-client.ts";
import { unlessSuspended } from "../suspended.ts";
import { visit, type VisitParts } from "../visit.ts";

export interface KeyControllerParts extends VisitParts {
  readonly loci: LociManagement;
  readonly client: KubeClient;
  readonly publicUrl: string;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly find: (key: string) => MemoryKey | undefined;
  readonly findPrincipal: (key: string) => MemoryPrincipal | undefined;
  readonly findContextOf: (principal: MemoryPrincipal) => MemoryContext | undefined;
  /** Asks for another look at a principal that Loci does not have. */
  readonly visitPrincipal: (key: string) => void;
}

export function keyReconciler(parts: KeyControllerParts): Reconcile {
  const { loci, cluster, record, publicUrl, clock } = parts;

  const write = async (resource: MemoryKey, before: SecretObject, issued: Issued, place: NonNullable<ObservedKey["place"]>) => {
    const desired = desiredSecret(resource, issued, { contextId: place.contextId, publicUrl });
    await cluster.writeSecret(resource, before, desired);
  };

  const take = async (observed: ObservedKey, action: KeyAction): Promise<MemoryKey> => {
    const { resource, secret } = observed;
    if (action.do === "setFinalizer") return (await cluster.setFinalizer(resource, action.present)) as MemoryKey;
    const { place } = observed;
    if (place === undefined) throw new Error(`${action.do} of a key without a place`);
    const path = { ctx: place.contextId, principalId: place.principalId };
    switch (action.do) {
      case "recordPlace": {
        const facts = factsBefore(resource.status);
        const status = keyStatus(resource, keyUnknown("Registering"), { facts, place, now: clock() });
        await cluster.writeStatus(resource, status);
        return { ...resource, status };
      }
      case "claimSecret":
        await cluster.claimSecret(resource);
        return resource;
      case "mint": {
        if (secret === undefined) throw new Error("a secret is made for a Secret that is not there");
        const { revision, occasion } = action;
        const rotate = resource.metadata.annotations?.[annotations.rotate] ?? "";
        // Whole seconds, as the annotation keeps them.
        const issuedAt = Math.floor(clock() / 1_000) * 1_000;
        await write(resource, secret, { revision, issuedAt, rotate, text: makeKeyText(parts.randomBytes) }, place);
        const isDrift = occasion.reason === "SecretDrift" || occasion.reason === "KeyRevokedOutside";
        await record(resource, isDrift ? "Warning" : "Normal", occasion.reason, `${occasion.message} Revision ${revision}.`);
        return resource;
      }
      case "repairSecret":
        if (secret !== undefined) await write(resource, secret, action.issued, place);
        return resource;
      case "register": {
        const { name, keyId, verifier, terms } = action;
        const grants = terms.grants === null ? {} : { grants: writable(terms.grants) };
        const body = { keyId, verifier, ...grants, expiresAt: new Date(terms.expiresAt).toISOString() };
        await loci.call("registerContextKey", { path: { ...path, name }, body }).catch((thrown: unknown) => {
          // Whether it may be registered is also up to the principal, who may be changed meanwhile, and again.
          if (isLociError(thrown, "invalid")) throw new OutsideError("InvalidSpec", thrown.detail, "wait", thrown);
          throw thrown;
        });
        return resource;
      }
      case "revoke":
        await unlessMissing(loci.keys.revoke(path.ctx, path.principalId, action.name));
        return resource;
    }
  };

  return async (key, signal) => {
    const first = parts.find(key);
    if (first === undefined) return {};
    const principalKey = `${first.metadata.namespace}/${first.spec.principalRef.name}`;
    const principal = parts.findPrincipal(principalKey);
    let isJustRegistered = false;
    let facts: KeyFacts = {};
    let place: ObservedKey["place"];
    return visit(parts, first, {
      conditions: keyConditions,
      signal,
      async step(resource) {
        const observed = await observeKey(parts, resource, { principal, isJustRegistered });
        place = observed.place ?? place;
        const plan = planKey(observed, clock(), publicUrl);
        facts = plan.facts;
        if (plan.action === undefined) {
          if (plan.found["Ready"]?.reason === "PrincipalMissing") parts.visitPrincipal(principalKey);
          return Object.keys(plan.found).length === 0 ? undefined : { settled: plan.found, dueAt: plan.dueAt };
        }
        if (plan.action.do !== "setFinalizer") unlessSuspended(principal && parts.findContextOf(principal));
        signal.throwIfAborted();
        const after = await take(observed, plan.action);
        if (plan.action.do === "register") isJustRegistered = true;
        if (plan.action.do === "setFinalizer" && !plan.action.present) return undefined;
        return { done: `key.${plan.action.do}`, resource: after };
      },
      status: (resource, found) => {
        const known = Object.keys(facts).length > 0 ? facts : factsBefore(resource.status);
        const { contextId, principalId } = resource.status ?? {};
        const before = contextId === undefined || principalId === undefined ? undefined : { contextId, principalId };
        return keyStatus(resource, found, { facts: known, place: place ?? before, now: clock() });
      },
    });
  };
}

const writable = (grants: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(grants).map(([verb, paths]) => [verb, [...paths]]));
