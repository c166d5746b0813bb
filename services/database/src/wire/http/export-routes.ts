import { Router } from "express";
import { exportText, readExportOptions } from "../../session/export.ts";
import { resultValues } from "../results.ts";
import { acceptedFormat, flatbuffers, json } from "../format.ts";
import { bodyLimits, sendValue, sentValue, textOf, type HttpOptions } from "./app.ts";
import { writePages } from "./pages.ts";
import { withSession } from "./with-session.ts";

/** What of an import failed stands in its results. */
const unprocessable = 422;

/** `GET` or `POST /export` (with options) writes a database as statements; `POST /import` runs them, and says by its status whether all went well. */
export function exportRoutes(options: HttpOptions): Router {
  const router = Router();
  const send = withSession(options, { limit: bodyLimits.key, refusesStrangers: true }, async (session, request, response) => {
    const pages = exportText(session, readExportOptions(await sentValue(request)));
    // The first page is made before the headers leave, so that a refusal is one.
    const first = await pages.next();
    response.type("application/octet-stream");
    if (first.done !== true) response.write(first.value);
    await writePages(response, pages);
    response.end();
  });
  router.get("/export", send);
  router.post("/export", send);
  router.post(
    "/import",
    withSession(options, { limit: bodyLimits.import, refusesStrangers: true }, async (session, request, response, signal) => {
      const results = await session.query(textOf(request), undefined, { signal });
      const format = acceptedFormat(request.get("accept")) ?? json;
      const hasFailed = results.some((result) => "error" in result);
      if (hasFailed) response.status(unprocessable);
      // The SDK for Rust, and with it the official command line, reads what failed as JSON.
      await sendValue(response, hasFailed && format === flatbuffers ? json : format, resultValues(results));
    }),
  );
  return router;
}
