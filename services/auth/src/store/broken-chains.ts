import type { Transaction } from "@loci/ports/database";
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
  const [row] = await tx.query<{ position: number }>({
    name: "auth.find_obstacle",
    // No further than a number is exact: an end beyond that was put there by hand.
    text: `select least(position, ${Number.MAX_SAFE_INTEGER - 1}) + 1 as position from auth.audit_heads where ctx = $1`,
    values: [chain],
  });
  return row?.position ?? 1;
}

/** Notes that a chain takes no rows, in a transaction across contexts. @returns whether that was not told since */
export async function noteBroken(
  tx: Transaction,
  { chain, position }: { readonly chain: string; readonly position: number },
  now: number,
  since: number,
): Promise<boolean> {
  const told = await tx.query({
    name: "auth.note_broken_chain",
    text: `insert into auth.broken_chains as b (ctx, position, since, told_at) values ($1, $2, $3::timestamptz, $3::timestamptz)
      on conflict (ctx) do update set position = $2, told_at = $3::timestamptz where b.told_at <= $4::timestamptz returning ctx`,
    values: [chain, position, instant(now), instant(since)],
  });
  return told.length > 0;
}

/** How many chains take no rows, in a transaction across contexts. */
export async function countBroken(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ broken: number }>({
    name: "auth.count_broken_chains",
    text: "select count(*)::int as broken from auth.broken_chains",
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
  await tx.query({
    name: "auth.keep_unchained",
    text: `insert into auth.audit_unchained (ctx, id, recorded_at, entry)
      select $1, id, $2::timestamptz, entry from unnest($3::text[], $4::text[]) as given (id, entry) on conflict do nothing`,
    values: [chain, instant(now), entries.map(({ id }) => id), entries.map(({ text }) => text)],
  });
}
