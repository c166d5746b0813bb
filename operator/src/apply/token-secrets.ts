/** The Secrets with the keys that roles sign with for each other: each role's own, and one with the public halves of all. */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { privateKeyFile, privateKeyVersion, publicKeyFile, signingStartFile, tokenIssuers, tokenKeyName } from "@loci/kernel";
import { fieldManager } from "../api/names.ts";
import type { SecretObject } from "../desired/secret.ts";
import { readSecret } from "../observe/secret.ts";
import type { KubeClient } from "../runtime/kube-client.ts";
import { kubePath } from "../runtime/kube-path.ts";

export interface TokenSecrets {
  readonly namespace: string;
  /** The Secrets are called <prefix>-<role>, and <prefix>-public. */
  readonly prefix: string;
  /** That is made where it is missing; others stay as they are. */
  readonly version: number;
  /** In milliseconds since the epoch. */
  readonly now: number;
}

/**
 * After which a key that takes another's place is signed with: a mounted Secret is brought up to date within two minutes, and clocks may be
 * five apart.
 */
const graceMs = 10 * 60_000;

type Data = Readonly<Record<string, string>>;

/**
 * Adds what is missing, and changes nothing that is there. The public halves go first: nobody signs with what cannot be checked.
 * @returns the names of the Secrets that were written
 */
export async function makeTokenSecrets(client: KubeClient, { namespace, prefix, version, now }: TokenSecrets): Promise<string[]> {
  const read = async (name: string) => ({ name, secret: await readSecret(client, namespace, name) });
  const published: Record<string, string> = {};
  /** Of keys that are made just now: what stands there of one that was lost is of no use. */
  const made: Record<string, string> = {};
  const roles: { readonly name: string; readonly secret: SecretObject | undefined; readonly added: Data }[] = [];
  for (const issuer of tokenIssuers) {
    const key = tokenKeyName(issuer);
    const { name, secret } = await read(`${prefix}-${issuer}`);
    const added = Object.hasOwn(secret?.data ?? {}, privateKeyFile(key, version))
      ? {}
      : next(key, version, secret?.data ?? {}, now);
    roles.push({ name, secret, added });
    for (const [file, content] of Object.entries({ ...secret?.data, ...added })) {
      const its = privateKeyVersion(key, file);
      if (its === undefined) continue;
      published[publicKeyFile(key, its)] = publicHalf(content);
      if (Object.hasOwn(added, file)) made[publicKeyFile(key, its)] = publicHalf(content);
    }
  }
  const { name, secret } = await read(`${prefix}-public`);
  const lacking = Object.entries(published).filter(
    ([file]) => Object.hasOwn(made, file) || !Object.hasOwn(secret?.data ?? {}, file),
  );
  const wanted = [{ name, secret, added: Object.fromEntries(lacking) }, ...roles].filter(
    ({ added }) => Object.keys(added).length > 0,
  );
  for (const one of wanted) await write(client, namespace, one.name, one.secret, one.added);
  return wanted.map((one) => one.name);
}

/** Another version of a role's key: where it takes the place of one before, also from when on it is signed with. */
function next(key: string, version: number, held: Data, now: number): Data {
  const isAnother = Object.keys(held).some((file) => privateKeyVersion(key, file) !== undefined);
  const start = base64(new Date(now + graceMs).toISOString());
  return {
    [privateKeyFile(key, version)]: newPrivateKey(),
    ...(isAnother ? { [signingStartFile(key, version)]: start } : {}),
  };
}

function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  return base64(privateKey.export({ type: "pkcs8", format: "pem" }));
}

function publicHalf(privateKey: string): string {
  const key = createPublicKey(createPrivateKey(Buffer.from(privateKey, "base64")));
  return base64(key.export({ type: "spki", format: "pem" }));
}

const base64 = (pem: string | Buffer) => Buffer.from(pem).toString("base64");

/** @throws KubeError 409 where it is not as it was seen */
async function write(client: KubeClient, namespace: string, name: string, before: SecretObject | undefined, data: Data) {
  const secrets = kubePath`/api/v1/namespaces/${namespace}/secrets`;
  const query = { fieldManager };
  if (before === undefined) {
    const body = { apiVersion: "v1", kind: "Secret", type: "Opaque", metadata: { name }, data };
    await client.request({ method: "POST", path: secrets, query, body });
    return;
  }
  const body = { metadata: { resourceVersion: before.metadata.resourceVersion }, data };
  const path = `${secrets}/${kubePath`${name}`}`;
  await client.request({ method: "PATCH", path, query, contentType: "application/merge-patch+json", body });
}
