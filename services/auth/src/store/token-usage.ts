import { param, sql, type Transaction } from "@loci/ports/database";
import { instant } from "./rows.ts";

export interface TokenUse {
  readonly month: string;
  readonly stage: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Adds to the month's counters, which the month's row in token_months keeps in one sum. */
export async function addUsage(tx: Transaction, contextId: string, use: TokenUse): Promise<void> {
  const ctx = param(contextId);
  const monthParam = param(use.month);
  const inputTokensParam = param(use.inputTokens);
  const outputTokensParam = param(use.outputTokens);
  await tx.query(
    sql`with total as (
        insert into auth.token_months as m (ctx, month, used) values (${ctx}, ${monthParam}::date,
          ${inputTokensParam}::bigint + ${outputTokensParam}::bigint)
        on conflict (ctx, month) do update set used = m.used + excluded.used)
      insert into auth.token_usage as u (ctx, month, stage, model, input_tokens, output_tokens)
      values (${ctx}, ${monthParam}::date, ${use.stage}, ${use.model}, ${inputTokensParam}::bigint, ${outputTokensParam}::bigint)
      on conflict (ctx, month, stage, model) do update
        set input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens`,
    { name: "auth.add_usage" },
  );
}

export interface UsageRow {
  readonly stage: string;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly reserved: number;
}

/** The month by stage and model; what is reserved and not lapsed stands beside what was used. */
export async function listUsage(tx: Transaction, contextId: string, month: string, now: number): Promise<UsageRow[]> {
  const ctx = param(contextId);
  const monthParam = param(month);
  const rows = await tx.query<{ stage: string; model: string; input: number; output: number; reserved: number }>(
    sql`select stage, model,
        sum(input_tokens)::bigint as input, sum(output_tokens)::bigint as output, sum(reserved)::bigint as reserved
      from (
        select stage, model, input_tokens, output_tokens, 0 as reserved from auth.token_usage where ctx = ${ctx} and month = ${monthParam}::date
        union all
        select stage, model, 0, 0, tokens from auth.token_reservations
        where ctx = ${ctx} and month = ${monthParam}::date and not settled and lapses_at > ${instant(now)}::timestamptz) as used
      group by stage, model order by stage, model`,
    { name: "auth.list_usage" },
  );
  return rows.map(({ stage, model, input, output, reserved }) => ({
    stage,
    model,
    inputTokens: input,
    outputTokens: output,
    reserved,
  }));
}
