import { Router, type Request, type RequestHandler } from "express";
import { parseRecordKeyText } from "../../language/surrealql/index.ts";
import { RecordId, type Value } from "../../values/value.ts";
import { resultValues } from "../results.ts";
import { badRequest } from "./answers.ts";
import { answerFormat, bodyLimits, sendValue, sentValue, type HttpOptions } from "./app.ts";
import { variablesOf } from "./sql-routes.ts";
import { withSession } from "./with-session.ts";

/** Records that `GET /key/{table}` gives where the request says no limit. */
const usualLimit = 100n;

/** What each method does with all records of a table, and with one. */
const ofTable = {
  get: "SELECT * FROM type::table($table) LIMIT $limit START $start",
  post: "CREATE type::table($table) CONTENT $data",
  put: "UPDATE type::table($table) CONTENT $data",
  patch: "UPDATE type::table($table) MERGE $data",
  delete: "DELETE type::table($table) RETURN BEFORE",
} as const;
const ofRecord = {
  get: "SELECT * FROM $record",
  post: "CREATE $record CONTENT $data",
  put: "UPSERT $record CONTENT $data",
  patch: "UPSERT $record MERGE $data",
  delete: "DELETE $record RETURN BEFORE",
} as const;

/** `/key/{table}` and `/key/{table}/{id}`: records over plain HTTP. */
export function keyRoutes(options: HttpOptions): Router {
  const router = Router();
  const run = (text: string, hasData: boolean): RequestHandler =>
    withSession(options, { limit: bodyLimits.key, refusesStrangers: true }, async (session, request, response, signal) => {
      const format = answerFormat(request);
      const variables = new Map<string, Value>(variablesOf(request));
      if (hasData) variables.set("data", await sentValue(request, new Map<string, Value>()));
      addTarget(variables, request);
      await sendValue(response, format, resultValues(await session.query(text, variables, { signal })));
    });
  for (const method of ["get", "post", "put", "patch", "delete"] as const) {
    const hasData = method !== "get" && method !== "delete";
    router[method]("/key/:table", run(ofTable[method], hasData));
    router[method]("/key/:table/:id", run(ofRecord[method], hasData));
  }
  return router;
}

function addTarget(variables: Map<string, Value>, request: Request): void {
  const table = String(request.params["table"]);
  const id = request.params["id"];
  variables.set("table", table);
  if (id !== undefined) variables.set("record", new RecordId(table, parseRecordKeyText(String(id))));
  variables.set("limit", countOf(variables.get("limit"), usualLimit, "limit"));
  variables.set("start", countOf(variables.get("start"), 0n, "start"));
}

function countOf(value: Value, absent: bigint, name: string): bigint {
  if (value === undefined) return absent;
  if (typeof value === "string" && /^\d{1,15}$/u.test(value)) return BigInt(value);
  throw badRequest(`The parameter ${name} must be a whole number, as in ?${name}=10`);
}
