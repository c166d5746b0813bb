import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LociError } from "@loci/kernel";

/** Versions of one secret: the newest is used for new values, older ones stay readable. */
export interface SecretRing {
  readonly current: { readonly version: number; readonly bytes: Uint8Array };
  get(version: number): Uint8Array | undefined;
}

export interface Secrets {
  /** Mixed into the hashes of keys. */
  readonly pepper: SecretRing;
  /** Signs identity tokens between services. */
  readonly signing: SecretRing;
}

/** A ring over given versions; the highest is the current one. */
export function secretRing(versions: ReadonlyMap<number, Uint8Array>): SecretRing {
  const version = Math.max(...versions.keys());
  const bytes = versions.get(version);
  if (bytes === undefined) throw new LociError("internal", "a secret ring needs one version at least");
  return { current: { version, bytes }, get: (wanted) => versions.get(wanted) };
}

/**
 * Reads `pepper.<version>` and `signing.<version>` from a folder.
 * @param create make version 1 of what is missing (files 0600); without it a missing secret is an error
 */
export async function loadSecrets(folder: string, create: boolean): Promise<Secrets> {
  if (create) await mkdir(folder, { recursive: true, mode: 0o700 });
  return { pepper: await loadRing(folder, "pepper", create), signing: await loadRing(folder, "signing", create) };
}

async function loadRing(folder: string, name: string, create: boolean): Promise<SecretRing> {
  const pattern = new RegExp(`^${name}\\.(\\d+)$`);
  const versions = new Map<number, Uint8Array>();
  for (const file of await readdir(folder)) {
    const version = pattern.exec(file)?.[1];
    if (version !== undefined) versions.set(Number(version), await readFile(join(folder, file)));
  }
  if (versions.size === 0) {
    if (!create) throw new LociError("unavailable", `no secret '${name}.<version>' in ${folder}`);
    const bytes = randomBytes(32);
    await writeFile(join(folder, `${name}.1`), bytes, { mode: 0o600, flag: "wx" });
    versions.set(1, bytes);
  }
  return secretRing(versions);
}
