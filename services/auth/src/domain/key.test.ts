import { describe, expect, it } from "@jest/globals";
import { secretRing } from "@loci/platform/secrets";
import { endOfLife, keyState, openedBy, rotatedLife, standingOf, type Key } from "./key.ts";
import { secretMark, verifierOf } from "./verifier.ts";

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
    mintedBy: undefined,
    ...changes,
  };
}

const opens = (...asked: Parameters<typeof openedBy>) => openedBy(...asked) !== undefined;

describe("a key", () => {
  it("opens with its secret until the instant at which it ends", () => {
    expect(opens("secret", key({ validUntil: now + 1 }), pepper, now)).toBe(true);
    expect(opens("secret", key({ validUntil: now }), pepper, now)).toBe(false);
    expect(opens("other", key(), pepper, now)).toBe(false);
    expect(opens("secret", undefined, pepper, now)).toBe(false);
  });

  it("does not open once revoked, however long it was to live", () => {
    expect(opens("secret", key({ revokedAt: 1, validUntil: now + 1 }), pepper, now)).toBe(false);
    expect(keyState(key({ revokedAt: 1, validUntil: 2 }), now)).toBe("revoked");
  });

  it("opens with its former secret while the overlap lasts, and never longer than the key", () => {
    const previous = { verifier: verifierOf("former", pepper), until: now + 1 };
    expect(opens("former", key({ previous }), pepper, now)).toBe(true);
    expect(opens("former", key({ previous }), pepper, now + 1)).toBe(false);
    expect(opens("former", key({ previous, validUntil: now }), pepper, now)).toBe(false);
  });
});

describe("how a secret stands", () => {
  const mark = secretMark(verifierOf("secret", pepper));
  const former = verifierOf("former", pepper);

  it("is as its key does, for the present one and for who does not say which", () => {
    for (const one of [mark, ""]) {
      expect(standingOf(key({ validUntil: now + 1 }), one, now)).toEqual({ isPresent: true, until: now + 1 });
      expect(standingOf(key({ validUntil: now }), one, now)).toBeUndefined();
      expect(standingOf(key({ revokedAt: 1 }), one, now)).toBeUndefined();
    }
  });

  it("ends with the overlap for the one before, and with the rotation for all others", () => {
    const previous = { verifier: former, until: now + 5 };
    const rotated = (validUntil?: number) => key({ previous, validUntil });
    expect(standingOf(rotated(), secretMark(former), now)).toEqual({ isPresent: false, until: now + 5 });
    expect(standingOf(rotated(now + 1), secretMark(former), now)).toEqual({ isPresent: false, until: now + 1 });
    expect(standingOf(rotated(), secretMark(former), now + 5)).toBeUndefined();
    expect(standingOf(key(), secretMark(former), now)).toBeUndefined();
    expect(standingOf(rotated(), secretMark(verifierOf("older", pepper)), now)).toBeUndefined();
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
  const ask = { ttlSeconds: undefined, overlapSeconds: 0, maxTtlSeconds: undefined, reach: "policy" as const };

  it("is as long again as the former secret's was, and endless when that was", () => {
    expect(rotatedLife({ secretSince: now - 50_000, validUntil: now + 10_000 }, ask, now).validUntil).toBe(now + 60_000);
    expect(rotatedLife({ secretSince: now - 50_000, validUntil: undefined }, ask, now).validUntil).toBeUndefined();
  });

  it("is no longer than the former secret's was where the key renews itself", () => {
    const given = { secretSince: now - 50_000, validUntil: now + 10_000 };
    for (const [ttlSeconds, end] of [
      [undefined, now + 60_000],
      [3600, now + 60_000],
      [5, now + 5_000],
    ])
      expect(rotatedLife(given, { ...ask, ttlSeconds, reach: "life" }, now).validUntil).toBe(end);
    expect(rotatedLife({ secretSince: 0, validUntil: undefined }, { ...ask, ttlSeconds: 5, reach: "life" }, now).validUntil).toBe(
      now + 5_000,
    );
  });

  it("is not prolonged where keys come from a broker only", () => {
    const brokered = { secretSince: now, validUntil: now + 10_000 };
    expect(rotatedLife(brokered, { ...ask, ttlSeconds: 3600, reach: "end" }, now).validUntil).toBe(now + 10_000);
    expect(rotatedLife(brokered, { ...ask, ttlSeconds: 5, reach: "end" }, now).validUntil).toBe(now + 5_000);
  });

  it("leaves the former secret an overlap that ends with the former life", () => {
    const overlapping = { ...ask, overlapSeconds: 60 };
    expect(rotatedLife({ secretSince: 0, validUntil: undefined }, ask, now).previousUntil).toBeUndefined();
    expect(rotatedLife({ secretSince: 0, validUntil: undefined }, overlapping, now).previousUntil).toBe(now + 60_000);
    expect(rotatedLife({ secretSince: 0, validUntil: now + 5 }, overlapping, now).previousUntil).toBe(now + 5);
    expect(rotatedLife({ secretSince: 0, validUntil: now - 5 }, overlapping, now).previousUntil).toBeUndefined();
  });
});
