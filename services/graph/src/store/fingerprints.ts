import { param, sql, type Transaction } from "@loci/ports/database";
import type { KnownPrints } from "../memory/recognition.ts";

/** Whether a context has any fingerprints at all: without them nothing has to be looked up. */
export async function hasPrints(tx: Transaction, contextId: string): Promise<boolean> {
  const ctx = param(contextId);
  const [row] = await tx.query<{ any: boolean }>(
    sql`select exists (select 1 from graph.returned where ctx = ${ctx})
      or exists (select 1 from graph.forgotten_text where ctx = ${ctx}) as any`,
    { name: "graph.has_prints" },
  );
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
  const ctx = param(contextId);
  const printsParam = param([...new Set(prints)]);
  const rows = await tx.query<{ kind: string; hash: string }>(
    sql`select case when is_reply then 'reply' else 'returned' end as kind, hash from graph.returned
        where ctx = ${ctx} and hash = any(${printsParam}) and scope_set = any(${seen})
      union all select 'forgotten', hash from graph.forgotten_text where ctx = ${ctx} and scope_set = any(${own}) and hash = any(${printsParam})`,
    { name: "graph.known_prints" },
  );
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
  await tx.query(sql`insert into graph.forgotten_text (ctx, scope_set, hash, recorded_at)
      select ${contextId}, x.scope_set, x.hash, ${now}::timestamptz from unnest(${rows.map((one) => one.scopeSet)}::text[],
        ${rows.map((one) => one.print)}::text[]) as x(scope_set, hash)
      on conflict do nothing`);
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
  await tx.query(sql`insert into graph.returned as r (ctx, hash, scope_set, is_reply, returned_at)
      select ${contextId}, x.hash, x.scope_set, x.is_reply::boolean, ${now}::timestamptz
      from unnest(${rows.map(({ print }) => print)}::text[], ${rows.map(({ isReply }) => String(isReply))}::text[],
        ${rows.map(({ scopeSet }) => scopeSet)}::text[]) as x(hash, is_reply, scope_set)
      on conflict (ctx, hash, scope_set) do update set is_reply = r.is_reply or excluded.is_reply, returned_at = excluded.returned_at`);
}
