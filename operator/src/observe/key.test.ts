import { describe, expect, it } from "@jest/globals";
import type { MemoryKey } from "../api/memory-key.ts";
import type { MemoryPrincipal } from "../api/memory-principal.ts";
import { apiVersion } from "../api/names.ts";
import { placeFor } from "./key.ts";

const ids = { namespace: "a", name: "bot", uid: "uid", resourceVersion: "1" };
const place = { contextId: "a.brain", principalId: "bot" };
const principal: MemoryPrincipal = {
  ...{ apiVersion, kind: "MemoryPrincipal", metadata: ids },
  spec: { contextRef: { name: "brain" }, kind: "agent", deletionPolicy: "Delete" },
  status: { ...place, conditions: [] },
};
const leaving = (status: MemoryKey["status"]): MemoryKey => ({
  ...{ apiVersion, kind: "MemoryKey", metadata: { ...ids, deletionTimestamp: "2030-01-01T00:00:00Z" } },
  spec: { principalRef: { name: "bot" }, ttl: "240h", secretTemplate: { name: "bot-key" } },
  ...(status === undefined ? {} : { status }),
});

describe("a key that is leaving", () => {
  it("is looked for where it was written down to be", () => {
    const former = { contextId: "former", principalId: "bot" };
    expect(placeFor(leaving({ ...former, conditions: [] }), principal)).toEqual(former);
    expect(placeFor(leaving({ ...former, conditions: [] }), undefined)).toEqual(former);
  });

  it("is looked for with its principal where nothing was written down: it may have been registered since this was read", () => {
    expect(placeFor(leaving(undefined), principal)).toEqual(place);
    expect(placeFor(leaving(undefined), undefined)).toBeUndefined();
  });
});
