import { literal, param, sql, type Transaction } from "@loci/ports/database";
import { instant } from "./rows.ts";

/**
 * SQLSTATE unique_violation and numeric_value_out_of_range: a row stands where the next one belongs, or the chain's end says that there is
 * no further place. However often it is tried, the chain takes no row.
 */
const broken: ReadonlySet<string> = new Set(["23505", "22003"]);

/** Whether a row could not be appended because of what stands in the chain. */
export function isChainBroken(error: unknown): boolean {
  return error instanceof Error && "code" in error && broken.has(String(error.code));
}

/** The position of the row that is in the way. */
export async function findObstacle(tx: Transaction, chain: string): Promise<number> {
  const [row] = await tx.query<{ position: number }>(
    // No further than a number is exact: an end beyond that was put there by hand.
    sql`select least(position, ${literal(Number.MAX_SAFE_INTEGER - 1)}) + 1 as position from auth.audit_heads where ctx = ${chain}`,
    { name: "auth.find_obstacle" },
  );
  return row?.position ?? 1;
}

/** Notes that a chain takes no rows, in a transaction across contexts. @returns whether that was not told since */
export async function noteBroken(
  tx: Transaction,
  { chain, position }: { readonly chain: string; readonly position: number },
  now: number,
  since: number,
): Promise<boolean> {
  const positionParam = param(position);
  const nowParam = param(instant(now));
  const told = await tx.query(
    sql`insert into auth.broken_chains as b (ctx, position, since, told_at) values (${chain}, ${positionParam}, ${nowParam}::timestamptz,
          ${nowParam}::timestamptz)
      on conflict (ctx) do update set position = ${positionParam}, told_at = ${nowParam}::timestamptz where b.told_at <= ${instant(since)}::timestamptz returning ctx`,
    { name: "auth.note_broken_chain" },
  );
  return told.length > 0;
}

/** How many chains take no rows, in a transaction across contexts. */
export async function countBroken(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ broken: number }>(sql`select count(*)::int as broken from auth.broken_chains`, {
    name: "auth.count_broken_chains",
  });
  return row?.broken ?? 0;
}

/** Keeps what should have been a row of the deployment's chain; one that is there already stays. */
export async function keepUnchained(
  tx: Transaction,
  chain: string,
  entries: readonly { readonly id: string; readonly text: string }[],
  now: number,
): Promise<void> {
  await tx.query(
    sql`insert into auth.audit_unchained (ctx, id, recorded_at, entry)
      select ${chain}, id, ${instant(now)}::timestamptz, entry from unnest(${entries.map(({ id }) => id)}::text[],
        ${entries.map(({ text }) => text)}::text[]) as given (id, entry) on conflict do nothing`,
    { name: "auth.keep_unchained" },
  );
}
