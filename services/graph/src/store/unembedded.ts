import { join, param, sql, type Sql, type Transaction } from "@loci/ports/database";

/** Vectors of one embedding: those that serve, or those that a move makes. */
export interface VectorSpace {
  readonly generation: number;
  /** Of each vector. */
  readonly bytes: number;
  readonly serves: boolean;
}

/** What of a record is embedded: the parts of its text. */
export interface Unembedded {
  readonly id: string;
  readonly kind: EmbeddedKind;
  readonly parts: readonly string[];
  /** By what its kind is ordered. */
  readonly place: string;
}

/** The kinds of record that have a vector of their own text. */
export const embeddedKinds = ["entity", "turn", "fact", "chunk", "keyword"] as const;
export type EmbeddedKind = (typeof embeddedKinds)[number];

interface Source {
  readonly from: (ctx: Sql) => Sql;
  /** Its key, and the id under which its vector stands. */
  readonly place: Sql;
  readonly id: Sql;
  readonly parts: Sql;
}

const sources: Readonly<Record<EmbeddedKind, Source>> = {
  entity: {
    from: (ctx) => sql`graph.entity t where t.ctx = ${ctx} and t.forgotten_at is null`,
    place: sql`t.id`,
    id: sql`t.id`,
    parts: sql`t.type, t.name`,
  },
  turn: {
    from: (ctx) => sql`graph.turn t where t.ctx = ${ctx} and t.forgotten_at is null and t.extraction <> 'silent'`,
    place: sql`t.id`,
    id: sql`case when t.chunk_id = '' then t.id else t.chunk_id end`,
    parts: sql`t.content, t.speaker`,
  },
  fact: {
    from: (ctx) => sql`graph.fact t join graph.entity s on s.ctx = ${ctx} and s.id = t.entity_id
      left join graph.entity o on o.ctx = ${ctx} and o.id = t.target_entity_id
      where t.ctx = ${ctx} and t.forgotten_at is null and not t.quarantined and t.merged_into = ''`,
    place: sql`t.id`,
    id: sql`t.id`,
    parts: sql`s.name, t.key, coalesce(o.name, t.value)`,
  },
  chunk: {
    from: (ctx) => sql`graph.chunk t left join graph.document d on d.ctx = ${ctx} and d.id = t.document_id
      left join graph.section s on s.ctx = ${ctx} and s.id = t.section_id where t.ctx = ${ctx} and t.forgotten_at is null`,
    place: sql`t.id`,
    id: sql`t.id`,
    parts: sql`t.text, coalesce(d.title, ''), coalesce(s.heading, '')`,
  },
  keyword: { from: (ctx) => sql`graph.keyword t where t.ctx = ${ctx}`, place: sql`t.id`, id: sql`t.id`, parts: sql`t.text` },
};

/** What a statement looks for: vectors of one space. */
function within(contextId: string, { generation, bytes, serves }: VectorSpace) {
  return { ctx: param(contextId), generation: param(generation), bytes: param(bytes), serves };
}

/** A vector of another length was made by another embedding. */
function missing(kind: EmbeddedKind, { ctx, generation, bytes, serves }: ReturnType<typeof within>): Sql {
  if (kind === "keyword" && serves) return sql`octet_length(t.embedding) <> ${bytes} and ${generation}::int is not null`;
  return sql`not exists (select 1 from graph.embedding e where e.ctx = ${ctx} and e.record_id = ${sources[kind].id}
    and e.generation = ${generation} and octet_length(e.vector) = ${bytes})`;
}

/** Records of one kind without a vector, in order after a place. */
export async function readUnembedded(
  tx: Transaction,
  contextId: string,
  space: VectorSpace,
  page: { readonly kind: EmbeddedKind; readonly after: string; readonly limit: number },
): Promise<Unembedded[]> {
  const { from, place, id, parts } = sources[page.kind];
  const looked = within(contextId, space);
  const rows = await tx.query<{
    id: string;
    place: string;
    parts: string[];
  }>(sql`select ${id} as id, ${place} as place, array[${parts}] as parts from ${from(looked.ctx)}
      and ${place} > ${page.after} and ${missing(page.kind, looked)} order by ${place} limit ${page.limit}`);
  return rows.map((row) => ({ ...row, kind: page.kind }));
}

export async function countMissing(tx: Transaction, contextId: string, space: VectorSpace): Promise<number> {
  const looked = within(contextId, space);
  const counts = embeddedKinds.map(
    (kind) => sql`(select count(*) from ${sources[kind].from(looked.ctx)} and ${missing(kind, looked)})`,
  );
  const [row] = await tx.query<{ n: number }>(sql`select (${join(counts, sql` + `)})::int as n`);
  return row?.n ?? 0;
}

export async function isAnyMissing(tx: Transaction, contextId: string, space: VectorSpace): Promise<boolean> {
  const looked = within(contextId, space);
  const some = embeddedKinds.map(
    (kind) => sql`exists (select 1 from ${sources[kind].from(looked.ctx)} and ${missing(kind, looked)})`,
  );
  const [row] = await tx.query<{ found: boolean }>(sql`select ${join(some, sql` or `)} as found`);
  return row?.found === true;
}

export async function markUnembedded(tx: Transaction, contextId: string): Promise<void> {
  await tx.query(sql`insert into graph.unembedded (ctx) values (${contextId}) on conflict do nothing`);
}

export async function unmarkUnembedded(tx: Transaction, contextId: string): Promise<void> {
  await tx.query(sql`delete from graph.unembedded where ctx = ${contextId}`);
}

/** Over all contexts. */
export async function markedContexts(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ ctx: string }>(sql`select ctx from graph.unembedded order by ctx`);
  return rows.map((row) => row.ctx);
}
