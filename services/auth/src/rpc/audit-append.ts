import { requireService, type Call } from "@loci/platform/call";
import { auditEntry } from "@loci/platform/messages";
import type { Transaction } from "@loci/ports/database";
import type { auth, AuthService } from "@loci/protos";
import { deploymentChain, noHash, rowPieces } from "../domain/audit-chain.ts";
import { appendRows, findEntries, findTraces, lockHead, type ChainHead } from "../store/audit.ts";
import { countBroken, findObstacle, isChainBroken, keepUnchained, noteBroken } from "../store/broken-chains.ts";
import { inChainOf, signChain, type ChainParts } from "./audit.ts";

type Rpcs = Pick<AuthService<Call>, "appendAudit" | "countBrokenChains">;

type Entries = readonly auth.AuditEntry[];
type Repeated = Pick<auth.AppendAuditRequest, "again" | "unlessTraced">;

/** A chain is signed when so many rows came since, or the last signature is so old. */
const checkpointRows = 1_000;
const checkpointMs = 3_600_000;
/** So often the deployment's chain has a row about a chain that takes none, however many should have come. */
const toldEveryMs = 3_600_000;

/** What became of the rows of a context: in its chain; or it is not there; or its chain takes none. */
type Outcome = "written" | "absent" | "broken";

/**
 * Appends what was done by those who served it. Each chain stands for itself: one that fails holds up no other. The rows of a chain that is
 * broken go to the deployment's own, so that nothing is done without a row; those of the deployment's go to a table beside it.
 */
export function auditAppendRpcs(parts: ChainParts): Rpcs {
  const { database, clock, logger } = parts;

  const append = async (chain: string, entries: Entries, { again, unlessTraced }: Repeated): Promise<Outcome> => {
    const rowsOf = (some: Entries) => some.map((entry) => rowPieces(chain, entry));
    try {
      const appended =
        again || unlessTraced ? undefined : await inChainOf(database, chain, (tx) => appendRows(tx, chain, rowsOf(entries)));
      const head = appended ?? (await inChainOf(database, chain, begun));
      if (head && parts.secrets.audit && isDue(head, clock())) await signChain(parts, chain);
      return head === undefined ? "absent" : "written";
    } catch (thrown) {
      if (isChainBroken(thrown)) return "broken";
      throw thrown;
    }

    /** Begins the chain where that is needed, and leaves out what is there already where it was perhaps written before. */
    async function begun(tx: Transaction) {
      const found = await lockHead(tx, chain, { position: 0, hash: noHash }, clock());
      if (found === undefined) return undefined;
      const known = again ? await findEntries(tx, chain, entries) : new Set<string>();
      const traced = unlessTraced ? await findTraces(tx, chain, entries) : new Set<string>();
      const missing = entries.filter(({ id, traceId }) => !known.has(id) && !traced.has(traceId));
      return missing.length === 0 ? found : appendRows(tx, chain, rowsOf(missing));
    }
  };

  /** Notes that a chain is broken. @returns the row that tells it, where it is time for one */
  const tell = async (chain: string): Promise<auth.AuditEntry[]> => {
    const position = await inChainOf(database, chain, (tx) => findObstacle(tx, chain));
    const now = clock();
    const isNews = await database.acrossContexts((tx) => noteBroken(tx, { chain, position }, now, now - toldEveryMs));
    if (!isNews) return [];
    logger?.error(
      { context: chain, position },
      "a chain of the audit takes no rows: one stands behind its end; see 'loci audit verify'",
    );
    const deed = { operation: "audit-chain-broken", path: `audit/${position}`, status: 500, at: now } as const;
    const id = `${deed.operation}/${chain}/${now}`;
    return [auditEntry({ ...deed, id, contextId: chain, traceId: id, door: "schedule", principal: "system" })];
  };

  const appendToDeployment = async (entries: Entries, repeated: Repeated): Promise<void> => {
    if ((await append(deploymentChain, entries, repeated)) !== "broken") return;
    const kept = [...entries, ...(await tell(deploymentChain))].map((entry) => ({
      id: entry.id,
      text: `[${rowPieces(deploymentChain, entry).after}`,
    }));
    await database.acrossContexts((tx) => keepUnchained(tx, deploymentChain, kept, clock()));
  };

  return {
    async appendAudit({ entries, ...repeated }, call) {
      requireWriter(call);
      const chains = Map.groupBy(entries, ({ contextId }) => contextId || deploymentChain);
      const errors = new Map<string, unknown>();
      // The deployment's own comes last: it takes up what found no context, or no place in its chain.
      const own = new Map([[deploymentChain, [...(chains.get(deploymentChain) ?? [])]]]);
      await Promise.all(
        [...chains].map(async ([chain, some]) => {
          if (chain === deploymentChain) return;
          try {
            const outcome = await append(chain, some, repeated);
            if (outcome === "broken") own.set(chain, [...some, ...(await tell(chain))]);
            // What is recovered of a context that is gone goes with its chain.
            else if (outcome === "absent" && !repeated.unlessTraced) own.set(chain, some);
          } catch (thrown) {
            errors.set(chain, thrown);
          }
        }),
      );
      const moved = [...own.values()].flat();
      if (moved.length > 0) {
        await appendToDeployment(moved, repeated).catch((thrown: unknown) => {
          for (const [chain, some] of own) if (some.length > 0) errors.set(chain, thrown);
        });
      }
      const [failed] = errors;
      if (failed !== undefined && errors.size === chains.size) throw failed[1];
      for (const [chain, err] of errors) logger?.warn({ err, context: chain }, "a chain of the audit took no rows now");
      return { failed: [...errors.keys()] };
    },

    async countBrokenChains(_request, call) {
      requireWriter(call);
      return { broken: await database.acrossContexts(countBroken) };
    },
  };
}

/** @throws LociError `forbidden` for who serves nobody */
function requireWriter(call: Call): void {
  if (call.caller.kind !== "gateway") requireService(call);
}

/** Whether the end of a chain has to be signed. */
function isDue({ position, checkpointPosition, checkpointAt }: ChainHead, now: number): boolean {
  const since = position - checkpointPosition;
  return since >= checkpointRows || (since > 0 && now - checkpointAt >= checkpointMs);
}
