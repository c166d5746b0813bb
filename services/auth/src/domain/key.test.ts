import { describe, expect, it } from "@jest/globals";
import { secretRing } from "@loci/platform/secrets";
import { endOfLife, keyState, opensKey, rotatedLife, type Key } from "./key.ts";
import { verifierOf } from "./verifier.ts";

const pepper = secretRing(new Map([[1, new Uint8Array(32)]]));
const now = 1_000_000;

function key(changes: Partial<Key> = {}): Key {
  return {
    id: "key:1",
    principalId: "ada",
    name: "laptop",
    kind: "context",
    verifier: verifierOf("secret", pepper),
    secretSince: 0,
    previous: undefined,
    grants: undefined,
    createdAt: 0,
    validUntil: undefined,
    revokedAt: undefined,
    lastUsedAt: undefined,
    ...changes,
  };
}

describe("a key", () => {
  it("opens with its secret until the instant at which it ends", () => {
    expect(opensKey("secret", key({ validUntil: now + 1 }), pepper, now)).toBe(true);
    expect(opensKey("secret", key({ validUntil: now }), pepper, now)).toBe(false);
    expect(opensKey("other", key(), pepper, now)).toBe(false);
    expect(opensKey("secret", undefined, pepper, now)).toBe(false);
  });

  it("does not open once revoked, however long it was to live", () => {
    expect(opensKey("secret", key({ revokedAt: 1, validUntil: now + 1 }), pepper, now)).toBe(false);
    expect(keyState(key({ revokedAt: 1, validUntil: 2 }), now)).toBe("revoked");
  });

  it("opens with its former secret while the overlap lasts, and never longer than the key", () => {
    const previous = { verifier: verifierOf("former", pepper), until: now + 1 };
    expect(opensKey("former", key({ previous }), pepper, now)).toBe(true);
    expect(opensKey("former", key({ previous }), pepper, now + 1)).toBe(false);
    expect(opensKey("former", key({ previous, validUntil: now }), pepper, now)).toBe(false);
  });
});

describe("the life of a new key", () => {
  it("is what was asked for, clamped by the policy", () => {
    expect(endOfLife(60, undefined, now)).toBe(now + 60_000);
    expect(endOfLife(60, 30, now)).toBe(now + 30_000);
    expect(endOfLife(60, 90, now)).toBe(now + 60_000);
  });

  it("has no end when none was asked for, unless the policy sets one", () => {
    expect(endOfLife(undefined, undefined, now)).toBeUndefined();
    expect(endOfLife(undefined, 30, now)).toBe(now + 30_000);
  });
});

describe("the life of a rotated key", () => {
  const ask = { ttlSeconds: undefined, overlapSeconds: 0, maxTtlSeconds: undefined, mayProlong: true };

  it("is as long again as the former secret's was, and endless when that was", () => {
    expect(rotatedLife({ secretSince: now - 50_000, validUntil: now + 10_000 }, ask, now).validUntil).toBe(now + 60_000);
    expect(rotatedLife({ secretSince: now - 50_000, validUntil: undefined }, ask, now).validUntil).toBeUndefined();
  });

  it("is not prolonged where keys come from a broker only", () => {
    const brokered = { secretSince: now, validUntil: now + 10_000 };
    expect(rotatedLife(brokered, { ...ask, ttlSeconds: 3600, mayProlong: false }, now).validUntil).toBe(now + 10_000);
    expect(rotatedLife(brokered, { ...ask, ttlSeconds: 5, mayProlong: false }, now).validUntil).toBe(now + 5_000);
  });

  it("leaves the former secret an overlap that ends with the former life", () => {
    const overlapping = { ...ask, overlapSeconds: 60 };
    expect(rotatedLife({ secretSince: 0, validUntil: undefined }, ask, now).previousUntil).toBeUndefined();
    expect(rotatedLife({ secretSince: 0, validUntil: undefined }, overlapping, now).previousUntil).toBe(now + 60_000);
    expect(rotatedLife({ secretSince: 0, validUntil: now + 5 }, overlapping, now).previousUntil).toBe(now + 5);
    expect(rotatedLife({ secretSince: 0, validUntil: now - 5 }, overlapping, now).previousUntil).toBeUndefined();
  });
});
