import { param, sql, type Transaction } from "@loci/ports/database";
import { instant, maybeMillis, millis } from "./rows.ts";

export interface ProviderFailure {
  readonly part: string;
  readonly model: string;
  readonly failingSince: number;
  readonly lastFailedAt: number;
  /** undefined while it fails. */
  readonly recoveredAt: number | undefined;
  readonly failures: number;
  readonly error: string;
}

type Failed = Omit<ProviderFailure, "recoveredAt">;

/** Counts failures; what answered meanwhile begins anew. Nothing is written for a context that is not there ('*' is the deployment). */
export async function noteFailures(tx: Transaction, place: string, failed: Failed): Promise<void> {
  const placeParam = param(place);
  await tx.query(
    sql`insert into auth.provider_failures as p (ctx, part, model, failing_since, last_failed_at, failures, error)
      select ${placeParam}, ${failed.part}, ${failed.model}, ${instant(failed.failingSince)}::timestamptz, ${instant(failed.lastFailedAt)}::timestamptz, ${failed.failures}::bigint, ${failed.error}
      where ${placeParam} = '*' or exists (select 1 from auth.contexts c where c.ctx = ${placeParam} for share)
      on conflict (ctx, part) do update set
        failing_since = case when p.recovered_at is null and p.model = excluded.model
          then least(p.failing_since, excluded.failing_since) else excluded.failing_since end,
        failures = excluded.failures + case when p.recovered_at is null and p.model = excluded.model then p.failures else 0 end,
        last_failed_at = greatest(p.last_failed_at, excluded.last_failed_at),
        model = excluded.model, error = excluded.error, recovered_at = null`,
    { name: "auth.note_provider_failures" },
  );
}

/** The part answers, or is another model than the one that failed. */
export async function noteRecovery(tx: Transaction, place: string, part: string, at: number): Promise<void> {
  await tx.query(
    sql`update auth.provider_failures set recovered_at = ${instant(at)}::timestamptz where ctx = ${place} and part = ${part} and recovered_at is null`,
    { name: "auth.note_provider_recovery" },
  );
}

/** What fails, and what answers again but failed after a time (undefined: nothing of that). */
export async function listFailures(tx: Transaction, place: string, since: number | undefined): Promise<ProviderFailure[]> {
  const rows = await tx.query<{
    part: string;
    model: string;
    failing_since: Date;
    last_failed_at: Date;
    recovered_at: Date | null;
    failures: number;
    error: string;
  }>(
    sql`select part, model, failing_since, last_failed_at, recovered_at, failures, error from auth.provider_failures
      where ctx = ${place} and (recovered_at is null or last_failed_at >= ${since === undefined ? null : instant(since)}::timestamptz) order by part`,
    { name: "auth.list_provider_failures" },
  );
  return rows.map(({ part, model, failures, error, ...at }) => ({
    ...{ part, model, failures, error },
    failingSince: millis(at.failing_since),
    lastFailedAt: millis(at.last_failed_at),
    recoveredAt: maybeMillis(at.recovered_at),
  }));
}

/** Once the context is gone, so that none is noted any more. */
export async function deleteFailures(tx: Transaction, contextId: string): Promise<void> {
  await tx.query(sql`delete from auth.provider_failures where ctx = ${contextId}`, { name: "auth.delete_provider_failures" });
}
