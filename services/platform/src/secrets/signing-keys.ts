/**
 * Ed25519 keys (RFC 8032) in versioned files: who signs holds `<name>.<version>.key`, whoever checks needs `<name>.<version>.pub` alone.
 * Signed is with the newest version whose time has come, checked with the one that the signature names: an older public key stays until
 * nothing names it.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from "node:crypto";
import { link, mkdir, readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LociError, privateKeyFile, privateKeyVersion, publicKeyFile, signingStartFile } from "@loci/kernel";

export interface SigningKey {
  readonly version: number;
  readonly key: KeyObject;
}

/** The key to sign with now. */
export type CurrentSigningKey = () => Promise<SigningKey>;

/** The public key of a signer's version; undefined where there is none. */
export type FindPublicKey = (name: string, version: number) => Promise<KeyObject | undefined>;

/** Someone's signatures under versions that nobody has must not make us read files all the time. */
const readAgainMs = 1_000;
/** How soon a version that comes while the process runs is signed with. */
const lookForNewerMs = 60_000;

/** Makes version 1 of each key that is missing, and each public half that is. What is there stays as it is. */
export async function makeSigningKeys(folder: string, names: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of names) {
    if ((await versionsIn(folder, name)).length === 0) {
      const { privateKey } = generateKeyPairSync("ed25519");
      await writeNew(folder, privateKeyFile(name, 1), privateKey.export({ type: "pkcs8", format: "pem" }), 0o600);
    }
    const files = new Set(await readdir(folder));
    for (const version of await versionsIn(folder, name)) {
      if (files.has(publicKeyFile(name, version))) continue;
      const { key } = await readPrivateKey(folder, name, version);
      await writeNew(folder, publicKeyFile(name, version), createPublicKey(key).export({ type: "spki", format: "pem" }), 0o644);
    }
  }
}

/** The newest private key of this name whose time has come; the oldest where none has. @throws LociError `unavailable` where there is none */
export async function loadSigningKey(folder: string, name: string, now: number): Promise<SigningKey> {
  const versions = (await versionsIn(folder, name)).sort((a, b) => b - a);
  for (const version of versions) if (await hasBegun(folder, name, version, now)) return readPrivateKey(folder, name, version);
  const oldest = versions.at(-1);
  if (oldest === undefined) throw new LociError("unavailable", `no signing key '${privateKeyFile(name, 1)}' in ${folder}`);
  return readPrivateKey(folder, name, oldest);
}

/**
 * The private key of this name to sign with, now and later: keys are changed without a restart. One that was read is good for as long as
 * the folder cannot be read.
 * @throws LociError `unavailable` where there is none
 */
export async function signingKeyIn(folder: string, name: string, clock: () => number): Promise<CurrentSigningKey> {
  let current = await loadSigningKey(folder, name, clock());
  let lookedAt = clock();
  return async () => {
    if (Math.abs(clock() - lookedAt) >= lookForNewerMs) {
      lookedAt = clock();
      current = await loadSigningKey(folder, name, lookedAt).catch(() => current);
    }
    return current;
  };
}

/** Public keys as they are asked for: one that came since the start is found too. */
export function publicKeysIn(folder: string, clock: () => number): FindPublicKey {
  return publicKeyFinder(async (name, version) => {
    const file = publicKeyFile(name, version);
    return (await readdir(folder)).includes(file) ? createPublicKey(await readFile(join(folder, file))) : undefined;
  }, clock);
}

/** @param read looks for one; at most once a second for what was not there */
export function publicKeyFinder(read: FindPublicKey, clock: () => number): FindPublicKey {
  const known = new Map<string, KeyObject>();
  const reading = new Map<string, Promise<KeyObject | undefined>>();
  let missedAt = Number.NEGATIVE_INFINITY;
  const lookFor = async (name: string, version: number, place: string) => {
    try {
      const found = await read(name, version);
      if (found !== undefined) known.set(place, found);
      else missedAt = clock();
      return found;
    } catch (error) {
      missedAt = clock();
      throw error;
    } finally {
      reading.delete(place);
    }
  };
  return async (name, version) => {
    const place = publicKeyFile(name, version);
    const found = known.get(place);
    if (found !== undefined || !Number.isSafeInteger(version)) return found;
    // The first calls under a new key come many at once: all of them wait for what is found.
    const underWay = reading.get(place);
    // On both sides: a clock that is set back must not make us wait for it to come so far again.
    if (underWay !== undefined || Math.abs(clock() - missedAt) < readAgainMs) return underWay;
    const looked = lookFor(name, version, place);
    reading.set(place, looked);
    return looked;
  };
}

async function hasBegun(folder: string, name: string, version: number, now: number): Promise<boolean> {
  const file = signingStartFile(name, version);
  if (!(await readdir(folder)).includes(file)) return true;
  return Date.parse((await readFile(join(folder, file), "utf8")).trim()) <= now;
}

async function readPrivateKey(folder: string, name: string, version: number): Promise<SigningKey> {
  const file = join(folder, privateKeyFile(name, version));
  const key = createPrivateKey(await readFile(file));
  if (key.asymmetricKeyType !== "ed25519") throw new LociError("unavailable", `${file} is no Ed25519 key`);
  return { version, key };
}

async function versionsIn(folder: string, name: string): Promise<number[]> {
  return (await readdir(folder)).flatMap((file) => privateKeyVersion(name, file) ?? []);
}

/** Writes the whole file or, where another process was faster, none. */
async function writeNew(folder: string, file: string, content: string | Buffer, mode: number): Promise<void> {
  const made = join(folder, `.${file}.${randomBytes(6).toString("hex")}`);
  await writeFile(made, content, { mode, flag: "wx" });
  try {
    await link(made, join(folder, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await unlink(made);
  }
}
