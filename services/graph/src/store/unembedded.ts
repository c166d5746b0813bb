import type { Transaction } from "@loci/ports/database";

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
  readonly from: string;
  /** Its key, and the id under which its vector stands. */
  readonly place: string;
  readonly id: string;
  readonly parts: string;
}

const sources: Readonly<Record<EmbeddedKind, Source>> = {
  entity: {
    from: "graph.entity t where t.ctx = $1 and t.forgotten_at is null",
    place: "t.id",
    id: "t.id",
    parts: "t.type, t.name",
  },
  turn: {
    from: "graph.turn t where t.ctx = $1 and t.forgotten_at is null and t.extraction <> 'silent'",
    place: "t.id",
    id: "case when t.chunk_id = '' then t.id else t.chunk_id end",
    parts: "t.content, t.speaker",
  },
  fact: {
    from: `graph.fact t join graph.entity s on s.ctx = $1 and s.id = t.entity_id
      left join graph.entity o on o.ctx = $1 and o.id = t.target_entity_id
      where t.ctx = $1 and t.forgotten_at is null and not t.quarantined and t.merged_into = ''`,
    place: "t.id",
    id: "t.id",
    parts: "s.name, t.key, coalesce(o.name, t.value)",
  },
  chunk: {
    from: `graph.chunk t left join graph.document d on d.ctx = $1 and d.id = t.document_id
      left join graph.section s on s.ctx = $1 and s.id = t.section_id where t.ctx = $1 and t.forgotten_at is null`,
    place: "t.id",
    id: "t.id",
    parts: "t.text, coalesce(d.title, ''), coalesce(s.heading, '')",
  },
  keyword: { from: "graph.keyword t where t.ctx = $1", place: "t.id", id: "t.id", parts: "t.text" },
};

/** A vector of another length was made by another embedding. */
function missing(kind: EmbeddedKind, { serves }: VectorSpace): string {
  if (kind === "keyword" && serves) return "octet_length(t.embedding) <> $3 and $2::int is not null";
  return `not exists (select 1 from graph.embedding e where e.ctx = $1 and e.record_id = ${sources[kind].id}
    and e.generation = $2 and octet_length(e.vector) = $3)`;
}

/** Records of one kind without a vector, in order after a place. */
export async function readUnembedded(
  tx: Transaction,
  contextId: string,
  space: VectorSpace,
  page: { readonly kind: EmbeddedKind; readonly after: string; readonly limit: number },
): Promise<Unembedded[]> {
  const { from, place, id, parts } = sources[page.kind];
  const rows = await tx.query<{ id: string; place: string; parts: string[] }>({
    text: `select ${id} as id, ${place} as place, array[${parts}] as parts from ${from}
      and ${place} > $4 and ${missing(page.kind, space)} order by ${place} limit $5`,
    values: [contextId, space.generation, space.bytes, page.after, page.limit],
  });
  return rows.map((row) => ({ ...row, kind: page.kind }));
}

export async function countMissing(tx: Transaction, contextId: string, space: VectorSpace): Promise<number> {
  const counts = embeddedKinds.map((kind) => `(select count(*) from ${sources[kind].from} and ${missing(kind, space)})`);
  const [row] = await tx.query<{ n: number }>({
    text: `select (${counts.join(" + ")})::int as n`,
    values: [contextId, space.generation, space.bytes],
  });
  return row?.n ?? 0;
}

export async function isAnyMissing(tx: Transaction, contextId: string, space: VectorSpace): Promise<boolean> {
  const some = embeddedKinds.map((kind) => `exists (select 1 from ${sources[kind].from} and ${missing(kind, space)})`);
  const [row] = await tx.query<{ found: boolean }>({
    text: `select ${some.join(" or ")} as found`,
    values: [contextId, space.generation, space.bytes],
  });
  return row?.found === true;
}

export async function markUnembedded(tx: Transaction, contextId: string): Promise<void> {
  await tx.query({ text: "insert into graph.unembedded (ctx) values ($1) on conflict do nothing", values: [contextId] });
}

export async function unmarkUnembedded(tx: Transaction, contextId: string): Promise<void> {
  await tx.query({ text: "delete from graph.unembedded where ctx = $1", values: [contextId] });
}

/** Over all contexts. */
export async function markedContexts(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ ctx: string }>({ text: "select ctx from graph.unembedded order by ctx" });
  return rows.map((row) => row.ctx);
}
