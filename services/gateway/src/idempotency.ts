import { createHash } from "node:crypto";
import { canonicalRegion, idsIn, LociError, verbs, type Identity } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import { answerSeal } from "@loci/platform/secrets";
import type { Logger } from "@loci/platform/telemetry";
import type { auth, graph, GraphService } from "@loci/protos";
import { invalidFields } from "./input.ts";
import type { Answer, Repetition, RequestFacts } from "./route.ts";
import { openAnswer, sealAnswer } from "./sealed-answer.ts";

const visible = /^[\x21-\x7e]{1,256}$/;

/** What a repeated write is recognised by: the caller's key and a hash of what was asked. Both empty without a key. */
export interface Operation {
  readonly key: string;
  readonly hash: Uint8Array;
  /** What an answer that holds a secret is kept under: nobody but who asked can open it. */
  readonly seal: Uint8Array;
}

/** The operation as services take it; null where the caller gave no key. */
export function operationMessage({ key, hash }: Operation): graph.Operation | null {
  return key === "" ? null : { id: key, hash };
}

/** The same for auth, which seals answers with secrets itself. */
export function accessOperation({ key, hash, seal: under }: Operation): auth.Operation | null {
  return key === "" ? null : { id: key, hash, seal: under };
}

const noOperation: Operation = { key: "", hash: new Uint8Array(), seal: new Uint8Array() };

/** What was asked, checked: spelling, order and white space do not count. */
export interface Asked {
  readonly request: RequestFacts;
  readonly call: Call;
  readonly query: unknown;
  readonly body: unknown;
}

/** Where it is known what is under way at any gateway, and where answers are kept for a day, sealed. */
export type OperationStore = Pick<GraphService<Call>, "holdOperation" | "reserveOperation" | "storeOperation" | "releaseOperation">;

/** Runs writes that carry an Idempotency-Key once, and refuses one whose twin is still under way. */
export interface OperationGate {
  run(repetition: Repetition, asked: Asked, work: Work): Promise<Answer>;
}

/** What a route does: the operation is empty where no service has to recognise it. */
export type Work = (operation: Operation, call: Call) => Answer | Promise<Answer>;

/** What is written down of a request that is over has so long, whatever time the request had. */
const noteWithinMs = 5_000;

/** @param clock milliseconds since the epoch */
export function createOperationGate(store: OperationStore, clock: () => number, logger: Logger): OperationGate {
  // Whoever asked may have gone, or the time be up: the key would stay taken.
  const afterwards = (call: Call): Call => ({ ...call, deadline: clock() + noteWithinMs, signal: new AbortController().signal });
  const onLost = (err: unknown) => logger.warn({ err }, "how a request with an Idempotency-Key ended was not kept");
  const onUnheld = (err: unknown) =>
    logger.warn({ err }, "a request with an Idempotency-Key goes on, its twin at another gateway unknown");
  const underWay = new Set<string>();
  return {
    async run(repetition, asked, work) {
      const key = repetition === "none" || repetition === "never" ? undefined : asked.request.header("idempotency-key");
      if (key === undefined) return work(noOperation, asked.call);
      if (!visible.test(key)) {
        throw invalidFields([{ pointer: "/headers/idempotency-key", detail: "must have 1 to 256 visible ASCII characters" }]);
      }
      const bearer = asked.request.header("authorization") ?? "";
      const place = JSON.stringify([...whoAsks(asked.call), key]);
      if (underWay.has(place))
        throw new LociError("conflict", "A request with this Idempotency-Key is still under way.", { retryAfterSeconds: 1 });
      underWay.add(place);
      try {
        const operation = { key, hash: requestHash(asked), seal: answerSeal(bearer) };
        return repetition === "own"
          ? await alone({ store, onUnheld }, operation, asked.call, (call) => own(operation, call, work))
          : await kept({ store, afterwards, onLost }, operation, asked.call, work);
      } finally {
        underWay.delete(place);
      }
    },
  };
}

/** Keys are apart for each principal, and for whom it acts; the holders of management keys are one. */
function whoAsks(call: Call): string[] {
  if (call.caller.kind === "management") return ["management"];
  const { contextId, principalId, delegatedPrincipalId } = principalOf(call);
  return [contextId, principalId, delegatedPrincipalId];
}

interface Holding {
  readonly store: Pick<OperationStore, "holdOperation">;
  readonly onUnheld: (error: unknown) => void;
}

/**
 * Does the work, and breaks it off where another gateway is at the same operation. It is begun before that is known, so that nobody waits
 * for it: whichever of the two comes to the effect first, there is one, and the other gateway answers with it.
 * @throws LociError `conflict` while the other is at it
 */
async function alone<T>(
  { store, onUnheld }: Holding,
  { key, hash }: Operation,
  call: Call,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  const [ended, isTwin] = [new AbortController(), new AbortController()];
  const until = (controller: AbortController) => AbortSignal.any([call.signal, controller.signal]);
  const hold = store.holdOperation({ id: key, hash }, { ...call, signal: until(ended) })[Symbol.asyncIterator]();
  const refused = new Promise<never>((_resolve, reject) => {
    hold.next().catch((error: unknown) => {
      if (error instanceof LociError && error.code === "conflict") {
        reject(error);
        isTwin.abort(error);
      } else if (!ended.signal.aborted) onUnheld(error);
    });
  });
  try {
    return await Promise.race([work({ ...call, signal: until(isTwin) }), refused]);
  } finally {
    // The one ends what is still asked for, the other what was granted.
    ended.abort();
    void hold.return?.().catch(() => undefined);
  }
}

/** The service that has the effect knows whether it had it before, and answers what it answered then. */
async function own(operation: Operation, call: Call, work: Work): Promise<Answer> {
  const heard = { replay: false };
  const answer = await work(operation, { ...call, onReplayed: () => (heard.replay = true) });
  return heard.replay ? replayed(answer) : answer;
}

function replayed(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, "idempotency-replayed": "true" } };
}

interface Keeping {
  readonly store: OperationStore;
  /** The call under which it is written down how a request ended. */
  readonly afterwards: (call: Call) => Call;
  readonly onLost: (error: unknown) => void;
}

/** Runs the work under a reservation, which a failure gives back; or answers what was kept, without running anything. */
async function kept(
  { store, afterwards, onLost }: Keeping,
  { key, hash, seal: under }: Operation,
  call: Call,
  work: Work,
): Promise<Answer> {
  const operation = { id: key, hash };
  const { sealed } = await store.reserveOperation(operation, call);
  if (sealed.length > 0) return replayed(openAnswer(sealed, under));
  let answer: Answer;
  try {
    answer = await work(noOperation, call);
  } catch (error) {
    await store.releaseOperation(operation, afterwards(call)).catch(onLost);
    throw error;
  }
  // It was done: an answer that cannot be kept is given all the same, and a repetition has to wait for the end of the lease.
  const { madeOf = [] } = answer;
  const recordIds = madeOf === "any" ? [] : [...madeOf, ...idsIn(JSON.stringify(answer.body ?? null))];
  const kept = { operation, sealed: sealAnswer(answer, under), recordIds, ofAny: madeOf === "any" };
  await store.storeOperation(kept, afterwards(call)).catch(onLost);
  return answer;
}

/**
 * SHA-256 of method, path, query and body, and of what the caller may do: an answer that was stored shows what could be seen and done
 * then, and is no answer to who may do less, or more, now. The same request then conflicts with itself, as another one would: to run
 * it again would have its effect twice. A principal that was made anew under an id is somebody else: what it asks was never done.
 */
function requestHash({ request, query, body, call }: Asked): Uint8Array {
  const authority = call.caller.kind === "principal" ? authorityOf(call.caller.identity) : "";
  return createHash("sha256")
    .update(`${request.method}\n${request.path}\n${JSON.stringify(query)}\n${JSON.stringify(body)}\n${authority}`)
    .digest();
}

/** The same text for the same principal with the same grants, in whatever order they come. */
function authorityOf({ grants, principalSince = "" }: Identity): string {
  return JSON.stringify([principalSince, ...verbs.map((verb) => canonicalRegion(grants[verb] ?? []))]);
}
