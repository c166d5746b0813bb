import { LociError, parseTimestamp, invalidField, toTimestamp } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { Database, Transaction } from "@loci/ports/database";
import type { auth, AuthService } from "@loci/protos";
import {
  checkpointOf,
  deploymentChain,
  entryIn,
  shownCheckpoint,
  type ChainedRow,
  type StoredCheckpoint,
} from "../domain/audit-chain.ts";
import { isContextAdmin } from "../domain/grants.ts";
import { findHead, insertCheckpoint, listRows, readCheckpoints, readRows, type ChainHead } from "../store/audit.ts";
import { findKey } from "../store/keys.ts";
import { namedContext, ownContext, type AuthParts } from "./deps.ts";

type Rpcs = Pick<AuthService<Call>, "listAudit" | "readAuditChain">;

export type ChainParts = Pick<AuthParts, "database" | "clock" | "logger"> & {
  readonly secrets: Partial<Pick<AuthParts["secrets"], "audit">>;
};

const defaultListed = 100;
const maxListed = 500;
const maxPage = 1_000;

/** Who did what: listed for who may know, read whole for who checks it. */
export function auditRpcs(parts: ChainParts): Rpcs {
  const { database } = parts;
  const inChain = <T>(chain: string, work: (tx: Transaction) => Promise<T>) => inChainOf(database, chain, work);

  return {
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
      const rows = await inChain(chain, async (tx) => {
        const only = own === "" ? "" : await onlyKey(tx, call);
        if (only !== "" && keyId !== "" && keyId !== only) return [];
        return listRows(tx, chain, { ...filter, keyId: only || keyId });
      });
      return { rows: rows.map(rowMessage) };
    },

    async readAuditChain(request, call) {
      const { chain } = readerOf(call, request, true);
      const limit = Math.min(request.limit || maxPage, maxPage);
      const { rows, checkpoints, head } = await inChain(chain, async (tx) => {
        // The rows before the end: whoever appends meanwhile moves it, and what stands behind it is no row of the chain.
        const page = await readRows(tx, chain, request.after, limit);
        const found = await findHead(tx, chain);
        const [first, last] = [page[0], page.at(-1)];
        // Where retention removed earlier rows, the checkpoint right before the first of those left stands for them.
        const from = request.after === 0 ? (first?.position ?? 1) - 1 : request.after + 1;
        return { rows: page, head: found, checkpoints: last ? await readCheckpoints(tx, chain, from, last.position) : [] };
      });
      const isLast = head !== undefined && (rows.at(-1)?.position ?? request.after) >= head.position;
      return {
        rows: rows.map(rowMessage),
        checkpoints: checkpoints.map((stored) => shownCheckpoint(chain, stored, parts.secrets.audit)),
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

/**
 * The caller's key, where that has grants of its own: what its principal does with other keys may lie beyond them. "" for a key that may do
 * all that its principal may.
 */
async function onlyKey(tx: Transaction, call: Call): Promise<string> {
  const { contextId, keyId } = principalOf(call);
  const key = await findKey(tx, contextId, keyId);
  return key !== undefined && key.grants === undefined ? "" : keyId;
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
