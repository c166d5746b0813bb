import type { Region } from "@loci/kernel";
import { timeParam, timeText } from "@loci/platform/db";
import type { Transaction } from "@loci/ports/database";
import { analyse, packPrints, wordPrint } from "@loci/text";
import type { Author } from "./apply.ts";
import type { Forgotten } from "./forget.ts";

/** More different words than this are not told apart: whoever looks for them takes any word for one of them. */
const maxWords = 20_000;
const rowsAtOnce = 2_000;
const erasuresAtOnce = 10;

/** Where the words of what is forgotten stand; `$2` are ids, and each row has an id by which the next page begins. */
const places: readonly { readonly of: (forgotten: Forgotten) => readonly string[]; readonly rows: string }[] = [
  {
    of: ({ turns }) => turns,
    rows: "select id, concat_ws(' ', speaker, content, array_to_string(labels, ' ')) as text from graph.turn where ctx = $1 and id = any($2)",
  },
  {
    of: ({ facts }) => facts,
    rows: "select id, concat_ws(' ', key, value, array_to_string(labels, ' ')) as text from graph.fact where ctx = $1 and id = any($2)",
  },
  {
    of: ({ statements }) => statements.map(({ id }) => id),
    rows: "select id, concat_ws(' ', value, reason) as text from graph.provenance where ctx = $1 and id = any($2)",
  },
  {
    of: ({ entities }) => entities,
    rows: `select e.id, concat_ws(' ', e.name, (select string_agg(concat_ws(' ', a.name, a.reason), ' ')
      from graph.entity_alias a where a.ctx = $1 and a.entity_id = e.id)) as text from graph.entity e where e.ctx = $1 and e.id = any($2)`,
  },
  {
    of: ({ instructions }) => instructions,
    rows: "select id, concat_ws(' ', label, description) as text from graph.instruction where ctx = $1 and id = any($2)",
  },
  {
    of: ({ documents }) => documents,
    rows: `select id, concat_ws(' ', title, source, filename, array_to_string(labels, ' ')) as text
      from graph.document where ctx = $1 and id = any($2)`,
  },
  {
    of: ({ documents }) => documents,
    rows: "select id, concat_ws(' ', path, text) as text from graph.section where ctx = $1 and document_id = any($2)",
  },
  {
    of: ({ documents }) => documents,
    rows: "select id, text from graph.chunk where ctx = $1 and document_id = any($2)",
  },
  { of: ({ chunks }) => chunks, rows: "select id, text from graph.chunk where ctx = $1 and id = any($2)" },
];

/**
 * The words of what is about to be erased; those of what stays as well may be among them.
 * @param cut words that are cut out of texts that stay
 * @returns undefined where they are too many
 */
export async function wordsOf(
  tx: Transaction,
  contextId: string,
  forgotten: Forgotten,
  cut: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  const words = new Set<string>(cut.flatMap(analyse));
  for (const { of, rows } of places) {
    const ids = of(forgotten);
    if (ids.length === 0) continue;
    for (let after: string | undefined = ""; after !== undefined;) {
      const page: { id: string; text: string }[] = await tx.query({
        text: `select id, text from (${rows}) said where id collate "C" > $3 order by id collate "C" limit ${rowsAtOnce}`,
        values: [contextId, ids, after],
      });
      for (const { text } of page) for (const term of analyse(text)) words.add(term);
      if (words.size > maxWords) return undefined;
      after = page.length === rowsAtOnce ? page.at(-1)?.id : undefined;
    }
  }
  return words;
}

export interface Erasure {
  readonly receipt: string;
  /** undefined where they were too many. */
  readonly words: ReadonlySet<string> | undefined;
  /** Of these records it took a part alone. */
  readonly redacted: readonly string[];
  /** Within what its author may forget. */
  readonly region: Region;
  /** Whether the same is not to be learned again. */
  readonly keep: boolean;
}

/** Notes what is to follow an erasure, until it has: whose words are looked for, by their fingerprints, and whose replies are purged. */
export async function storeErasedWords(
  tx: Transaction,
  contextId: string,
  { receipt, words, redacted, region, keep }: Erasure,
  { now, traceId }: Pick<Author, "now" | "traceId">,
): Promise<void> {
  const prints = words === undefined ? null : packPrints([...words].map((word) => wordPrint(receipt, word)));
  await tx.query({
    text: `insert into graph.erased_words (ctx, receipt, prints, recorded_at, cause, region, keep, redacted)
      values ($1, $2, $3, $4::timestamptz, $5, $6::text[], $7, $8::text[])`,
    values: [contextId, receipt, prints, now, traceId, region, keep, redacted],
  });
}

export interface ErasedWords {
  readonly contextId: string;
  readonly receipt: string;
  /** null where the words were too many. */
  readonly prints: Uint8Array | null;
  readonly recordedAt: string;
  readonly causeTraceId: string;
}

/** The first few after this time, and all of the same moment as the last; of every context where none is named. */
export async function readErasedWords(tx: Transaction, contextId: string, after: string): Promise<ErasedWords[]> {
  const rows = await tx.query<{ ctx: string; receipt: string; prints: Uint8Array | null; recorded_at: Date; cause: string }>({
    text: `select ctx, receipt, prints, recorded_at, cause from graph.erased_words where ($1 = '' or ctx = $1)
      and ($2::timestamptz is null or recorded_at > $2::timestamptz)
      order by recorded_at fetch first ${erasuresAtOnce} rows with ties`,
    values: [contextId, timeParam(after)],
  });
  return rows.map(({ ctx, receipt, prints, recorded_at: at, cause }) => ({
    ...{ contextId: ctx, receipt, prints, recordedAt: timeText(at), causeTraceId: cause },
  }));
}

export interface Eraser {
  readonly principal: string;
  readonly delegated: string;
  readonly keyId: string;
  readonly traceId: string;
  readonly region: Region;
  readonly keep: boolean;
}

/** Who erased it, and within what; undefined where nothing of it is left to follow. */
export async function readEraser(tx: Transaction, contextId: string, receipt: string): Promise<Eraser | undefined> {
  const [row] = await tx.query<Eraser>({
    text: `select r.principal, r.delegated, r.key_id as "keyId", r.trace_id as "traceId", w.region, w.keep
      from graph.erased_words w join graph.receipt r on r.ctx = $1 and r.id = w.receipt where w.ctx = $1 and w.receipt = $2`,
    values: [contextId, receipt],
  });
  return row;
}

export async function dropErasedWords(tx: Transaction, contextId: string, before: string): Promise<void> {
  await tx.query({
    text: "delete from graph.erased_words where ($1 = '' or ctx = $1) and recorded_at < $2::timestamptz",
    values: [contextId, before],
  });
}
