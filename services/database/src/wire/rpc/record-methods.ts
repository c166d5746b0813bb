import { readRecordId } from "../../interpret/read-record-id.ts";
import { KeyRange, RecordId, TableName, type ObjectValue, type Value } from "../../values/value.ts";
import { invalidParams, takeArguments, textArgument } from "./arguments.ts";
import type { Call, Method } from "./methods.ts";

/** Runs one statement with its parameters, and gives its result or throws its error. */
async function one(
  { session, transaction, signal }: Call,
  text: string,
  variables: Readonly<Record<string, Value>>,
): Promise<Value> {
  const options = transaction === undefined ? { signal } : { signal, transaction };
  const [result] = await session.query(text, new Map(Object.entries(variables)), options);
  if (result === undefined) throw invalidParams();
  if ("error" in result) throw result.error;
  return result.result;
}

/** What a parameter names: JSON has strings alone, for tables as for records. */
const named = (what: Value): Value => (typeof what === "string" ? (readRecordId(what) ?? new TableName(what)) : what);

/** A record id names one record, whose methods give one object; a table or range gives an array. */
const isOne = (what: Value): boolean => what instanceof RecordId && !(what.key instanceof KeyRange);

const only = (what: Value): string => (isOne(what) ? "ONLY " : "");
const withData = (data: Value, clause: string): string => (data === undefined || data === null ? "" : ` ${clause} $data`);

function writing(verb: string, clause: string): Method {
  return (call) => {
    const [given, data] = takeArguments(call.params, 2);
    const what = named(given);
    return one(call, `${verb} ${only(what)}$what${withData(data, clause)}`, { what, data });
  };
}

/** The methods that older clients call; newer ones send all of it as `query`. */
export const recordMethods: Readonly<Record<string, Method>> = {
  select: (call) => {
    const what = named(takeArguments(call.params, 1)[0]);
    return one(call, `SELECT * FROM ${only(what)}$what`, { what });
  },
  create: (call) => {
    const [given, data] = takeArguments(call.params, 2);
    const what = named(given);
    return one(call, `CREATE ONLY $what${withData(data, "CONTENT")}`, { what, data });
  },
  upsert: writing("UPSERT", "CONTENT"),
  update: writing("UPDATE", "CONTENT"),
  merge: writing("UPDATE", "MERGE"),
  patch: (call) => {
    const [given, data, diff] = takeArguments(call.params, 3);
    const what = named(given);
    return one(call, `UPDATE ${only(what)}$what PATCH $data${diff === true ? " RETURN DIFF" : ""}`, { what, data });
  },
  delete: (call) => {
    const what = named(takeArguments(call.params, 1)[0]);
    return one(call, `DELETE ${only(what)}$what RETURN BEFORE`, { what });
  },
  insert: (call) => {
    const [given, data] = takeArguments(call.params, 2);
    const what = named(given);
    return one(call, `INSERT ${what === undefined || what === null ? "" : `INTO $what `}$data RETURN AFTER`, {
      what,
      data,
    });
  },
  insert_relation: (call) => {
    const [given, data] = takeArguments(call.params, 2);
    const what = named(given);
    return one(call, `INSERT RELATION ${what === undefined || what === null ? "" : `INTO $what `}$data RETURN AFTER`, {
      what,
      data,
    });
  },
  relate: (call) => {
    const [from, through, to] = call.params.slice(0, 3).map(named);
    const data = takeArguments(call.params, 4)[3];
    const single = from instanceof RecordId && to instanceof RecordId ? "ONLY " : "";
    return one(call, `RELATE ${single}$from->$through->$to${withData(data, "CONTENT")}`, { from, through, to, data });
  },
  live: (call) => {
    const [given, diff] = takeArguments(call.params, 2);
    const what = named(given);
    return one(call, `LIVE SELECT ${diff === true ? "DIFF" : "*"} FROM $what`, { what });
  },
  kill: (call) => {
    const [id] = takeArguments(call.params, 1);
    return one(call, "KILL $id", { id });
  },
  run: (call) => {
    const [name, , args] = takeArguments(call.params, 3);
    const list: readonly Value[] = args === undefined || args === null ? [] : Array.isArray(args) ? args : [args];
    const path = textArgument(name);
    if (!isFunctionPath(path)) throw invalidParams();
    const variables: ObjectValue = new Map(list.map((value, index) => [`arg${index}`, value]));
    return one(call, `RETURN ${path}(${[...variables.keys()].map((key) => `$${key}`).join(", ")})`, Object.fromEntries(variables));
  },
};

/** `string::len`, `fn::greet`: words joined by `::`, at most 255 characters. */
function isFunctionPath(path: string): boolean {
  return path.length <= 255 && path.split("::").every((word) => /^[A-Za-z_]\w*$/u.test(word));
}
