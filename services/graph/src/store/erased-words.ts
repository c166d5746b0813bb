import { scopeSetKey, type Region, type ScopeSet } from "@loci/kernel";
import { jsonParam, timeParam, timeText } from "@loci/platform/db";
import { literal, param, sql, type Sql, type Transaction } from "@loci/ports/database";
import { analyse, erasureSalt, packPrints, wordPrint } from "@loci/text";
import type { Author } from "./apply.ts";
import { quotes } from "./erase-quotes.ts";
import type { Forgotten } from "./forget.ts";
import type { Redaction } from "./withheld.ts";

/** More different words than this are not told apart: whoever looks for them takes any word for one of them. */
const maxWords = 20_000;
const rowsAtOnce = 2_000;
const erasuresAtOnce = 10;

/** Where the words of what is forgotten stand; each row has an id by which the next page begins. */
const places: readonly { readonly of: (forgotten: Forgotten) => readonly string[]; readonly rows: (ctx: Sql, ids: Sql) => Sql }[] =
  [
    {
      of: ({ turns }) => turns,
      rows: (ctx, ids) =>
        sql`select id, concat_ws(' ', speaker, content, array_to_string(labels, ' ')) as text, scope_set from graph.turn where ctx = ${ctx} and id = any(${ids})`,
    },
    {
      of: ({ facts }) => facts,
      rows: (ctx, ids) =>
        sql`select id, concat_ws(' ', key, value, array_to_string(labels, ' ')) as text, scope_set from graph.fact where ctx = ${ctx} and id = any(${ids})`,
    },
    {
      of: ({ statements }) => statements.map(({ id }) => id),
      rows: (ctx, ids) =>
        sql`select id, concat_ws(' ', value, reason) as text, scope_set from graph.provenance where ctx = ${ctx} and id = any(${ids})`,
    },
    {
      of: ({ entities }) => entities,
      rows: (ctx, ids) => sql`select e.id, concat_ws(' ', e.name, (select string_agg(concat_ws(' ', a.name, a.reason), ' ')
      from graph.entity_alias a where a.ctx = ${ctx} and a.entity_id = e.id)) as text, e.scope_set
      from graph.entity e where e.ctx = ${ctx} and e.id = any(${ids})`,
    },
    {
      of: ({ instructions }) => instructions,
      rows: (ctx, ids) =>
        sql`select id, concat_ws(' ', label, description) as text, scope_set from graph.instruction where ctx = ${ctx} and id = any(${ids})`,
    },
    {
      of: ({ documents }) => documents,
      rows: (ctx, ids) => sql`select id, concat_ws(' ', title, source, filename, array_to_string(labels, ' ')) as text, scope_set
      from graph.document where ctx = ${ctx} and id = any(${ids})`,
    },
    {
      of: ({ documents }) => documents,
      rows: (ctx, ids) =>
        sql`select id, concat_ws(' ', path, text) as text, scope_set from graph.section where ctx = ${ctx} and document_id = any(${ids})`,
    },
    {
      of: ({ documents }) => documents,
      rows: (ctx, ids) => sql`select id, text, scope_set from graph.chunk where ctx = ${ctx} and document_id = any(${ids})`,
    },
    {
      of: ({ quoting }) => quoting,
      rows: (ctx, ids) =>
        sql`select id, sentence as text, scope_set from (${quotes(ctx)}) q where ctx = ${ctx} and id = any(${ids})`,
    },
    {
      of: ({ chunks }) => chunks,
      rows: (ctx, ids) => sql`select id, text, scope_set from graph.chunk where ctx = ${ctx} and id = any(${ids})`,
    },
  ];

/** What is about to be erased, by the selectors (their keys) of its records. */
export interface WordsOfErased {
  readonly selectors: readonly string[];
  /** The different words under each, those of what stays as well may be among them; undefined where they are too many. */
  readonly words: ReadonlyMap<string, ReadonlySet<string>> | undefined;
}

/** @param redactions of which the words are cut out of texts that stay */
export async function wordsOf(
  tx: Transaction,
  contextId: string,
  forgotten: Forgotten,
  redactions: readonly Redaction[],
): Promise<WordsOfErased> {
  const words = new Map<string, Set<string>>();
  let count = 0;
  const add = (selector: string, text: string): void => {
    const own = words.get(selector) ?? new Set<string>();
    words.set(selector, own);
    count -= own.size;
    for (const term of analyse(text)) own.add(term);
    count += own.size;
  };
  for (const { scopeSet, text, spans } of redactions) for (const { start, end } of spans) add(scopeSet, text.slice(start, end));
  const ctx = param(contextId);
  for (const { of, rows } of places) {
    const ids = of(forgotten);
    if (ids.length === 0) continue;
    for (let after: string | undefined = ""; after !== undefined;) {
      const page: { id: string; text: string; selector: string }[] =
        await tx.query(sql`select id, text, scope_set as selector from (${rows(ctx, param(ids))}) said
          where id collate "C" > ${after} order by id collate "C" limit ${literal(rowsAtOnce)}`);
      for (const { text, selector } of page) add(selector, text);
      if (count > maxWords) return { selectors: await selectorsOf(tx, contextId, forgotten, words.keys()), words: undefined };
      after = page.length === rowsAtOnce ? page.at(-1)?.id : undefined;
    }
  }
  return { selectors: [...words.keys()], words };
}

/** @param known some of them */
async function selectorsOf(tx: Transaction, contextId: string, forgotten: Forgotten, known: Iterable<string>): Promise<string[]> {
  const found = new Set(known);
  const ctx = param(contextId);
  for (const { of, rows } of places) {
    const ids = of(forgotten);
    if (ids.length === 0) continue;
    const page = await tx.query<{ selector: string }>(
      sql`select distinct scope_set as selector from (${rows(ctx, param(ids))}) said`,
    );
    for (const { selector } of page) found.add(selector);
  }
  return [...found];
}

export interface Erasure {
  readonly receipt: string;
  readonly erased: WordsOfErased;
  /** Of these records it took a part alone. */
  readonly redacted: readonly string[];
  /** Within what its author may forget. */
  readonly region: Region;
  /** Whether the same is not to be learned again. */
  readonly keep: boolean;
}

/**
 * Notes what is to follow an erasure, until it has: whose words are looked for, by their fingerprints, and whose replies are purged.
 * @param byKey the context's selectors
 */
export async function storeErasedWords(
  tx: Transaction,
  contextId: string,
  { receipt, erased, redacted, region, keep }: Erasure,
  byKey: ReadonlyMap<string, ScopeSet>,
  { now, traceId }: Pick<Author, "now" | "traceId">,
): Promise<void> {
  const selectors = new Map(erased.selectors.map((key) => [key, byKey.get(key) ?? []]));
  const printsOf = (key: string, words: ReadonlySet<string>) => {
    const salt = erasureSalt(receipt, scopeSetKey(selectors.get(key) ?? []));
    return [...words].map((word) => wordPrint(salt, word));
  };
  const prints = erased.words && packPrints([...erased.words].flatMap(([key, words]) => printsOf(key, words)));
  await tx.query(sql`insert into graph.erased_words (ctx, receipt, prints, recorded_at, cause, region, keep, redacted, scope_sets)
      values (${contextId}, ${receipt}, ${prints ?? null}, ${now}::timestamptz, ${traceId}, ${region}::text[], ${keep},
        ${redacted}::text[], ${jsonParam([...selectors.values()])}::jsonb)`);
}

export interface ErasedWords {
  readonly contextId: string;
  readonly receipt: string;
  /** null where the words were too many. */
  readonly prints: Uint8Array | null;
  readonly recordedAt: string;
  readonly causeTraceId: string;
  /** Of what was erased; none for an erasure of an earlier release. */
  readonly scopeSets: readonly ScopeSet[];
}

/** The first few after this time, and all of the same moment as the last; of every context where none is named. */
export async function readErasedWords(tx: Transaction, contextId: string, after: string): Promise<ErasedWords[]> {
  const ctxParam = param(contextId);
  const afterParam = param(timeParam(after));
  const rows = await tx.query<{
    ctx: string;
    receipt: string;
    prints: Uint8Array | null;
    recorded_at: Date;
    cause: string;
    sets: ScopeSet[];
  }>(sql`select ctx, receipt, prints, recorded_at, cause, scope_sets as sets from graph.erased_words where (${ctxParam} = '' or ctx = ${ctxParam})
      and (${afterParam}::timestamptz is null or recorded_at > ${afterParam}::timestamptz)
      order by recorded_at fetch first ${literal(erasuresAtOnce)} rows with ties`);
  return rows.map(({ ctx, receipt, prints, recorded_at: at, cause, sets }) => ({
    ...{ contextId: ctx, receipt, prints, recordedAt: timeText(at), causeTraceId: cause, scopeSets: sets },
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
  const ctx = param(contextId);
  const [row] =
    await tx.query<Eraser>(sql`select r.principal, r.delegated, r.key_id as "keyId", r.trace_id as "traceId", w.region, w.keep
      from graph.erased_words w join graph.receipt r on r.ctx = ${ctx} and r.id = w.receipt where w.ctx = ${ctx} and w.receipt = ${receipt}`);
  return row;
}

export async function dropErasedWords(tx: Transaction, contextId: string, before: string): Promise<void> {
  const ctx = param(contextId);
  await tx.query(sql`delete from graph.erased_words where (${ctx} = '' or ctx = ${ctx}) and recorded_at < ${before}::timestamptz`);
}
