import { printName } from "../values/print-text.ts";
import { printValue } from "../values/print.ts";
import type { ObjectValue, Value } from "../values/value.ts";
import { QueryError } from "../errors.ts";
import type { Session } from "./port.ts";
import { isArray, isObject } from "../values/kind-of.ts";

/** What an export holds; all of it unless something is left out. */
export interface ExportOptions {
  readonly users: boolean;
  readonly accesses: boolean;
  readonly params: boolean;
  readonly functions: boolean;
  readonly analyzers: boolean;
  readonly sequences: boolean;
  /** All tables, none, or those named. */
  readonly tables: boolean | readonly string[];
  readonly records: boolean;
}

const everything: ExportOptions = {
  users: true,
  accesses: true,
  params: true,
  functions: true,
  analyzers: true,
  sequences: true,
  tables: true,
  records: true,
};

/** Reads the options that clients send: `{ tables: ["person"], users: false }`; what is not said is exported. */
export function readExportOptions(value: Value): ExportOptions {
  if (!isObject(value)) return everything;
  const options: ObjectValue = value;
  const flag = (name: string): boolean => options.get(name) !== false;
  const tables = options.get("tables");
  return {
    users: flag("users"),
    accesses: flag("accesses"),
    params: flag("params"),
    functions: flag("functions"),
    analyzers: flag("analyzers"),
    sequences: flag("sequences"),
    tables: isArray(tables) ? tables.filter((name) => typeof name === "string") : tables !== false,
    records: flag("records"),
  };
}

/** Records that one INSERT of an export holds. */
const batch = 500;

/**
 * A database as statements that make it again, in pages of text.
 * @throws QueryError when no database was chosen, or the session may not see its definitions
 */
export async function* exportText(session: Session, options: ExportOptions): AsyncGenerator<string> {
  const info = await objectOf(session, "INFO FOR DB");
  yield "OPTION IMPORT;\n\n";
  for (const kind of ["params", "functions", "analyzers", "sequences", "accesses", "users"] as const) {
    if (options[kind]) yield* definitions(kind, info.get(kind));
  }
  for (const [name, definition] of entriesOf(info.get("tables"))) {
    if (!wanted(options.tables, name)) continue;
    yield `${heading(`TABLE: ${name}`)}${definition};\n\n`;
    yield* tableDefinitions(session, name);
    if (options.records && !definition.includes(" AS SELECT ")) yield* records(session, name);
  }
}

const wanted = (tables: ExportOptions["tables"], name: string): boolean =>
  typeof tables === "boolean" ? tables : tables.includes(name);

const rule = `-- ${"-".repeat(30)}\n`;
/** On one line, whatever the name: what follows a line's end would be a statement of the import. */
const heading = (title: string): string => `${rule}-- ${title.replaceAll(/[\n\r\u0085\u2028\u2029]/g, " ")}\n${rule}\n`;

function* definitions(kind: string, of: Value): Generator<string> {
  const texts = entriesOf(of).map(([, text]) => `${text};\n`);
  if (texts.length > 0) yield `${heading(kind.toUpperCase())}${texts.join("")}\n`;
}

async function* tableDefinitions(session: Session, table: string): AsyncGenerator<string> {
  const info = await objectOf(session, `INFO FOR TABLE ${printName(table)}`);
  for (const kind of ["fields", "indexes", "events"]) {
    const texts = entriesOf(info.get(kind)).map(([, text]) => `${text};\n`);
    if (texts.length > 0) yield `${texts.join("")}\n`;
  }
}

/** Pages by the last id, so that what is written meanwhile moves nothing. */
async function* records(session: Session, table: string): AsyncGenerator<string> {
  const name = printName(table);
  let after: Value;
  for (;;) {
    const range = after === undefined ? "" : " WHERE id > $after";
    const page = await resultOf(session, `SELECT * FROM ${name}${range} ORDER BY id LIMIT ${batch}`, new Map([["after", after]]));
    if (!isArray(page) || page.length === 0) return;
    const [edges, plain] = [page.filter(isEdge), page.filter((record) => !isEdge(record))];
    if (plain.length > 0) yield `INSERT [ ${plain.map((record) => printValue(record)).join(", ")} ];\n`;
    if (edges.length > 0) yield `INSERT RELATION [ ${edges.map((record) => printValue(record)).join(", ")} ];\n`;
    const last: Value = page.at(-1);
    after = isObject(last) ? last.get("id") : undefined;
    if (page.length < batch || after === undefined) break;
  }
  yield "\n";
}

const isEdge = (record: Value): boolean => isObject(record) && record.has("in") && record.has("out");

function entriesOf(value: Value): [string, string][] {
  if (!isObject(value)) return [];
  const object: ObjectValue = value;
  return [...object].flatMap(([name, text]): [string, string][] => (typeof text === "string" ? [[name, text]] : []));
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
