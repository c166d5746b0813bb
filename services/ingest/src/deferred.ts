import { LociError, turnRoles, type IdSource } from "@loci/kernel";
import { serviceCall, type Call } from "@loci/platform/call";
import { auditEntry } from "@loci/platform/messages";
import type { Logger } from "@loci/platform/telemetry";
import type { Embedder } from "@loci/ports/embedder";
import type { ModelDirectory } from "@loci/ports/language-model";
import type { AuthService, graph, GraphService } from "@loci/protos";
import { backoffSeconds } from "./domain/budget.ts";
import { checkExtraction } from "./domain/check-extraction.ts";
import { embedMemory } from "./embed.ts";
import { extractWithin, isReadingEnded } from "./extract.ts";

export interface DeferredDeps {
  readonly graph: GraphService<Call>;
  readonly auth: Pick<AuthService<Call>, "appendAudit">;
  readonly embedder: Embedder;
  readonly models: ModelDirectory;
  readonly clock: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly ids: IdSource;
  readonly logger: Logger;
  /** Told of each turn that is set aside: it is kept as text, and not read again until somebody asks. */
  readonly onSetAside: () => void;
  readonly limits: {
    readonly extractionBudgetMs: number;
    /** How often to look for turns that are due, in milliseconds. */
    readonly pollMs: number;
    /** How long `close` waits for what is under way, in milliseconds. */
    readonly closeGraceMs?: number;
  };
}

/** Extracts in the background what a request could not wait for. */
export interface DeferredExtractor {
  /** Looks for work, at once for what was left from before, then now and then, until closed. */
  start(): void;
  /** Says that there may be work at once. */
  kick(): void;
  /** Resolves when what is due now has been tried. */
  drain(): Promise<void>;
  /** Starts no more work; what is under way gets a moment, and is then given back: it is due at the next start. */
  close(): Promise<void>;
}

/** Each turn that is claimed is begun at once, so that none waits under a lease. */
const claimLimit = 4;
/** With pauses of up to an hour, about a day and a half: a provider may be down for a night. */
const maxAttempts = 40;
/** For a turn that was given back before its time: that is no failure of its own. */
const anyAttempts = 1_000;
const closeGraceMs = 2_000;

export function createDeferredExtractor(deps: DeferredDeps): DeferredExtractor {
  const { graph, clock, logger, limits } = deps;
  let closed = false;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;

  // A claim is leased for longer than it can take, so that no other worker takes a turn that is being read.
  const claimMs = limits.extractionBudgetMs + 30_000;
  const newCall = (contextId: string) => serviceCall(contextId, deps.ids("trace"), clock() + claimMs);

  async function extractTurn(pending: graph.PendingTurn): Promise<void> {
    const call = newCall(pending.contextId);
    try {
      const cause = pending.causeTraceId || call.traceId;
      const request = await extracted(pending, deps, cause, stopping.signal);
      // Before it takes effect: nobody would come back to write the row after it.
      await record("extractTurn", pending, 200, call);
      await graph.applyExtraction(request, call);
    } catch (thrown) {
      if (stopping.signal.aborted) {
        await graph.postponePending(
          { turnId: pending.turnId, delaySeconds: 0, maxAttempts: anyAttempts, readingEnded: false },
          call,
        );
        return;
      }
      const error = LociError.from(thrown);
      logger.warn({ err: error.cause ?? error, turn: pending.turnId, attempts: pending.attempts }, "deferred extraction failed");
      const delaySeconds = backoffSeconds(pending.attempts, deps.random());
      const outcome = { turnId: pending.turnId, delaySeconds, maxAttempts, readingEnded: isReadingEnded(error) };
      const { extraction } = await graph.postponePending(outcome, call);
      if (extraction === "set_aside") await setAside(pending);
      else if (extraction === "failed") await record("giveTurnUp", pending, 500, call);
    }
  }

  async function setAside(pending: graph.PendingTurn): Promise<void> {
    const { contextId, turnId: turn } = pending;
    logger.warn({ turn }, "a turn was set aside: it is kept as text, and not read for facts until somebody asks");
    deps.onSetAside();
    await record("setTurnAside", pending, 500, newCall(contextId));
  }

  /** Keeps the row of what became of a turn, under the trace of the request that brought it: once, however often it is said. */
  async function record(operation: string, { contextId, turnId, causeTraceId }: graph.PendingTurn, status: number, call: Call) {
    const traceId = causeTraceId || call.traceId;
    const deed = { contextId, operation, traceId, status, at: clock(), door: "queue", principal: "system" } as const;
    const path = `/sessions/{session_id}/turns/${turnId}`;
    await deps.auth.appendAudit(
      { entries: [auditEntry({ ...deed, path, id: `${operation}/${turnId}` })], again: true, unlessTraced: false },
      call,
    );
  }

  async function work(): Promise<void> {
    do {
      again = false;
      const claim = { limit: claimLimit, leaseSeconds: Math.ceil(claimMs / 1000) };
      const { turns, setAside: given } = await graph.claimPending(claim, newCall(""));
      for (const outcome of await Promise.allSettled([...given.map(setAside), ...turns.map(extractTurn)])) {
        // Not even postponed: the claim's lease ends some day, and the turn is claimed again.
        if (outcome.status === "rejected") logger.warn({ err: outcome.reason as unknown }, "deferred extraction was not postponed");
      }
      if (turns.length + given.length === claimLimit) again = true;
    } while (again && !closed);
  }

  function run(): Promise<void> {
    if (closed) return running ?? Promise.resolve();
    again = true;
    running ??= work()
      .catch((thrown: unknown) => logger.warn({ err: thrown }, "deferred extraction could not go on"))
      .finally(() => (running = undefined));
    return running;
  }

  function wait(): void {
    // A little different each time, so that many servers do not ask at once. It keeps no process alive.
    if (closed) return;
    timer = setTimeout(() => void run().then(wait), limits.pollMs * (0.75 + deps.random() * 0.5)).unref();
  }

  return {
    start() {
      if (timer !== undefined) return;
      wait();
      void run();
    },
    kick: () => void run(),
    drain: run,
    async close() {
      closed = true;
      clearTimeout(timer);
      const cut = setTimeout(
        () => stopping.abort(new LociError("cancelled", "The server stops.")),
        limits.closeGraceMs ?? closeGraceMs,
      );
      await running;
      clearTimeout(cut);
    },
  };
}

async function extracted(
  pending: graph.PendingTurn,
  deps: DeferredDeps,
  traceId: string,
  signal: AbortSignal,
): Promise<graph.ApplyExtractionRequest> {
  const role = turnRoles.find((known) => known === pending.role) ?? "user";
  const turn = { role, speaker: pending.speaker, content: pending.content, knownAt: pending.knownAt };
  const model = await deps.models.model(pending.contextId, "extraction");
  const extraction = await extractWithin(model, [turn], deps.limits.extractionBudgetMs, signal);
  const proposal = checkExtraction(extraction, [turn], { firstTurn: 0, resultTurn: 0, memoryCategory: "" });
  // The turn itself was embedded when it was stored.
  const { proposals } = await embedMemory({ turns: [], proposals: [proposal] }, deps.embedder, signal);
  return { turnIds: [pending.turnId], proposals, traceId };
}
