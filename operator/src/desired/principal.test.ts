import { describe, expect, it } from "@jest/globals";
import type { MemoryContext } from "../api/memory-context.ts";
import type { MemoryPrincipal, MemoryPrincipalStatus } from "../api/memory-principal.ts";
import { apiVersion, finalizer } from "../api/names.ts";
import type { Condition } from "../api/words.ts";
import { no } from "./conditions.ts";
import { contextIdFor, planPrincipal, principalStatus } from "./principal.ts";

const now = Date.UTC(2030, 0, 1);
const owner = "kubernetes:c/a/MemoryPrincipal/bot";
const leaving = { deletionTimestamp: "2030-01-01T00:00:00Z" };
const place = { contextId: "a.brain", principalId: "bot" };
const there = {
  ...{ id: "bot", displayName: "bot", kind: "agent", grants: {}, externalId: owner },
  ...{ createdAt: "2030-01-01T00:00:00Z", reserved: false },
};

function principal(status?: MemoryPrincipalStatus, metadata: Partial<MemoryPrincipal["metadata"]> = {}): MemoryPrincipal {
  const ids = { namespace: "a", name: "bot", uid: "uid", resourceVersion: "1", generation: 1 };
  return {
    apiVersion,
    kind: "MemoryPrincipal",
    metadata: { ...ids, finalizers: [finalizer], ...metadata },
    spec: { contextRef: { name: "brain" }, kind: "agent", deletionPolicy: "Delete" },
    ...(status === undefined ? {} : { status }),
  };
}
function context(provisioned: Condition["status"]): MemoryContext {
  const condition = { type: "Provisioned", status: provisioned, lastTransitionTime: "2030-01-01T00:00:00Z" };
  return {
    apiVersion,
    kind: "MemoryContext",
    metadata: { namespace: "a", name: "brain", uid: "u", resourceVersion: "1" },
    spec: { adopt: false, deletionPolicy: "Retain", managementPolicy: "Full", suspend: false },
    status: { contextId: "a.brain", conditions: [{ ...condition, reason: "Provisioned", message: "" }] },
  };
}

describe("where a principal is", () => {
  it("is known once its context is there", () => {
    expect(contextIdFor(principal(), context("True"))).toBe("a.brain");
    expect(contextIdFor(principal(place), context("False"))).toBeUndefined();
    expect(contextIdFor(principal(place), undefined)).toBeUndefined();
  });

  it("stays known while it is leaving, also where its context's resource is gone, or nothing was written down", () => {
    expect(contextIdFor(principal(place, leaving), undefined)).toBe("a.brain");
    expect(contextIdFor(principal(undefined, leaving), context("True"))).toBe("a.brain");
    expect(contextIdFor(principal(undefined, leaving), undefined)).toBeUndefined();
  });

  it("stays written down where nothing new was learnt", () => {
    const found = { Ready: no("LociUnreachable") };
    expect(principalStatus(principal(place), found, { contextId: undefined, now })).toMatchObject(place);
    expect(principalStatus(principal(), found, { contextId: undefined, now })).not.toHaveProperty("contextId");
  });
});

it("a principal whose context was made again under another id stays where it is, and says what to do", () => {
  const resource = principal({ ...place, contextId: "former" });
  const { action, found } = planPrincipal({ resource, owner, contextId: "a.brain", outside: undefined });
  expect(action).toBeUndefined();
  expect(found["Registered"]).toMatchObject({ status: "False", reason: "ContextMoved" });
  expect(found["Ready"]?.message).toContain("It is in the context former, and the MemoryContext brain is a.brain now: delete");
  // Deleted then, it goes from where it is.
  expect(principalStatus(resource, found, { contextId: "a.brain", now }).contextId).toBe("former");
  expect(contextIdFor({ ...resource, metadata: { ...resource.metadata, ...leaving } }, context("True"))).toBe("former");
});

it("a principal that is leaving is let go only when Loci has it no more, or it is another's", () => {
  const planOf = (outside: typeof there | undefined) =>
    planPrincipal({ resource: principal(place, leaving), owner, contextId: "a.brain", outside });
  expect(planOf(there).action).toEqual({ do: "delete" });
  expect(planOf(undefined).action).toEqual({ do: "setFinalizer", present: false });
  expect(planOf({ ...there, externalId: "another" }).action).toEqual({ do: "setFinalizer", present: false });
});
