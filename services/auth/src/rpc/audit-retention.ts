import { toTimestamp } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { auditEntry } from "@loci/platform/messages";
import type { Transaction } from "@loci/ports/database";
import { checkpointOf, isOwnSignature, noHash, retentionCut, rowPieces } from "../domain/audit-chain.ts";
import { appendRows, findHead } from "../store/audit.ts";
import { isChainBroken } from "../store/broken-chains.ts";
import { cutChain, findBroken, findCut, findLastOld } from "../store/audit-retention.ts";
import { inChainOf, signEnd } from "./audit.ts";
import type { AuthParts } from "./deps.ts";

type Parts = Pick<AuthParts, "database" | "clock" | "ids" | "secrets" | "logger" | "auditRetentionDays">;

/** Who appends to the chain waits while so many are removed. */
const rowsAtOnce = 5_000;

/**
 * Removes the rows of a chain that are older than the deployment keeps them. A signed checkpoint stands for them, and a row of its own says that
 * it was done. A chain that does not fit loses nothing: what was done to it is to be seen.
 */
export async function pruneChain(parts: Parts, chain: string, call: Call): Promise<void> {
  const { auditRetentionDays: days = 0, clock, secrets, logger } = parts;
  if (days === 0) return;
  const ring = secrets.audit;
  if (ring === undefined) {
    logger?.warn(
      { context: chain },
      "the audit keeps all of its rows: retention needs the secret audit.<version> to sign what it removes",
    );
    return;
  }
  const before = toTimestamp(retentionCut(clock(), days));

  /** @returns whether there may be more */
  const prune = async (tx: Transaction): Promise<boolean> => {
    const head = await findHead(tx, chain, true);
    const last = head && (await findLastOld(tx, chain, before, rowsAtOnce));
    if (head === undefined || last === undefined) return false;
    const cut = await findCut(tx, chain);
    // What is signed from here on would stand for the rows before that cut as well.
    if (cut !== undefined && !isOwnSignature(chain, cut, ring)) {
      logger?.error(
        { context: chain, position: cut.position },
        "the audit keeps its old rows: none of its secrets signed what was removed before; see 'loci audit verify'",
      );
      return false;
    }
    const start = cut ?? { position: 0, hash: noHash };
    const broken = await findBroken(tx, chain, start, last.position);
    if (broken !== undefined) {
      logger?.error(
        { context: chain, position: broken },
        "the audit keeps its old rows: one does not fit; see 'loci audit verify'",
      );
      return false;
    }
    const made = checkpointOf(chain, last, toTimestamp(clock()), ring.current, before);
    await cutChain(tx, chain, { ...made, removedBefore: before });
    const deed = { operation: "audit-retention", path: `audit/${start.position + 1}-${last.position}`, traceId: call.traceId };
    const who = { id: parts.ids("audit"), contextId: chain, at: clock(), door: "schedule", principal: "system" } as const;
    await appendRows(tx, chain, [rowPieces(chain, auditEntry({ ...deed, ...who }))]);
    await signEnd(tx, parts, chain);
    return last.position - start.position === rowsAtOnce;
  };

  try {
    while (await inChainOf(parts.database, chain, prune)) call.signal.throwIfAborted();
  } catch (thrown) {
    if (!isChainBroken(thrown)) throw thrown;
    logger?.error({ context: chain }, "the audit keeps its old rows: its chain takes no new one; see 'loci audit verify'");
  }
}
