/** The Secrets with the keys that roles sign with for each other: each role's own, and one with the public halves of all. */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { privateKeyFile, privateKeyVersion, publicKeyFile, tokenIssuers, tokenKeyName } from "@loci/kernel";
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
}

type Data = Readonly<Record<string, string>>;

/** Adds what is missing, and changes nothing that is there. @returns the names of the Secrets that were written */
export async function makeTokenSecrets(client: KubeClient, { namespace, prefix, version }: TokenSecrets): Promise<string[]> {
  const written: string[] = [];
  const complete = async (name: string, secret: SecretObject | undefined, wanted: Data, made: Data = {}): Promise<void> => {
    const missing = Object.entries(wanted).filter(
      ([file]) => Object.hasOwn(made, file) || !Object.hasOwn(secret?.data ?? {}, file),
    );
    if (missing.length === 0) return;
    await write(client, namespace, name, secret, Object.fromEntries(missing));
    written.push(name);
  };
  const published: Record<string, string> = {};
  /** Of keys that were made just now: what stands there of one that was lost is of no use. */
  const made: Record<string, string> = {};
  for (const issuer of tokenIssuers) {
    const [name, key] = [`${prefix}-${issuer}`, tokenKeyName(issuer)];
    const secret = await readSecret(client, namespace, name);
    const file = privateKeyFile(key, version);
    const held: Data = Object.hasOwn(secret?.data ?? {}, file) ? {} : { [file]: newPrivateKey() };
    for (const content of Object.values(held)) made[publicKeyFile(key, version)] = publicHalf(content);
    await complete(name, secret, held);
    for (const [each, content] of Object.entries({ ...secret?.data, ...held })) {
      const its = privateKeyVersion(key, each);
      if (its !== undefined) published[publicKeyFile(key, its)] = publicHalf(content);
    }
  }
  const all = `${prefix}-public`;
  await complete(all, await readSecret(client, namespace, all), published, made);
  return written;
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
