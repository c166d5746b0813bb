import { describe, expect, it } from "@jest/globals";
import type { MemoryKey } from "../api/memory-key.ts";
import { apiVersion, fieldManager } from "../api/names.ts";
import { desiredSecret, isAsDesired, type SecretObject } from "./secret.ts";

const metadata = { namespace: "a", name: "bot", uid: "uid", resourceVersion: "1", generation: 1 };
const desiredWith = (labels: Record<string, string>, annotations: Record<string, string> = {}) => {
  const spec: MemoryKey["spec"] = {
    ...{ principalRef: { name: "bot" }, ttl: "240h" },
    secretTemplate: { name: "bot-key", labels, annotations },
  };
  const key: MemoryKey = { apiVersion, kind: "MemoryKey", metadata, spec };
  const issued = { revision: 1, issuedAt: 0, rotate: "", text: "text" };
  return desiredSecret(key, issued, { contextId: "ctx", publicUrl: "https://loci.example" });
};
type Desired = ReturnType<typeof desiredWith>;

const owning = (fields: object): Record<string, object> => ({
  ".": {},
  ...Object.fromEntries(Object.keys(fields).map((name): [string, object] => [`f:${name}`, {}])),
});
/** As the API server keeps what was applied, with labels that others added. */
function applied({ data, ...marks }: Desired, others: Record<string, string> = {}): SecretObject {
  const by = (manager: string, operation: string, labels: object, annotations: object) => ({
    ...{ manager, operation },
    fieldsV1: { "f:metadata": { "f:labels": owning(labels), "f:annotations": owning(annotations) } },
  });
  const managedFields = [
    by(fieldManager, "Apply", marks.labels, marks.annotations),
    by("kubectl-label", "Update", others, {}),
    { manager: "other", operation: "Update" },
  ];
  return { metadata: { ...marks, resourceVersion: "5", labels: { ...marks.labels, ...others }, managedFields }, data };
}

describe("a key's Secret", () => {
  it("is not as desired while it has a label or an annotation that its key asked for once", () => {
    const plain = desiredWith({});
    expect(isAsDesired(applied(desiredWith({ "example.com/team": "a" })), plain)).toBe(false);
    expect(isAsDesired(applied(desiredWith({}, { note: "a" })), plain)).toBe(false);
    expect(isAsDesired(applied(plain), plain)).toBe(true);
  });

  it("may have what others put on it", () => {
    const plain = desiredWith({});
    expect(isAsDesired(applied(plain, { theirs: "a" }), plain)).toBe(true);
    const { managedFields: _unknown, ...unmanaged } = applied(desiredWith({ team: "a" })).metadata;
    expect(isAsDesired({ metadata: unmanaged, data: plain.data }, plain)).toBe(true);
  });
});
