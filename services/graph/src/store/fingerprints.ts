import type { Transaction } from "@loci/ports/database";
import type { KnownPrints } from "../memory/recognition.ts";

/** Whether a context has any fingerprints at all: without them nothing has to be looked up. */
export async function hasPrints(tx: Transaction, contextId: string): Promise<boolean> {
  const [row] = await tx.query<{ any: boolean }>({
    name: "graph.has_prints",
    text: `select exists (select 1 from graph.returned where ctx = $1)
      or exists (select 1 from graph.forgotten_text where ctx = $1) as any`,
    values: [contextId],
  });
  return row?.any ?? false;
}

/**
 * Those of the fingerprints that are known: as returned and as replies under one of the ScopeSets that whoever sees the text sees too, and as
 * forgotten under one of its own.
 */
export async function lookUpPrints(
  tx: Transaction,
  contextId: string,
  { own, seen }: { readonly own: readonly string[]; readonly seen: readonly string[] },
  prints: readonly string[],
): Promise<KnownPrints> {
  const rows = await tx.query<{ kind: string; hash: string }>({
    name: "graph.known_prints",
    text: `select case when is_reply then 'reply' else 'returned' end as kind, hash from graph.returned
        where ctx = $1 and hash = any($3) and scope_set = any($4)
      union all select 'forgotten', hash from graph.forgotten_text where ctx = $1 and scope_set = any($2) and hash = any($3)`,
    values: [contextId, own, [...new Set(prints)], seen],
  });
  const of = (...kinds: string[]) => new Set(rows.flatMap(({ kind, hash }) => (kinds.includes(kind) ? [hash] : [])));
  return { returned: of("reply", "returned"), replies: of("reply"), forgotten: of("forgotten") };
}

export async function storeForgotten(
  tx: Transaction,
  contextId: string,
  prints: readonly { readonly scopeSet: string; readonly print: string }[],
  now: string,
): Promise<void> {
  const rows = [...new Map(prints.map((one) => [one.scopeSet + one.print, one])).values()].filter(({ print }) => print !== "");
  if (rows.length === 0) return;
  await tx.query({
    text: `insert into graph.forgotten_text (ctx, scope_set, hash, recorded_at)
      select $1, x.scope_set, x.hash, $4::timestamptz from unnest($2::text[], $3::text[]) as x(scope_set, hash)
      on conflict do nothing`,
    values: [contextId, rows.map((one) => one.scopeSet), rows.map((one) => one.print), now],
  });
}

export interface ReturnedPrint {
  readonly print: string;
  readonly scopeSet: string;
  readonly isReply: boolean;
}

/** @param rows in one order of all that are stored, so that two who store the same ones wait for each other and never in a circle */
export async function storeReturned(
  tx: Transaction,
  contextId: string,
  rows: readonly ReturnedPrint[],
  now: string,
): Promise<void> {
  await tx.query({
    text: `insert into graph.returned as r (ctx, hash, scope_set, is_reply, returned_at)
      select $1, x.hash, x.scope_set, x.is_reply::boolean, $4::timestamptz
      from unnest($2::text[], $3::text[], $5::text[]) as x(hash, is_reply, scope_set)
      on conflict (ctx, hash, scope_set) do update set is_reply = r.is_reply or excluded.is_reply, returned_at = excluded.returned_at`,
    values: [
      contextId,
      rows.map(({ print }) => print),
      rows.map(({ isReply }) => String(isReply)),
      now,
      rows.map(({ scopeSet }) => scopeSet),
    ],
  });
}
