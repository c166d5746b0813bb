/** Names of the files that hold signing keys: in a folder of secrets, and as keys of Kubernetes Secrets. */

/** The roles that sign tokens for calls between services; whose token may say what is in platform's rpc/issuers.ts. */
export const tokenIssuers = ["auth", "api", "ingest", "retrieval"] as const;
export type TokenIssuer = (typeof tokenIssuers)[number];

/** What the files of an issuer's keys begin with. */
export function tokenKeyName(issuer: TokenIssuer): string {
  return `token-${issuer}`;
}

/** The private half, PKCS #8 as PEM: for the signer alone. */
export function privateKeyFile(name: string, version: number): string {
  return `${name}.${version}.key`;
}

/** The public half, PEM: for all who check signatures. */
export function publicKeyFile(name: string, version: number): string {
  return `${name}.${version}.pub`;
}

/**
 * From when on a version is signed with, an RFC 3339 time: for the signer. Absent: at once. Until then the version before is signed with, so
 * that all who check signatures have the new public half by then.
 */
export function signingStartFile(name: string, version: number): string {
  return `${name}.${version}.from`;
}

/** The version that a private key's file name says, undefined where it is another file. */
export function privateKeyVersion(name: string, file: string): number | undefined {
  const version = file.startsWith(`${name}.`) ? /^([1-9]\d{0,8})\.key$/.exec(file.slice(name.length + 1))?.[1] : undefined;
  return version === undefined ? undefined : Number(version);
}
