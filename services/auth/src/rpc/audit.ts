import { LociError, parseTimestamp, invalidField, toTimestamp } from "@loci/kernel";
import { principalOf, requireService, type Call } from "@loci/platform/call";
import type { Database, Transaction } from "@loci/ports/database";
import type { auth, AuthService } from "@loci/protos";
import {
  checkpointOf,
  checkpointText,
  deploymentChain,
  entryIn,
  noHash,
  rowPieces,
  type ChainedRow,
} from "../domain/audit-chain.ts";
import { isContextAdmin } from "../domain/grants.ts";
import {
  appendRows,
  findEntries,
  findHead,
  findTraces,
  insertCheckpoint,
  listRows,
  lockHead,
  readCheckpoints,
  readRows,
  type ChainHead,
  type StoredCheckpoint,
} from "../store/audit.ts";
import { namedContext, ownContext, type AuthParts } from "./deps.ts";

type Rpcs = Pick<AuthService<Call>, "appendAudit" | "listAudit" | "readAuditChain">;

type Repeated = Pick<auth.AppendAuditRequest, "again" | "unlessTraced">;

export type ChainParts = Pick<AuthParts, "database" | "clock"> & { readonly secrets: Partial<Pick<AuthParts["secrets"], "audit">> };

/** A chain is signed when so many rows came since, or the last signature is so old. */
const checkpointRows = 1_000;
const checkpointMs = 3_600_000;

const defaultListed = 100;
const maxListed = 500;
const maxPage = 1_000;

/** Who did what: appended by those who served it, listed for who may know, read whole for who checks it. */
export function auditRpcs(parts: ChainParts): Rpcs {
  const { database, clock } = parts;
  const inChain = <T>(chain: string, work: (tx: Transaction) => Promise<T>) => inChainOf(database, chain, work);

  /** @returns false where the chain's context is not there */
  const append = async (
    chain: string,
    entries: readonly auth.AuditEntry[],
    { again, unlessTraced }: Repeated,
  ): Promise<boolean> => {
    const rowsOf = (some: readonly auth.AuditEntry[]) => some.map((entry) => rowPieces(chain, entry));
    const appended = again || unlessTraced ? undefined : await inChain(chain, (tx) => appendRows(tx, chain, rowsOf(entries)));
    const head = appended ?? (await inChain(chain, begun));
    if (head && parts.secrets.audit && isDue(head, clock())) await signChain(parts, chain);
    return head !== undefined;

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

  return {
    async appendAudit({ entries, ...repeated }, call) {
      if (call.caller.kind !== "gateway") requireService(call);
      const chains = Map.groupBy(entries, ({ contextId }) => contextId || deploymentChain);
      // The deployment's own comes last: it takes up what found no context.
      const own = [...(chains.get(deploymentChain) ?? [])];
      chains.delete(deploymentChain);
      await Promise.all(
        [...chains].map(async ([contextId, some]) => {
          // What is recovered of a context that is gone goes with its chain.
          if (!(await append(contextId, some, repeated)) && !repeated.unlessTraced) own.push(...some);
        }),
      );
      if (own.length > 0) await append(deploymentChain, own, repeated);
      return {};
    },

    async listAudit(request, call) {
      const { chain, own, ownSince } = readerOf(call, request, false);
      if (own !== "" && request.principal !== "" && request.principal !== own) return { rows: [] };
      const { kind, keyId, traceId } = request;
      const filter = {
        ...{ kind, keyId, traceId, principal: own || request.principal },
        // Both are RFC 3339 in UTC, which sorts as text.
        since: [time("/since", request.since), ownSince].toSorted().at(-1) ?? "",
        until: time("/until", request.until),
        limit: Math.min(request.limit || defaultListed, maxListed),
      };
      return { rows: (await inChain(chain, (tx) => listRows(tx, chain, filter))).map(rowMessage) };
    },

    async readAuditChain(request, call) {
      const { chain } = readerOf(call, request, true);
      const limit = Math.min(request.limit || maxPage, maxPage);
      const { rows, checkpoints, head } = await inChain(chain, async (tx) => {
        const found = await findHead(tx, chain);
        const page = await readRows(tx, chain, request.after, limit);
        const [first, last] = [page[0], page.at(-1)];
        // Where retention removed earlier rows, the checkpoint right before the first of those left stands for them.
        const from = request.after === 0 ? (first?.position ?? 1) - 1 : request.after + 1;
        return { rows: page, head: found, checkpoints: last ? await readCheckpoints(tx, chain, from, last.position) : [] };
      });
      const isLast = head !== undefined && (rows.at(-1)?.position ?? request.after) >= head.position;
      return {
        rows: rows.map(rowMessage),
        checkpoints: checkpoints.map(({ removedBefore, ...stored }) => ({
          ...stored,
          text: checkpointText(chain, stored, stored.at, removedBefore),
        })),
        head: isLast && head.position > 0 ? signed(parts, chain, head) : null,
        last: head?.position ?? 0,
      };
    },
  };
}

/** Signs where a chain ends, unless nothing came since it was signed. */
export async function signChain(parts: ChainParts, chain: string): Promise<void> {
  await inChainOf(parts.database, chain, (tx) => signEnd(tx, parts, chain));
}

export async function signEnd(tx: Transaction, parts: Pick<ChainParts, "secrets" | "clock">, chain: string): Promise<void> {
  const head = await findHead(tx, chain, true);
  if (head === undefined || head.position === head.checkpointPosition) return;
  const made = signed(parts, chain, head);
  if (made) await insertCheckpoint(tx, chain, made satisfies StoredCheckpoint);
}

/** Whether the end of a chain has to be signed. */
function isDue({ position, checkpointPosition, checkpointAt }: ChainHead, now: number): boolean {
  const since = position - checkpointPosition;
  return since >= checkpointRows || (since > 0 && now - checkpointAt >= checkpointMs);
}

export function inChainOf<T>(database: Database, chain: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return chain === deploymentChain ? database.acrossContexts(work) : database.inContext(chain, work);
}

/** null where the deployment has no key for it. */
function signed(
  { secrets, clock }: Pick<ChainParts, "secrets" | "clock">,
  chain: string,
  { position, hash }: ChainHead,
): auth.AuditCheckpoint | null {
  return secrets.audit ? checkpointOf(chain, { position, hash }, toTimestamp(clock()), secrets.audit.current) : null;
}

interface Reader {
  readonly chain: string;
  /** Who sees its own rows only; "" for who sees everybody's. */
  readonly own: string;
  /** When it was made, as another one under its id is somebody else. */
  readonly ownSince: string;
}

/** The chain that is asked for, and whose rows of it: "" for everybody's. @param whole only who may see everybody's */
function readerOf(call: Call, request: { readonly contextId: string }, whole: boolean): Reader {
  if (call.caller.kind === "management") {
    const isOwn = request.contextId === deploymentChain;
    return { chain: isOwn ? deploymentChain : namedContext(request), own: "", ownSince: "" };
  }
  const chain = ownContext(call, request);
  const { principalId, principalSince = "", grants } = principalOf(call);
  if (isContextAdmin(grants)) return { chain, own: "", ownSince: "" };
  if (whole) throw new LociError("forbidden", "The whole audit needs grant:manage over '/'.");
  return { chain, own: principalId, ownSince: principalSince };
}

function time(pointer: string, text: string): string {
  if (text === "") return "";
  const at = parseTimestamp(text);
  if (at === undefined) throw invalidField(pointer, "must be an RFC 3339 timestamp");
  return at;
}

function rowMessage({ position, hash, text }: ChainedRow): auth.AuditRow {
  return { position, hash, text, entry: entryIn(text) };
}
