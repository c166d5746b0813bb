import { LociError, toTimestamp } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { roots } from "../documents/objects.ts";
import type { Periods, UpkeepDeps } from "./deps.ts";
import type { UpkeptInSteps } from "./pipeline.ts";
import { recordWork } from "./recorded.ts";

type Deps = Pick<
  UpkeepDeps,
  "ids" | "auth" | "graph" | "retrieval" | "objects" | "runner" | "clock" | "logger" | "onErased" | "reclaim"
>;

const name = "deleted-contexts";
const keysAtOnce = 500;

type Step = "records" | "works" | "originals" | "indexed" | "traces";

/** One deletion of the context that had this id. */
interface Purge {
  readonly contextId: string;
  readonly deletedAt: number;
}

/**
 * Takes away what the services still hold of deleted contexts; then their ids are free again. What each step took away is the purge's
 * receipt: in the log, and where durable work keeps its results, there too.
 */
export function purgeDeletedContexts(
  { auth, graph, retrieval, objects, runner, clock, ids, logger, onErased, reclaim }: Deps,
  { purgeAfter, deletedContexts }: Pick<Periods, "purgeAfter" | "deletedContexts">,
): UpkeptInSteps {
  /** When each was deleted. */
  async function listDeleted(call: Call): Promise<ReadonlyMap<string, number>> {
    const { contexts } = await auth.listDeletedContexts({}, call);
    return new Map(contexts.map(({ id, deletedAt }) => [id, Date.parse(deletedAt)] as const));
  }

  const secondsUntilDue = (deletedAt: number): number => Math.max(0, Math.ceil((deletedAt - clock()) / 1_000 + purgeAfter));

  /**
   * Whoever was held up until another had done all of it finds the id free, or in a life of its own: what was listed before is not its.
   * @throws LociError `conflict` where that is so
   */
  async function requireDeleted({ contextId, deletedAt }: Purge, call: Call): Promise<void> {
    call.signal.throwIfAborted();
    if ((await listDeleted(call)).get(contextId) !== deletedAt)
      throw new LociError("conflict", "Another has purged this context already.");
  }

  async function dropRecords(purge: Purge, call: Call): Promise<number> {
    const { life } = await graph.head({}, call);
    await requireDeleted(purge, call);
    return (await graph.dropContext({ life }, call)).affected;
  }

  async function dropOriginals(purge: Purge, call: Call): Promise<number> {
    let dropped = 0;
    const drop = async (keys: readonly string[]) => {
      if (keys.length === 0) return;
      await requireDeleted(purge, call);
      await objects.delete(keys);
      dropped += keys.length;
    };
    for (const root of Object.values(roots)) {
      let keys: string[] = [];
      for await (const key of objects.list(`${root}${purge.contextId}/`)) {
        call.signal.throwIfAborted();
        keys.push(key);
        if (keys.length < keysAtOnce) continue;
        await drop(keys);
        keys = [];
      }
      await drop(keys);
    }
    return dropped;
  }

  /** What failed would name the context for ever; this purge is work of the context's itself. */
  async function dropWorks(purge: Purge, call: Call): Promise<number> {
    await requireDeleted(purge, call);
    return (await runner.cancelContext?.(purge.contextId, name)) ?? 0;
  }

  /** In their order: what is derived goes after what it would be derived from again, as work on records that the finder finds. */
  const steps: Readonly<Record<Step, (purge: Purge, call: Call) => Promise<number>>> = {
    records: dropRecords,
    works: dropWorks,
    originals: dropOriginals,
    indexed: async ({ contextId }, call) => (await retrieval.reindex({ contextId }, call)).indexed,
    async traces(purge, call) {
      await requireDeleted(purge, call);
      return (await retrieval.retainTraces({ contextId: purge.contextId, days: 0 }, call)).affected;
    },
  };

  return {
    ...{ name, timeoutSeconds: 3_600 },
    async step({ contextId }, call, from) {
      const deleted = await listDeleted(call);
      if (contextId === "") {
        for (const [id, deletedAt] of deleted) {
          const delaySeconds = secondsUntilDue(deletedAt);
          // Somebody may wait for the id, as a restore in its place does: it begins when it may, not at the look after that.
          if (delaySeconds < deletedContexts) await runner.submit(name, { contextId: id, id: "purge" }, { delaySeconds });
        }
        return undefined;
      }
      // Purged since it was submitted: its id may be another context's by now.
      const deletedAt = deleted.get(contextId);
      if (deletedAt === undefined || secondsUntilDue(deletedAt) > 0) {
        // Nothing of it is left but bytes.
        if (from?.counts["confirmed"] !== undefined) await reclaim?.();
        return undefined;
      }
      // What was done after an earlier deletion was done to another context.
      const at = toTimestamp(deletedAt);
      const counts = from?.at === at ? from.counts : {};
      const todo = Object.entries(steps).find(([step]) => counts[step] === undefined);
      if (todo !== undefined) {
        const [step, take] = todo;
        return { at, counts: { ...counts, [step]: await take({ contextId, deletedAt }, call) } };
      }
      await auth.confirmContextPurged({ contextId, deletedAt: at }, call);
      await recordWork({ auth, clock, ids }, { contextId: "*", operation: name, path: `/contexts/${contextId}` }, call);
      logger.info({ context: contextId, kind: name, ...counts }, "a deleted context was purged");
      onErased?.("context", (clock() - deletedAt) / 1_000);
      return { at, counts: { ...counts, confirmed: 1 } };
    },
  };
}
