/** A key for one transfer: Loci's management key opens no context. It is in this process only, and ends by itself if nobody ends it. */
import { isLociError, type LociManagement } from "@loci/client";
import { makeKeyText, readKeyText } from "../desired/key-text.ts";
import { OutsideError } from "./outside-failure.ts";

/** Every context has it, and no export holds it. */
const principalId = "admin";
/** A transfer shows its key at the beginning only. */
const lifeMs = 15 * 60_000;

export interface KeyParts {
  readonly loci: LociManagement;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly clock: () => number;
}

/** @param name of the key; one of that name that a crash left ends with it */
export async function withContextKey<T>(
  { loci, randomBytes, clock }: KeyParts,
  { contextId, name, isForExport }: { readonly contextId: string; readonly name: string; readonly isForExport: boolean },
  use: (apiKey: string) => Promise<T>,
): Promise<T> {
  const apiKey = makeKeyText(randomBytes);
  const read = readKeyText(apiKey);
  if (read === undefined) throw new Error("a key that was made here cannot be read");
  // An import may only give what its key holds itself.
  const grants = isForExport ? { grants: { "grant:manage": ["/"] } } : {};
  const body = { ...read, ...grants, expiresAt: new Date(clock() + lifeMs).toISOString() };
  await loci.call("registerContextKey", { path: { ctx: contextId, principalId, name }, body }).catch((thrown: unknown) => {
    if (!isLociError(thrown, "not_found")) throw thrown;
    throw contextMissing(contextId, thrown);
  });
  try {
    return await use(apiKey);
  } finally {
    await loci.keys.revoke(contextId, principalId, name).catch((thrown: unknown) => {
      if (!isLociError(thrown)) throw thrown;
    });
  }
}

export function contextMissing(contextId: string, cause?: unknown): OutsideError {
  const message = `Loci has no context ${contextId} just now; one that was deleted is made again when it is purged.`;
  return new OutsideError("ContextMissing", message, "retry", cause);
}

/** What a failure of the context's own API means. */
export function contextFailure(thrown: unknown): unknown {
  if (!isLociError(thrown)) return thrown;
  const { code, detail } = thrown;
  // The operator stops: that says nothing of the context.
  if (code === "cancelled") return new Error(detail, { cause: thrown });
  if (code === "unauthenticated" || code === "forbidden" || code === "not_found")
    return new OutsideError("ContextRefuses", `The context does not let the operator in: ${detail}`, "retry", thrown);
  return thrown;
}
