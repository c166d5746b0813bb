/** What a release says of itself, and how it is known to be genuine. */
import { createHash, createPublicKey, verify } from "node:crypto";
import { Failure, messageOf } from "../failure.ts";

/** The signed description of one release; its file lies beside it. */
export interface Manifest {
  readonly version: string;
  /** The oldest Node that runs it. */
  readonly node: string;
  /** The package, a .tgz. */
  readonly file: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

export const manifestName = "manifest.json";
export const signatureName = "manifest.json.sig";
/** A manifest is some hundred bytes: nobody reads a gigabyte to find that it is none. */
export const longestManifest = 65_536;

/**
 * The manifest, if one of these keys has signed it (ed25519, RFC 8032, over its very bytes).
 * @param signature in base64
 * @param publicKeys in base64, DER (SPKI)
 * @throws Failure where nobody trusted has signed it, or where it is none
 */
export function verifiedManifest(bytes: Uint8Array, signature: string, publicKeys: readonly string[]): Manifest {
  const signed = Buffer.from(signature, "base64");
  // Before anything is read from it: what an unknown hand wrote is not even parsed.
  if (!publicKeys.some((key) => verify(null, bytes, keyOf(key), signed))) {
    throw new Failure("The release is not signed by a key that this client trusts. Nothing was changed.");
  }
  return readManifest(Buffer.from(bytes).toString("utf8"));
}

function keyOf(base64: string) {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, "base64"), format: "der", type: "spki" });
    // Of another kind, Node would verify by that kind's rules.
    if (key.asymmetricKeyType !== "ed25519") throw new Error(`it is ${key.asymmetricKeyType ?? "of another kind"}`);
    return key;
  } catch (error) {
    throw new Failure(`A public key is not an ed25519 key in base64: ${messageOf(error)}. Nothing was changed.`);
  }
}

function readManifest(text: string): Manifest {
  const read = parsed(text);
  const { version, node, file, size, sha256 } = (typeof read === "object" && read !== null ? read : {}) as Record<string, unknown>;
  const fits =
    typeof version === "string" &&
    typeof node === "string" &&
    typeof file === "string" &&
    /^[\w.-]+\.tgz$/.test(file) &&
    typeof size === "number" &&
    typeof sha256 === "string" &&
    /^[0-9a-f]{64}$/.test(sha256);
  if (!fits)
    throw new Failure("The release's manifest has not the fields that this client knows. A newer way to install it may exist.");
  return { version, node, file, size, sha256 };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The checksum of a package, in the manifest's form. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
