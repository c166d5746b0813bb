import { hkdfSync, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LociError } from "@loci/kernel";

export { seal, unseal } from "./sealing.ts";
export {
  loadSigningKey,
  makeSigningKeys,
  publicKeyFinder,
  publicKeysIn,
  signingKeyIn,
  type CurrentSigningKey,
  type FindPublicKey,
  type SigningKey,
} from "./signing-keys.ts";

/** Versions of one secret: the newest is used for new values, older ones stay readable. */
export interface SecretRing {
  readonly current: { readonly version: number; readonly bytes: Uint8Array };
  get(version: number): Uint8Array | undefined;
}

/** What auth alone reads, and every role that brings auth as an object. */
export interface Secrets {
  /** Mixed into the hashes of keys. */
  readonly pepper: SecretRing;
  /** Encrypts what must be read again (keys of model providers); undefined where the deployment has no such secret. */
  readonly encryption: SecretRing | undefined;
  /** Signs checkpoints of the audit: seeds of Ed25519 keys (RFC 8032); undefined where the deployment has none. */
  readonly audit: SecretRing | undefined;
}

/** A ring over given versions; the highest is the current one. */
export function secretRing(versions: ReadonlyMap<number, Uint8Array>): SecretRing {
  const version = Math.max(...versions.keys());
  const bytes = versions.get(version);
  if (bytes === undefined) throw new LociError("internal", "a secret ring needs one version at least");
  return { current: { version, bytes }, get: (wanted) => versions.get(wanted) };
}

/**
 * Reads `pepper.<version>`, `encryption.<version>` and `audit.<version>` from a folder.
 * @param create make version 1 of what is missing (files 0600); without it a missing secret is an error, but for `encryption`,
 * which only some settings need, and `audit`, without which the audit is not signed
 */
export async function loadSecrets(folder: string, create: boolean): Promise<Secrets> {
  if (create) await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    pepper: required(folder, "pepper", await loadRing(folder, "pepper", create)),
    encryption: await loadRing(folder, "encryption", create),
    audit: await loadRing(folder, "audit", create),
  };
}

/**
 * 32 bytes that only the holder of this bearer can make again (HKDF, RFC 5869): what is encrypted under them is
 * readable to that holder alone. They stand for the bearer nowhere else, and are as secret as what they seal.
 */
export function answerSeal(bearer: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", bearer, "", "loci stored answer", 32));
}

function required(folder: string, name: string, ring: SecretRing | undefined): SecretRing {
  if (ring === undefined) throw new LociError("unavailable", `no secret '${name}.<version>' in ${folder}`);
  return ring;
}

async function loadRing(folder: string, name: string, create: boolean): Promise<SecretRing | undefined> {
  const pattern = new RegExp(`^${name}\\.(\\d+)$`);
  const versions = new Map<number, Uint8Array>();
  for (const file of await readdir(folder)) {
    const version = pattern.exec(file)?.[1];
    if (version !== undefined) versions.set(Number(version), await readFile(join(folder, file)));
  }
  if (versions.size === 0) {
    if (!create) return undefined;
    const bytes = randomBytes(32);
    await writeFile(join(folder, `${name}.1`), bytes, { mode: 0o600, flag: "wx" });
    versions.set(1, bytes);
  }
  return secretRing(versions);
}
