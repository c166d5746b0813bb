import type { Datetime, KeyRange, ObjectValue, RecordId, RecordKey, Value } from "../values/value.ts";
import type { Definitions } from "../catalog/definitions.ts";

/** Where records are: a namespace and a database in it. */
export interface Place {
  readonly namespace: string;
  readonly database: string;
}

/** A record as it is stored: the document without its id. Of an edge, `in` and `out` are in the document too; what is none is marked so (`values/edge.ts`). */
export interface StoredRecord {
  readonly id: RecordId;
  readonly document: ObjectValue;
}

/** A record that a transaction wrote. */
export interface RecordChange {
  readonly place: Place;
  readonly action: "CREATE" | "UPDATE" | "DELETE";
  readonly id: RecordId;
  readonly before: ObjectValue | undefined;
  readonly after: ObjectValue | undefined;
}

/** How processes that share the records hear of each other's changes. */
export interface LiveStore {
  /**
   * Hears of what transactions announced, of this process too, in the order of their commits. `lost`: some of it may not have been heard, nothing more
   * is, and nothing is watched any more.
   */
  listen(listener: {
    readonly told: (changes: readonly RecordChange[]) => void;
    readonly lost: (error: unknown) => void;
  }): Promise<void>;
  /** From now on each transaction that begins sees `isWatched` with the table's definition. @returns whether there is such a table */
  watch(place: Place, table: string): Promise<boolean>;
  unwatch(place: Place, table: string): Promise<void>;
  end(): Promise<void>;
}

/** The keys and documents of a database, behind which stands Postgres. */
export interface Store {
  begin(options: { readonly writes: boolean }): Promise<StoreTransaction>;
  /** What this deployment alone knows, the same for all of its processes. */
  secret(): Promise<Uint8Array>;
  /** Absent where the records are this process's alone, which then knows of each change. */
  readonly live: LiveStore | undefined;
  close(): Promise<void>;
}

/**
 * One transaction: sees its own writes; isolated from others; `commit` fails with a QueryError of reason "conflict" where another wrote the same.
 * A statement in it that fails leaves it as it was before that statement only between `savepoint` and `restore`.
 */
export interface StoreTransaction {
  /** All that is defined in the root, this namespace and this database, as this transaction sees it. Kept between transactions while nothing changed. */
  definitions(place: Partial<Place>): Promise<Definitions>;
  /** Stores a definition as the statement that makes it, or takes it away (`text` undefined), with the tables and columns that it stands for. */
  define(change: DefinitionChange): Promise<void>;

  /** Records by their keys, in the order asked; undefined where there is none. */
  read(place: Place, table: string, keys: readonly RecordKey[]): Promise<readonly (ObjectValue | undefined)[]>;
  /**
   * Pages of records in the order of their keys (or of an index, each record once), until the caller stops. A page sees what was written before it was
   * read: who changes the entries of the index that is scanned collects its pages first.
   */
  scan(place: Place, scan: Scan): AsyncIterable<readonly StoredRecord[]>;
  /** The first page of each of several scans that are alike but for one value: an entry of an index, or a record that a field or an end is. */
  scanEach(place: Place, scans: readonly Scan[]): Promise<readonly FirstPage[]>;
  /** What a full-text index has of these words, and of all its texts: records in the order in which the index came to know them. */
  postings(place: Place, table: string, index: string, words: readonly string[]): Promise<Postings>;
  /** How many records a scan would give, without reading them. */
  count(place: Place, scan: Scan): Promise<number>;
  /** How many records a filter holds for; undefined where some must be looked at. */
  countFiltered(place: Place, scan: Scan, filter: Filter): Promise<number | undefined>;
  /** For each of these records how many of a table have it as their field, or as their end. */
  countReferring(
    place: Place,
    table: string,
    by: Pick<Referring, "field" | "is">,
    to: readonly RecordId[],
  ): Promise<readonly number[]>;
  /** The groups of a table's records, in any order; undefined where they must be made from the records themselves. */
  groups(place: Place, grouping: Grouping): Promise<readonly GroupedRow[] | undefined>;
  /** Makes or replaces records, all of one table, in one statement. `insert` fails with the key that is taken, as a QueryError. */
  write(place: Place, table: string, records: readonly WrittenRecord[], mode: "insert" | "upsert"): Promise<void>;
  /** Sets fields of records of a table in one statement; undefined, and nothing is done, where their values want it done one by one. */
  setAll(place: Place, table: string, change: SetAll): Promise<Changed | undefined>;
  /**
   * Takes the records away that are meant, or all of a table, in one statement; undefined, and nothing is done, where some must be looked at.
   * @param tells whether the keys of the records are wanted
   */
  deleteAll(place: Place, table: string, of: Meant | undefined, tells: boolean): Promise<Changed | undefined>;
  delete(place: Place, table: string, keys: readonly RecordKey[]): Promise<void>;
  /** Edges of `table`, in the order of these records and then of their own keys, whose `in` (for "out", as one leaves a record by its outgoing edges) or `out` is one of these records. */
  edges(place: Place, table: string, direction: "out" | "in", of: readonly RecordId[]): Promise<readonly StoredRecord[]>;
  /** Of tables those in which such a question could find an edge for any record of the table `of`, there or not. */
  edgesOf(place: Place, tables: readonly string[], of: string): Promise<readonly EdgesOf[]>;
  /** Of tables those that hold an edge. */
  edgeTables(place: Place, tables: readonly string[]): Promise<ReadonlySet<string>>;

  /** Notes changes for the feeds of their tables, where they are once this is committed, all under one stamp. */
  writeChanges(place: Place, changes: readonly FeedChange[]): Promise<void>;
  /** Pages of what committed transactions wrote to feeds and is still kept: by stamp, table and the order of writes. */
  changes(place: Place, range: FeedRange): AsyncIterable<readonly StampedChange[]>;

  /** The next value of a defined sequence, from `first` on in steps of `by`; never given twice, not even after a rollback, hence not without gaps. */
  next(place: Place, sequence: string, by: number, first: bigint): Promise<bigint>;

  /** The grants of an access method of the place (root where it names nothing), in the order of their ids, or the one of an id. */
  grants(place: Partial<Place>, access: string, id?: string): Promise<readonly Grant[]>;
  writeGrant(place: Partial<Place>, access: string, grant: Grant): Promise<void>;
  deleteGrants(place: Partial<Place>, access: string, ids: readonly string[]): Promise<void>;

  /** Has those who watch be told of changes, once this is committed. */
  announce(changes: readonly RecordChange[]): Promise<void>;

  savepoint(): Promise<number>;
  /** Undoes what came after the savepoint, which stays. */
  restore(savepoint: number): Promise<void>;
  /** Forgets the savepoint, and keeps what was done. */
  release(savepoint: number): Promise<void>;
  commit(): Promise<void>;
  cancel(): Promise<void>;
}

export interface Scan {
  readonly table: string;
  readonly keys?: KeyRange;
  readonly index?: IndexScan;
  readonly reverse?: boolean;
  readonly limit?: number;
  readonly start?: number;
  /** Leaves out records for which it does not hold; not necessarily all of them. */
  readonly filter?: Filter;
}

export interface FirstPage {
  readonly records: readonly StoredRecord[];
  readonly isLast: boolean;
}

/** Records of a whole table by the values of fields. Without keys all are one group. */
export interface Grouping {
  readonly table: string;
  readonly keys: readonly string[];
  readonly aggregates: readonly Aggregate[];
}

/** Of the numbers among the values of a field. */
export interface Aggregate {
  readonly function: "sum" | "mean" | "min" | "max";
  readonly field: string;
}

export interface GroupedRow {
  readonly key: readonly Value[];
  readonly count: bigint;
  /** For each aggregate; NONE where there is no number. */
  readonly values: readonly Value[];
}

/** Records of a table that a filter holds for; they are all among those of the scan, whose own filter does not count. */
export interface Meant {
  readonly scan: Scan;
  readonly filter: Filter;
}

/** What is written into records of a table. */
export interface SetAll {
  /** Absent: all of the table. */
  readonly of?: Meant;
  readonly set: readonly SetField[];
  /** Nothing but these fields stays. */
  readonly replaces: boolean;
  /** The indexes over one of these fields, and which: all others stay as they are. */
  readonly indexes: ReadonlyMap<string, string>;
  /** Whether there may be edges among the records. */
  readonly edges: boolean;
  /** Whether the keys of the records are wanted. */
  readonly tells: boolean;
}

/** A value, NONE to take the field away; or a whole number more than another field, which may be the same, or with `orNothing` absent and count as 0. */
export type SetField =
  | { readonly field: string; readonly to: Value }
  | { readonly field: string; readonly of: string; readonly add: bigint; readonly orNothing: boolean };

/** How many records were written at once, and their keys, in their order, where they are wanted. */
export interface Changed {
  readonly count: number;
  readonly keys: readonly RecordKey[];
}

/** A table with edges that leave ("out") records of another, or lead to them. */
export interface EdgesOf {
  readonly table: string;
  readonly direction: "out" | "in";
}

/** What is asked of fields of a document. */
export type Filter = { readonly all: readonly Filter[] } | { readonly any: readonly Filter[] } | FieldFilter;

export type FieldFilter =
  | { readonly field: string; readonly is: "="; readonly value: FilterValue }
  | { readonly field: string; readonly is: "<" | "<=" | ">" | ">="; readonly value: number | bigint | string | Datetime }
  | { readonly field: string; readonly is: "CONTAINS"; readonly value: string }
  /** Of edges alone: the record that it comes from, or leads to. */
  | { readonly field: "in" | "out"; readonly is: "END"; readonly value: RecordId }
  /** The record is the value of the field, or stands somewhere in it. */
  | { readonly field: string; readonly is: "REFERS"; readonly value: RecordId };

/** A field filter of which the store always knows whether it holds: that a field is a certain record. */
export type Referring = FieldFilter & { readonly is: "=" | "END"; readonly value: RecordId };

/** Texts without U+0000 and halves of surrogate pairs, finite numbers, records whose key is an int or a text. */
export type FilterValue = number | bigint | string | boolean | null | undefined | Datetime | RecordId;

/** Entries of an index by the order-preserving bytes of its columns (`values/codec/key.ts`), or of the first of them. */
export interface IndexScan {
  readonly index: string;
  readonly from?: Uint8Array;
  readonly fromInclusive?: boolean;
  readonly to?: Uint8Array;
  readonly toInclusive?: boolean;
}

/** What was done to a table with a change feed. */
export interface FeedChange {
  readonly table: string;
  /** As SHOW CHANGES shows it. */
  readonly content: Value;
  readonly keptMs: number;
}

export interface FeedRange {
  /** Absent: of all tables. */
  readonly table?: string;
  /** The first stamp; below 2^63. */
  readonly since: bigint;
}

export interface StampedChange extends Omit<FeedChange, "keptMs"> {
  /** Of its transaction. */
  readonly stamp: bigint;
}

/** A bearer key or a refresh token of an access method; its secret is in the document as a hash. */
export interface Grant {
  readonly id: string;
  readonly document: ObjectValue;
}

export interface WrittenRecord extends StoredRecord {
  /**
   * For each index of the table its entries, each the values of the index's columns: none where the record is not in it, several where it is over the
   * items of an array. Entries of an index that is not named here stay as they are.
   */
  readonly entries: ReadonlyMap<string, readonly (readonly Value[])[]>;
  /** For each full-text index its words of the record. Those of an index that is not named here stay as they are. */
  readonly texts?: ReadonlyMap<string, IndexedText>;
}

/** What a full-text index keeps of a record; one without text has no words, and counts among the records. */
export interface IndexedText {
  /** How many times each word is in it. */
  readonly words: ReadonlyMap<string, number>;
  /** Of all words together, each as often as it is there. */
  readonly length: number;
}

/** What a full-text index knows of the words that were asked for. */
export interface Postings {
  /** Of all that the index has seen: records, and the length of their texts together. */
  readonly records: number;
  readonly length: number;
  /** Records with at least one of the words. */
  readonly found: readonly Posting[];
}

export interface Posting {
  readonly id: RecordId;
  readonly length: number;
  /** How many times each of the words is in the record, in the order asked. */
  readonly counts: readonly number[];
}

export interface DefinitionChange {
  readonly level: "root" | "namespace" | "database" | "table";
  readonly place: Partial<Place>;
  /** The table, of a field, an index or an event. */
  readonly table?: string;
  readonly what: DefinedThing;
  readonly name: string;
  /** The DEFINE statement, printed; undefined removes. */
  readonly text: string | undefined;
  /** Of an index: it keeps words of texts in place of values. */
  readonly isFullText?: boolean;
}

export type DefinedThing =
  | "namespace"
  | "database"
  | "table"
  | "field"
  | "index"
  | "event"
  | "param"
  | "function"
  | "analyzer"
  | "user"
  | "access"
  | "sequence"
  | "config"
  | "api";
