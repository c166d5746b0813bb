import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from "node:crypto";
import type { SecretRing } from "@loci/platform/secrets";
import type { auth } from "@loci/protos";

/** What a row says first of itself: another layout gets another name. */
export const rowFormat = "loci-audit-1";
const checkpointFormat = "loci-audit-checkpoint-1";
const retentionFormat = "loci-audit-retention-1";

/** The chain of the deployment itself. */
export const deploymentChain = "*";
/** The hash before the first row. */
export const noHash = "0".repeat(64);

/** A place in a chain; the hash in hexadecimal. */
export interface Link {
  readonly position: number;
  readonly hash: string;
}

export interface ChainedRow extends Link {
  readonly text: string;
}

/**
 * The text of an entry's row in two pieces, between which stand, as the chain's end is at that moment, the row's position, a comma, the hash
 * of the row before in quotes, and a comma. A row's text is a JSON array in the order of its fields, written without spaces as ECMAScript's
 * JSON.stringify does; its hash is the SHA-256 of the text in UTF-8.
 */
export interface RowPieces {
  readonly before: string;
  readonly after: string;
}

export function rowPieces(chain: string, entry: auth.AuditEntry): RowPieces {
  const fields: EntryFields = [
    ...([entry.id, entry.at, entry.kind, entry.operation, entry.door] as const),
    ...([entry.principal, entry.delegated, entry.keyId, entry.traceId, entry.path] as const),
    ...([entry.region, entry.status, entry.latencyMs, entry.address, entry.count, entry.contextId] as const),
  ];
  return { before: `${JSON.stringify([rowFormat, chain]).slice(0, -1)},`, after: JSON.stringify(fields).slice(1) };
}

/** What a row's text holds in its order, behind its format, its chain, its position and the hash of the row before. */
type EntryFields = [
  ...[id: string, at: string, kind: string, operation: string, door: string],
  ...[principal: string, delegated: string, keyId: string, traceId: string, path: string],
  ...[region: string[], status: number, latencyMs: number, address: string, count: number, contextId: string],
];

/** The entry that a row was made of. A row that somebody else put there may hold anything: it is shown as far as it can be. */
export function entryIn(text: string): auth.AuditEntry {
  const [, , , , id, at, kind, operation, door, principal, delegated, keyId, traceId, path, region, ...rest] = JSON.parse(
    text,
  ) as readonly unknown[];
  const [status, latencyMs, address, count, contextId] = rest;
  return {
    ...{ id: textOf(id), contextId: textOf(contextId), at: textOf(at), kind: textOf(kind), operation: textOf(operation) },
    ...{ door: textOf(door), principal: textOf(principal), delegated: textOf(delegated), keyId: textOf(keyId) },
    ...{ traceId: textOf(traceId), path: textOf(path), region: Array.isArray(region) ? region.map(textOf) : [] },
    ...{ status: numberOf(status), latencyMs: numberOf(latencyMs), address: textOf(address), count: numberOf(count) },
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** 32 bits, as the message has them. */
function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : 0;
}

/**
 * Signs a place of a chain, so that what lies before it cannot be made anew without the deployment's secret.
 * @param removedBefore where retention removes the rows up to there: all of them were made before this time
 */
export function checkpointOf(
  chain: string,
  { position, hash }: Link,
  at: string,
  { version, bytes }: { readonly version: number; readonly bytes: Uint8Array },
  removedBefore?: string,
): auth.AuditCheckpoint {
  const key = signingKey(bytes);
  const text = checkpointText(chain, { position, hash }, at, removedBefore);
  const publicKey = createPublicKey(key).export({ format: "jwk" }).x ?? "";
  return {
    ...{ position, hash, at, keyVersion: version, text },
    publicKey: Buffer.from(publicKey, "base64url").toString("hex"),
    signature: sign(null, Buffer.from(text), key).toString("hex"),
  };
}

/** A checkpoint as it is stored, or as somebody with access to the database put it there. */
export interface StoredCheckpoint extends Link {
  readonly at: string;
  readonly keyVersion: number;
  readonly publicKey: string;
  readonly signature: string;
  /** Where retention removed the rows up to there. */
  readonly removedBefore?: string | undefined;
}

/** Whether one of the deployment's own secrets made this signature: Ed25519 makes the same one of the same text. */
export function isOwnSignature(chain: string, stored: StoredCheckpoint, secrets: SecretRing): boolean {
  const bytes = secrets.get(stored.keyVersion);
  if (bytes === undefined) return false;
  const own = checkpointOf(chain, stored, stored.at, { version: stored.keyVersion, bytes }, stored.removedBefore);
  return own.publicKey === stored.publicKey && own.signature === stored.signature;
}

/**
 * A stored checkpoint for who checks the chain: one that the deployment made, by whichever of its secrets, is signed by the current one, as the
 * chain's end is. Any other is left as it is, so that whoever checks sees that another key signed it.
 */
export function shownCheckpoint(chain: string, stored: StoredCheckpoint, secrets: SecretRing | undefined): auth.AuditCheckpoint {
  const { removedBefore, ...fields } = stored;
  return secrets && isOwnSignature(chain, stored, secrets)
    ? checkpointOf(chain, stored, stored.at, secrets.current, removedBefore)
    : { ...fields, text: checkpointText(chain, stored, stored.at, removedBefore) };
}

export function checkpointText(chain: string, { position, hash }: Link, at: string, removedBefore?: string): string {
  return JSON.stringify(
    removedBefore === undefined
      ? [checkpointFormat, chain, position, hash, at]
      : [retentionFormat, chain, position, hash, at, removedBefore],
  );
}

const dayMs = 86_400_000;

/** Rows made before this moment are too old. At the start of a day, so that a chain is cut once a day and not with each sweep. */
export function retentionCut(now: number, days: number): number {
  return Math.floor(now / dayMs) * dayMs - days * dayMs;
}

/** RFC 8410: what stands before the 32 bytes of an Ed25519 private key in PKCS #8. */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** A secret of another length than a seed's is hashed to one: what a file holds must never keep rows from being written. */
function signingKey(secret: Uint8Array): KeyObject {
  const seed = secret.length === 32 ? secret : createHash("sha256").update(secret).digest();
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: "der", type: "pkcs8" });
}
