import { LociError } from "@loci/kernel";
import { StoreFailure } from "./transport.ts";

/** What the store or Node calls the error; "" where neither names it. */
export function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  // The client throws what an answer with status 200 reports as it stands in the XML.
  const code: unknown = "code" in error ? error.code : "Code" in error ? error.Code : undefined;
  return typeof code === "string" && /^\w{1,64}$/.test(code) ? code : "";
}

const missing: ReadonlySet<string> = new Set(["NoSuchKey", "NotFound", "NoSuchUpload"]);

export function isMissing(error: unknown): boolean {
  return missing.has(codeOf(error));
}

const unreachable = "the object store cannot be reached";
const otherRegion = "the bucket lies in another region; say which in the URL (region=…)";
const full = "the object store is full";
const refusesKeys = "the object store refuses the keys";
const untrusted = "its certificate is not trusted; name the authority's file in NODE_EXTRA_CA_CERTS";

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: unreachable,
  ECONNRESET: "the connection to the object store broke off",
  EPIPE: "the connection to the object store broke off",
  ENOTFOUND: "the object store's name is not known",
  EAI_AGAIN: "the object store's name is not known",
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  AccessDenied: "the keys may not do that",
  InvalidAccessKeyId: refusesKeys,
  SignatureDoesNotMatch: refusesKeys,
  RequestTimeTooSkewed: "its clock and the one here differ too much",
  NoSuchBucket: "the bucket is not there",
  NoSuchUpload: "the upload was taken for a leftover and ended",
  AuthorizationHeaderMalformed: otherRegion,
  PermanentRedirect: otherRegion,
  MovedPermanently: otherRegion,
  IllegalLocationConstraintException: otherRegion,
  XMinioStorageFull: full,
  XMinioAdminBucketQuotaExceeded: full,
  QuotaExceeded: full,
  InsufficientStorage: full,
  BadDigest: "the bytes arrived changed",
  XAmzContentSHA256Mismatch: "the bytes arrived changed",
};

const kinds: Readonly<Record<StoreFailure["kind"], string>> = {
  late: "the object store does not answer in time",
  failing: "the object store is failing or too busy",
  no_store: "what answers there is no object store",
};

/** Whether the same request may go through a moment later. One that was late has had its time. */
export function mayPass(error: unknown): boolean {
  if (error instanceof StoreFailure) return error.kind === "failing";
  return ["ECONNRESET", "EPIPE", "ECONNREFUSED", "EAI_AGAIN", "SlowDown", "InternalError"].includes(codeOf(error));
}

/**
 * What the caller may be told, whatever the client threw. The cause is written anew: the store's own error repeats parts of the
 * request, such as the name of the key, and what is logged must not.
 */
export function explained(error: unknown, what: string): LociError {
  if (error instanceof LociError) return error;
  const code = codeOf(error);
  const named = sentences[code] ?? (code === "" ? kinds.no_store : `the object store says ${code}`);
  const reason = error instanceof StoreFailure ? kinds[error.kind] : named;
  const message = error instanceof Error ? error.message.slice(0, 200) : "";
  const cause = new StoreCause([code, message].filter(Boolean).join(": "), code);
  return new LociError("unavailable", `${what}: ${reason}.`, { cause });
}

class StoreCause extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** S3's own word (NoSuchBucket, AccessDenied …), or Node's (ECONNREFUSED …), for why the store did not do it; "" where none is known. */
export function storeCodeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof StoreCause ? cause.code : "";
}
