import { jsonParam } from "@loci/platform/db";
import type { Transaction } from "@loci/ports/database";
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

const columns = "ctx, display_name, config, policy, created_at, owner";

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

const changeable = ({ id, displayName, config, policy }: ContextRecord) => [id, displayName, jsonParam(config), jsonParam(policy)];

/** False when the context is there already. */
export async function insertContext(tx: Transaction, context: ContextRecord): Promise<boolean> {
  const rows = await tx.query({
    name: "auth.insert_context",
    text: `insert into auth.contexts (${columns}) values ($1, $2, $3::jsonb, $4::jsonb, $5::timestamptz, $6)
      on conflict (ctx) do nothing returning ctx`,
    values: [...changeable(context), instant(context.createdAt), context.owner],
  });
  return rows.length > 0;
}

export async function findContext(tx: Transaction, id: string): Promise<ContextRecord | undefined> {
  const [row] = await tx.query<ContextRow>({
    name: "auth.find_context",
    text: `select ${columns} from auth.contexts where ctx = $1`,
    values: [id],
  });
  return row && toContext(row);
}

/** Holds the row until the transaction's end, as the caller is about to change it. */
export async function lockContext(tx: Transaction, id: string): Promise<ContextRecord | undefined> {
  const [row] = await tx.query<ContextRow>({
    name: "auth.lock_context",
    text: `select ${columns} from auth.contexts where ctx = $1 for no key update`,
    values: [id],
  });
  return row && toContext(row);
}

export async function updateContext(tx: Transaction, context: ContextRecord): Promise<void> {
  await tx.query({
    name: "auth.update_context",
    text: "update auth.contexts set display_name = $2, config = $3::jsonb, policy = $4::jsonb, owner = $5 where ctx = $1",
    values: [...changeable(context), context.owner],
  });
}

/** Contexts by id, one more than the page holds; needs a transaction across contexts. */
export async function listContexts(tx: Transaction, { limit, after }: Page): Promise<ContextRecord[]> {
  const rows = await tx.query<ContextRow>({
    name: "auth.list_contexts",
    text: `select ${columns} from auth.contexts where ctx > $1 order by ctx limit $2::int`,
    values: [after?.[0] ?? "", limit + 1],
  });
  return rows.map(toContext);
}
