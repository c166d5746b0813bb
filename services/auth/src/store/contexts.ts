import { jsonParam } from "@loci/platform/db";
import { sql, type Transaction } from "@loci/ports/database";
import type { StoredPolicy } from "../domain/policy.ts";
import type { Page } from "../domain/page.ts";
import { instant, millis } from "./rows.ts";

export interface ContextRecord {
  readonly id: string;
  readonly displayName: string;
  readonly config: Record<string, unknown>;
  readonly policy: StoredPolicy;
  readonly createdAt: number;
  /** What keeps it as it is declared elsewhere; "" for nobody. */
  readonly owner: string;
}

interface ContextRow {
  ctx: string;
  display_name: string;
  config: Record<string, unknown>;
  policy: StoredPolicy;
  created_at: Date;
  owner: string;
}

const columns = sql`ctx, display_name, config, policy, created_at, owner`;

function toContext(row: ContextRow): ContextRecord {
  return {
    id: row.ctx,
    displayName: row.display_name,
    config: row.config,
    policy: row.policy,
    createdAt: millis(row.created_at),
    owner: row.owner,
  };
}

/** False when the context is there already. */
export async function insertContext(tx: Transaction, context: ContextRecord): Promise<boolean> {
  const { id, displayName, config, policy, createdAt, owner } = context;
  const rows = await tx.query(
    sql`insert into auth.contexts (${columns}) values (${id}, ${displayName}, ${jsonParam(config)}::jsonb, ${jsonParam(policy)}::jsonb, ${instant(createdAt)}::timestamptz, ${owner})
      on conflict (ctx) do nothing returning ctx`,
    { name: "auth.insert_context" },
  );
  return rows.length > 0;
}

export async function findContext(tx: Transaction, id: string): Promise<ContextRecord | undefined> {
  const [row] = await tx.query<ContextRow>(sql`select ${columns} from auth.contexts where ctx = ${id}`, {
    name: "auth.find_context",
  });
  return row && toContext(row);
}

/** Holds the row until the transaction's end, as the caller is about to change it. */
export async function lockContext(tx: Transaction, id: string): Promise<ContextRecord | undefined> {
  const [row] = await tx.query<ContextRow>(sql`select ${columns} from auth.contexts where ctx = ${id} for no key update`, {
    name: "auth.lock_context",
  });
  return row && toContext(row);
}

export async function updateContext(tx: Transaction, context: ContextRecord): Promise<void> {
  const { id, displayName, config, policy, owner } = context;
  await tx.query(
    sql`update auth.contexts set display_name = ${displayName}, config = ${jsonParam(config)}::jsonb, policy = ${jsonParam(policy)}::jsonb, owner = ${owner} where ctx = ${id}`,
    { name: "auth.update_context" },
  );
}

/** Contexts by id, one more than the page holds; needs a transaction across contexts. */
export async function listContexts(tx: Transaction, { limit, after }: Page): Promise<ContextRecord[]> {
  const rows = await tx.query<ContextRow>(
    sql`select ${columns} from auth.contexts where ctx > ${after?.[0] ?? ""} order by ctx limit ${limit + 1}::int`,
    { name: "auth.list_contexts" },
  );
  return rows.map(toContext);
}
