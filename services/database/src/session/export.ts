import { sortedEntries } from "../values/order.ts";
import { namedEnds } from "../values/edge.ts";
import { printName } from "../values/print-text.ts";
import { printValue } from "../values/print.ts";
import type { ObjectValue, Value } from "../values/value.ts";
import { QueryError } from "../errors.ts";
import { unsupported } from "../messages/unsupported.ts";
import type { Session } from "./port.ts";
import { isArray, isObject } from "../values/kind-of.ts";

/** What an export holds; all of it unless something is left out. */
export interface ExportOptions {
  readonly users: boolean;
  readonly accesses: boolean;
  readonly params: boolean;
  readonly functions: boolean;
  readonly analyzers: boolean;
  readonly apis: boolean;
  readonly sequences: boolean;
  /** All tables, none, those named, or all but those named. */
  readonly tables: boolean | { readonly only: readonly Value[] } | { readonly except: readonly Value[] };
  readonly records: boolean;
}

const everything: ExportOptions = {
  users: true,
  accesses: true,
  params: true,
  functions: true,
  analyzers: true,
  apis: true,
  sequences: true,
  tables: true,
  records: true,
};

/** Reads the options that clients send: `{ tables: ["person"], users: false }`, `{ tables: { exclude: ["log"] } }`; what is not said is exported. @throws QueryError for versions of the past */
export function readExportOptions(value: Value): ExportOptions {
  if (!isObject(value)) return everything;
  const options: ObjectValue = value;
  if (options.get("versions") === true) throw unsupported("An export of versions of the past");
  const flag = (name: string): boolean => options.get(name) !== false;
  return {
    users: flag("users"),
    accesses: flag("accesses"),
    params: flag("params"),
    functions: flag("functions"),
    analyzers: flag("analyzers"),
    apis: flag("apis"),
    sequences: flag("sequences"),
    tables: tablesOf(options.get("tables")),
    records: flag("records"),
  };
}

function tablesOf(value: Value): ExportOptions["tables"] {
  if (isArray(value)) return { only: value };
  const except = isObject(value) ? value.get("exclude") : undefined;
  return isArray(except) ? { except } : value !== false;
}

/** Records that one INSERT of an export holds. */
const batch = 500;

/**
 * A database as statements that make it again, in pages of text, as the language's own command line writes and reads them.
 * @throws QueryError when no database was chosen, or the session may not see its definitions
 */
export async function* exportText(session: Session, options: ExportOptions): AsyncGenerator<string> {
  const info = await objectOf(session, "INFO FOR DB");
  yield `${heading("OPTION")}OPTION IMPORT;\n\n`;
  for (const kind of ["users", "accesses", "params", "functions", "analyzers", "apis", "sequences"] as const) {
    const texts = definitions(info.get(kind));
    if (options[kind] && texts !== "") yield `${heading(kind.toUpperCase())}${texts}\n`;
  }
  for (const [name, definition] of entriesOf(info.get("tables"))) {
    if (!wanted(options.tables, name)) continue;
    yield `${heading(`TABLE: ${name}`)}${definition};\n\n`;
    const parts = await objectOf(session, `INFO FOR TABLE ${printName(name)}`);
    yield ["fields", "indexes", "events"].map((kind) => `${definitions(parts.get(kind))}\n`).join("");
    if (!options.records) continue;
    yield heading(`TABLE DATA: ${name}`);
    // Also of a view, which an import here makes of its tables; the language's own engine does not.
    yield* records(session, name);
    yield "\n";
  }
}

function wanted(tables: ExportOptions["tables"], name: string): boolean {
  if (typeof tables === "boolean") return tables;
  return "only" in tables ? tables.only.includes(name) : !tables.except.includes(name);
}

const rule = `-- ${"-".repeat(30)}\n`;
/** On one line, whatever the name: what follows a line's end would be a statement of the import. */
const heading = (title: string): string => `${rule}-- ${title.replaceAll(/[\n\r\u0085\u2028\u2029]/g, " ")}\n${rule}\n`;

const definitions = (of: Value): string =>
  entriesOf(of)
    .map(([, text]) => `${text};\n`)
    .join("");

/** Pages by the last id, so that what is written meanwhile moves nothing. */
async function* records(session: Session, table: string): AsyncGenerator<string> {
  const name = printName(table);
  let after: Value;
  for (;;) {
    const range = after === undefined ? "" : " WHERE id > $after";
    const page = await resultOf(session, `SELECT * FROM ${name}${range} ORDER BY id LIMIT ${batch}`, new Map([["after", after]]));
    if (!isArray(page) || page.length === 0) return;
    const isEdge = await edgesAmong(session, page);
    const [edges, plain] = [page.filter(isEdge), page.filter((record) => !isEdge(record))];
    if (plain.length > 0) yield `INSERT [ ${plain.map((record) => printValue(record)).join(", ")} ];\n`;
    if (edges.length > 0) yield `INSERT RELATION [ ${edges.map((record) => printValue(record)).join(", ")} ];\n`;
    const last: Value = page.at(-1);
    after = isObject(last) ? last.get("id") : undefined;
    if (page.length < batch || after === undefined) return;
  }
}

/** Which of the records are edges: those alone are asked about that look like one. */
async function edgesAmong(session: Session, page: readonly Value[]): Promise<(record: Value) => boolean> {
  const ids = page.flatMap((record) => (isObject(record) && namedEnds(record) !== undefined ? [record.get("id")] : []));
  if (ids.length === 0) return () => false;
  const answers = await resultOf(session, "SELECT VALUE record::is_edge(id) FROM $ids", new Map([["ids", ids]]));
  const edges = new Set(ids.filter((_, i) => isArray(answers) && answers[i] === true));
  return (record) => isObject(record) && edges.has(record.get("id"));
}

/** In the order of their names. */
function entriesOf(value: Value): [string, string][] {
  if (!isObject(value)) return [];
  return sortedEntries(value).flatMap(([name, text]): [string, string][] => (typeof text === "string" ? [[name, text]] : []));
}

async function objectOf(session: Session, text: string): Promise<ObjectValue> {
  const value = await resultOf(session, text);
  if (isObject(value)) return value;
  throw new QueryError("Internal", `${text} gave no object`);
}

async function resultOf(session: Session, text: string, variables?: ObjectValue): Promise<Value> {
  const [result] = await session.query(text, variables);
  if (result === undefined) return undefined;
  if ("error" in result) throw result.error;
  return result.result;
}
