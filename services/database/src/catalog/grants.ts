import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import type { Grant, Place, StoreTransaction } from "../store/port.ts";
import { Datetime, type Duration, type RecordId, type ObjectValue, type Value } from "../values/value.ts";

/** What a grant's key begins with: a bearer key, or a refresh token, which can be used once. */
export type GrantKind = "bearer" | "refresh";

export interface NewGrant {
  readonly kind: GrantKind;
  readonly access: string;
  readonly subject: { readonly user: string } | { readonly record: RecordId };
  /** Epoch milliseconds; undefined: it never ends. */
  readonly expires: number | undefined;
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const lettersAndDigits = `${letters}0123456789`;
const idLength = 12;
const secretLength = 24;

const randomWord = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
/** Begins with a letter: statements name a grant without quotes (`ACCESS a REVOKE GRANT id`), and no name begins with a digit. */
const randomId = (): string => randomWord(letters, 1) + randomWord(lettersAndDigits, idLength - 1);

/** How long grants are good whose access method says nothing: 30 days. */
export const usualGrantMs = 30 * 24 * 3_600_000;

/** When a grant that is made now ends, in epoch milliseconds. */
export function grantsExpiry(now: number, life: Duration | "usual" | "never"): number | undefined {
  if (life === "never") return undefined;
  return now + (life === "usual" ? usualGrantMs : Number(life.nanos / 1_000_000n));
}

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");
const moment = (milliseconds: number): Datetime => new Datetime(BigInt(milliseconds) * 1_000_000n);

/** Makes a grant. @returns its key, which is kept nowhere, and what of it may be shown */
export async function makeGrant(
  transaction: StoreTransaction,
  place: Partial<Place>,
  { kind, access, subject, expires }: NewGrant,
  now: number,
): Promise<{ readonly key: string; readonly shown: ObjectValue }> {
  const [id, secret] = [randomId(), randomWord(lettersAndDigits, secretLength)];
  const document = new Map<string, Value>([
    ["kind", kind],
    ["hash", hashOf(secret)],
    ["creation", moment(now)],
    ["expiration", expires === undefined ? null : moment(expires)],
    ["revocation", null],
    ["subject", new Map<string, Value>(Object.entries(subject))],
  ]);
  await transaction.writeGrant(place, access, { id, document });
  const key = `surreal-${kind}-${id}-${secret}`;
  return { key, shown: shownGrant(access, { id, document }, key) };
}

/** A grant as ACCESS … GRANT and SHOW give it; its key only in the moment that it is made. */
export function shownGrant(access: string, { id, document }: Grant, key = "[REDACTED]"): ObjectValue {
  return new Map<string, Value>([
    ["ac", access],
    ["creation", document.get("creation")],
    ["expiration", document.get("expiration") ?? undefined],
    [
      "grant",
      new Map<string, Value>([
        ["id", id],
        ["key", key],
      ]),
    ],
    ["id", id],
    ["revocation", document.get("revocation") ?? undefined],
    ["subject", document.get("subject")],
    // A refresh token too: whoever shows and revokes grants means all of them.
    ["type", "bearer"],
  ]);
}

/** Whether a key looks like one of a grant, of any kind. */
export function isGrantKey(key: string): boolean {
  const [begin, kind, id = "", secret = "", ...more] = key.split("-");
  const isLong = id.length === idLength && secret.length === secretLength && more.length === 0;
  return begin === "surreal" && (kind === "bearer" || kind === "refresh") && isLong;
}

/** The grant that a key is of, if it is one of this kind, not revoked and not expired; undefined without saying why. */
export async function grantOfKey(
  transaction: StoreTransaction,
  place: Partial<Place>,
  access: string,
  { key, kind, now }: { readonly key: string; readonly kind: GrantKind; readonly now: number },
): Promise<Grant | undefined> {
  const [, said, id = "", secret = ""] = key.split("-");
  if (!isGrantKey(key) || said !== kind) return undefined;
  const [grant] = await transaction.grants(place, access, id);
  if (grant === undefined) return undefined;
  const { document } = grant;
  const expiration = document.get("expiration");
  const kept = document.get("hash");
  const hash = Buffer.from(typeof kept === "string" ? kept : "");
  if (document.get("kind") !== kind || document.get("revocation") instanceof Datetime) return undefined;
  if (expiration instanceof Datetime && expiration.nanos <= moment(now).nanos) return undefined;
  const given = Buffer.from(hashOf(secret));
  return hash.length === given.length && timingSafeEqual(hash, given) ? grant : undefined;
}

/** The same grant, revoked now. */
export function revoked({ id, document }: Grant, now: number): Grant {
  return { id, document: new Map([...document, ["revocation", moment(now)]]) };
}
