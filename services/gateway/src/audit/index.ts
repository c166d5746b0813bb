import { contextIdProblem } from "@loci/kernel";
import type { auth } from "@loci/protos";
import type { Answer } from "../route.ts";
import { entryOf, isMutation, type Served } from "./entry.ts";
import { createRecorder, type RecorderDeps } from "./recorder.ts";
import { createRefusals } from "./refusals.ts";

export type { Served } from "./entry.ts";

/** Has a row kept of every request that somebody makes with a key, or without one that fits. */
export interface Audit {
  /**
   * Of a request that succeeded. What may have changed something, and a file that leaves, has its row before its answer: this waits for
   * it; other reads do not.
   * @throws LociError `unavailable` where the row cannot be written: then the answer must not be given
   */
  answered(served: Served, answer: Pick<Answer, "bytes" | "alsoDone">): Promise<void>;
  /** Of a request that failed. */
  failed(served: Served): void;
  /** Waits until all that this gateway has for a chain is written: who reads it finds it whole. @param chain a context's, "*" for the deployment's */
  settled(chain: string): Promise<void>;
  close(): Promise<void>;
}

const lookEveryMs = 5_000;

export function createAudit(deps: RecorderDeps): Audit {
  const { clock, ids, logger } = deps;
  const recorder = createRecorder(deps);
  const refusals = createRefusals(clock);
  const take = (entries: readonly auth.AuditEntry[]) => {
    try {
      for (const entry of entries) recorder.take(entry);
    } catch (err) {
      logger.error({ err, operation: entries[0]?.operation }, "a row of the audit was lost");
    }
  };
  const tick = setInterval(() => take(refusals.over()), lookEveryMs).unref();

  return {
    async answered(served, { bytes, alsoDone = [] }) {
      const done = [served, ...alsoDone.map((params) => ({ ...served, params: { ...served.params, ...params } }))];
      const entries = done.flatMap((one) => entriesOf(one, ids, clock()));
      if (isMutation(served.route) || bytes !== undefined) await recorder.write(entries);
      else for (const entry of entries) recorder.take(entry);
    },
    failed(served) {
      const [entry, ...others] = entriesOf(served, ids, clock());
      if (entry === undefined) return;
      const isCounted = served.call === undefined || served.status === 429;
      const written = isCounted ? refusals.note(entry) : entry;
      take(written ? [written, ...others] : others);
    },
    settled: (chain) => recorder.settled(chain),
    async close() {
      clearInterval(tick);
      take(refusals.over(true));
      await recorder.settled().catch((err: unknown) => logger.error({ err }, "rows of the audit were lost"));
    },
  };
}

/** What management did stands in the deployment's chain, and in that of the context that it was done to. */
function entriesOf(served: Served, ids: RecorderDeps["ids"], now: number): auth.AuditEntry[] {
  const entry = entryOf(served, ids("audit"), now);
  const { ctx } = served.params;
  const isOfContext = served.route.plane === "management" && typeof ctx === "string" && contextIdProblem(ctx) === undefined;
  if (!isOfContext || served.status >= 400 || served.route.operationId === "deleteContext") return [entry];
  return [entry, { ...entry, id: ids("audit"), contextId: ctx }];
}
