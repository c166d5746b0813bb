import type {
  AccessDefinition,
  DatabaseDefinitions,
  Defined,
  Level,
  RootDefinitions,
  TableDefinition,
  UserDefinition,
} from "../catalog/definitions.ts";
import type { Define, Expression } from "../language/surrealql/tree/index.ts";
import { fromBytes } from "./bytes.ts";
import { compareTexts } from "../values/order.ts";

/** The tree of a printed DEFINE statement. */
export type ParseDefinition = (text: string) => Define;

export interface DefinitionRow {
  readonly id: number;
  readonly owner: number | null;
  readonly what: Define["what"];
  readonly name: Uint8Array;
  readonly text: Uint8Array;
  readonly made_ms: number;
  readonly watched: boolean;
}

/** A table of a user's: the numbers of what stands behind it. */
export interface LoadedTable {
  readonly id: number;
  readonly indexes: ReadonlyMap<string, LoadedIndex>;
}

export interface LoadedIndex {
  readonly id: number;
  readonly isUnique: boolean;
  readonly isFullText: boolean;
}

/** What is defined in a place, at one version of it: in the root namespaces, in a namespace databases, in a database all else. */
export interface LoadedPlace {
  readonly id: number;
  readonly version: number;
  readonly trees: ReadonlyMap<string, Define>;
  readonly asRoot: RootDefinitions;
  readonly asNamespace: Level<"database">;
  readonly asDatabase: DatabaseDefinitions;
  readonly tables: ReadonlyMap<string, LoadedTable>;
  readonly sequences: ReadonlyMap<string, number>;
}

type Of<What extends Define["what"]> = Extract<Define, { what: What }>;

interface Row<Tree = Define> extends Defined<Tree> {
  readonly id: number;
  readonly owner: number | null;
  readonly what: Define["what"];
  readonly madeMs: number;
  readonly watched: boolean;
}

/** @param rows all definitions of the place */
export function loadedPlace(id: number, version: number, rows: readonly DefinitionRow[], treeOf: ParseDefinition): LoadedPlace {
  const read = rows.map((row): Row => {
    const text = fromBytes(row.text);
    const { id: own, owner, what, watched, made_ms: madeMs } = row;
    return { id: own, owner, what, watched, madeMs, name: fromBytes(row.name), text, tree: treeOf(text) };
  });
  const top = read.filter(({ owner }) => owner === null);
  const owned = Map.groupBy(read, ({ owner }) => owner);
  // Events run, and indexes are asked, in the order of their names.
  const partsOf = (table: Row<unknown>): readonly Row[] =>
    (owned.get(table.id) ?? []).toSorted((a, b) => compareTexts(a.name, b.name));
  const tables = listed(top, "table");
  const users = usersOf(top);
  const accesses = accessesOf(top);
  return {
    id,
    version,
    trees: new Map(read.map(({ text, tree }) => [text, tree])),
    asRoot: { children: numbered(named(top, "namespace")), users, accesses, configs: named(top, "config") },
    asNamespace: { children: numbered(named(top, "database")), users, accesses },
    asDatabase: {
      madeMs: Math.min(...rows.map(({ made_ms }) => made_ms)),
      tables: tablesOf(tables, partsOf),
      params: named(top, "param"),
      functions: named(top, "function"),
      analyzers: named(top, "analyzer"),
      sequences: named(top, "sequence"),
      configs: named(top, "config"),
      apis: named(top, "api"),
      users,
      accesses,
    },
    tables: new Map(tables.map((table) => [table.name, { id: table.id, indexes: indexesOf(partsOf(table)) }])),
    sequences: new Map(listed(top, "sequence").map((one) => [one.name, one.id])),
  };
}

function tablesOf(
  tables: readonly Row<Of<"table">>[],
  partsOf: (table: Row<unknown>) => readonly Row[],
): ReadonlyMap<string, TableDefinition> {
  const views = new Map<string, string[]>();
  for (const { name, tree } of tables)
    for (const source of (tree.view?.from ?? []).map(tableIn))
      if (source !== undefined) views.set(source, [...(views.get(source) ?? []), name]);
  const whole = tables.map((table, number): TableDefinition => {
    const parts = partsOf(table);
    return {
      ...definedBy(table),
      number,
      madeMs: table.madeMs,
      fields: named(parts, "field"),
      indexes: named(parts, "index"),
      events: named(parts, "event"),
      views: views.get(table.name) ?? [],
      isWatched: table.watched,
    };
  });
  return new Map(whole.map((table) => [table.name, table]));
}

/** The table that a target of FROM names, where it names one. */
function tableIn(target: Expression): string | undefined {
  if (target.kind === "table") return target.name;
  if (target.kind !== "idiom" || target.start !== undefined || target.parts.length !== 1) return undefined;
  const [first] = target.parts;
  return first?.part === "field" ? first.name : undefined;
}

function usersOf(rows: readonly Row[]): ReadonlyMap<string, UserDefinition> {
  return new Map(listed(rows, "user").map((user) => [user.name, { ...definedBy(user), passhash: textIn(user.tree.passhash) }]));
}

function accessesOf(rows: readonly Row[]): ReadonlyMap<string, AccessDefinition> {
  return new Map(
    listed(rows, "access").map((one) => {
      const { access, durations } = one.tree;
      return [one.name, { ...definedBy(one), access, durations }];
    }),
  );
}

function indexesOf(parts: readonly Row[]): ReadonlyMap<string, LoadedIndex> {
  return new Map(listed(parts, "index").map(({ name, id, tree }) => [name, indexOf(id, tree.index.kind)]));
}

function indexOf(id: number, kind: Of<"index">["index"]["kind"]): LoadedIndex {
  return { id, isUnique: kind === "unique", isFullText: kind === "fulltext" };
}

function listed<What extends Define["what"]>(rows: readonly Row[], what: What): readonly Row<Of<What>>[] {
  return rows.filter((row): row is Row<Of<What>> => row.what === what);
}

function named<What extends Define["what"]>(rows: readonly Row[], what: What): ReadonlyMap<string, Defined<Of<What>>> {
  return new Map(listed(rows, what).map((row) => [row.name, definedBy(row)]));
}

function numbered<Tree>(definitions: ReadonlyMap<string, Defined<Tree>>): ReadonlyMap<string, Defined<Tree>> {
  return new Map([...definitions].map(([name, defined], number) => [name, { ...defined, number }] as const));
}

function definedBy<Tree>({ name, tree, text }: Defined<Tree>): Defined<Tree> {
  return { name, tree, text };
}

function textIn(expression: Expression | undefined): string {
  return expression?.kind === "literal" && typeof expression.value === "string" ? expression.value : "";
}
