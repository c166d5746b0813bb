import { Router, type Request } from "express";
import type { ObjectValue, Value } from "../../values/value.ts";
import { resultValues } from "../results.ts";
import { answerFormat, bodyLimits, sendValue, textOf, type HttpOptions } from "./app.ts";
import { withSession } from "./with-session.ts";

/** `POST /sql`: a text, its results as an array. A text that does not parse is 400; what a statement fails with is in its result. */
export function sqlRoutes(options: HttpOptions): Router {
  const router = Router();
  const query = withSession(
    options,
    { limit: bodyLimits.sql, refusesStrangers: true },
    async (session, request, response, signal) => {
      const format = answerFormat(request);
      const results = await session.query(textOf(request), variablesOf(request), { signal });
      await sendValue(response, format, resultValues(results));
    },
  );
  router.post("/sql", query);
  return router;
}

/** Parameters of the address are variables, as strings. */
export function variablesOf(request: Request): ObjectValue {
  const entries = Object.entries(request.query).flatMap(([name, value]): [string, Value][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return new Map(entries);
}
