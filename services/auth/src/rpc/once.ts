import { invalidField, LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { deedStore } from "@loci/platform/db";
import { deedOf } from "@loci/platform/messages";
import { seal, unseal } from "@loci/platform/secrets";
import type { Transaction } from "@loci/ports/database";
import type { auth } from "@loci/protos";
import { answerKey, sealLength } from "../domain/sealing.ts";
import { beginOperation, finishOperation, type OperationPlace, type StoredAnswer } from "../store/operations.ts";
import type { AuthParts } from "./deps.ts";

export const deeds = deedStore("auth");

const maxIdLength = 256;
const maxHashLength = 64;

type Named = readonly [operation: string, ...ids: string[]];

export interface Repeatable<T = unknown> {
  readonly call: Call;
  readonly contextId: string;
  readonly operation: auth.Operation | null;
  /** As the audit names it, and the ids that it was done to, which may be known only then. */
  readonly deed: Named | ((answer: T) => Named);
  /** The answer holds a key's plaintext: it is stored sealed under the caller's bearer, or the call is refused. */
  readonly secret?: boolean;
  /** It only takes away what somebody could do: that is done, though its caller has gone. */
  readonly takesAway?: boolean;
}

/**
 * Does a mutation once for its operation's id: the answer is stored in the mutation's own transaction and given again to
 * whoever repeats the call within 24 hours. It is noted there too, for the audit. What throws stores nothing, and so does what is late, and what gives where its caller has gone.
 * @throws LociError `conflict` where the id was used for another request, or by another bearer where the answer holds a secret
 */
export async function once<T>(tx: Transaction, parts: AuthParts, what: Repeatable<T>, work: () => Promise<T>): Promise<T> {
  const { operation, secret = false } = what;
  const place = placeOf(what);
  if (operation === null || place === undefined) {
    const answer = await work();
    await noteDeed(tx, parts, what, answer);
    requireStillAsked(what, parts.clock());
    return answer;
  }
  checkOperation(operation, secret);
  const stored = await beginOperation(tx, place, operation.hash, parts.clock());
  if (stored !== undefined) {
    const answer = openAnswer<T>(stored, operation, place);
    what.call.onReplayed?.();
    return answer;
  }
  const answer = await work();
  const text = JSON.stringify(answer);
  const kept: StoredAnswer = secret
    ? { sealed: seal(answerKey(operation.seal), text, JSON.stringify(place), parts.random) }
    : { response: answer };
  await finishOperation(tx, place, kept);
  await noteDeed(tx, parts, what, answer);
  requireStillAsked(what, parts.clock());
  return answer;
}

async function noteDeed<T>(
  tx: Transaction,
  parts: AuthParts,
  { call, contextId, deed: named }: Repeatable<T>,
  answer: T,
): Promise<void> {
  const [operation, ...ids] = typeof named === "function" ? named(answer) : named;
  const path = ids
    .filter((id) => id !== "")
    .map((id) => `/${id}`)
    .join("");
  const deed = deedOf(call, { id: parts.ids("audit"), contextId, operation, path }, parts.clock());
  if (deed) await deeds.note(tx, deed);
}

/**
 * Whoever gave a call up goes on as if it were not done: a key that is registered after that, having waited for a lock, would be one that
 * nobody takes back.
 */
function requireStillAsked(
  { call: { signal, deadline }, takesAway = false }: Pick<Repeatable, "call" | "takesAway">,
  now: number,
): void {
  if (signal.aborted && !takesAway) throw new LociError("cancelled", "The caller has gone.", { cause: signal.reason });
  if (now > deadline) throw new LociError("deadline_exceeded", "The deadline passed before it was done.");
}

/** undefined for a call that cannot be repeated. */
function placeOf({ call, contextId, operation }: Pick<Repeatable, "call" | "contextId" | "operation">): OperationPlace | undefined {
  // A caller in this process that knows of no operations leaves the field out.
  const id = operation?.id ?? "";
  if (id === "") return undefined;
  switch (call.caller.kind) {
    case "principal": {
      const { principalId, delegatedPrincipalId } = call.caller.identity;
      return { contextId, principalId, delegatedId: delegatedPrincipalId, id };
    }
    // No principal can have this id.
    case "management":
      return { contextId, principalId: "*", delegatedId: "", id };
    case "service":
    case "gateway":
    case "anonymous":
      return undefined;
  }
}

function checkOperation({ id, hash, seal: callerSeal }: auth.Operation, secret: boolean): void {
  if (id.length > maxIdLength || /[\p{Cc}\p{Cs}]/u.test(id)) {
    throw invalidField("/operation/id", `must have at most ${maxIdLength} characters and none of control`);
  }
  if (hash.length === 0 || hash.length > maxHashLength)
    throw invalidField("/operation/hash", `must have 1 to ${maxHashLength} bytes`);
  if (secret && callerSeal.length !== sealLength) throw invalidField("/operation/seal", `must have ${sealLength} bytes`);
}

function openAnswer<T>(stored: StoredAnswer, operation: auth.Operation, place: OperationPlace): T {
  if ("response" in stored) return stored.response as T;
  const text = unseal(answerKey(operation.seal), stored.sealed, JSON.stringify(place));
  if (text === undefined) {
    throw new LociError("conflict", "This operation was done with another key, and only that key can read its answer.");
  }
  return JSON.parse(text) as T;
}
