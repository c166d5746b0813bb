import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { parseValueText } from "../../language/surrealql/index.ts";
import type { Databases, Session } from "../../session/port.ts";
import { inTurns } from "../../turns.ts";
import type { Value } from "../../values/value.ts";
import { acceptedFormat, formatOf, json, type Format } from "../format.ts";
import { versionText } from "../version.ts";
import { failureOf, HttpFailure, notFound, sendFailure, unsupportedMedia } from "./answers.ts";
import { accessRoutes } from "./access-routes.ts";
import { exportRoutes } from "./export-routes.ts";
import { keyRoutes } from "./key-routes.ts";
import { rpcRoute } from "./rpc-route.ts";
import { sqlRoutes } from "./sql-routes.ts";

/** Bytes that the body of a request may have. */
export const bodyLimits = {
  sql: 1024 * 1024,
  rpc: 4 * 1024 * 1024,
  key: 16 * 1024,
  access: 1024,
  // It is parsed as one text, and a text of Node ends at 512 MiB.
  import: 256 * 1024 * 1024,
} as const;

export interface HttpOptions {
  readonly databases: Databases;
  /** Told of what failed and is no fault of the client. */
  readonly failed: (error: unknown) => void;
  /** See `readBody`. */
  readonly strangerBodyMs?: number;
}

/** One request within its session, which ends with it. */
export type Handler = (session: Session, request: Request, response: Response) => Promise<void>;

/** The routes of the database over HTTP; WebSockets are `RpcSockets`. */
export function httpApp(options: HttpOptions): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag");
  app.set("query parser", "simple");
  app.use((_request, response, next) => {
    // Clients of the language look at this header's prefix; the server names itself.
    response.set({ "surreal-version": versionText, server: "Loci" });
    next();
  });
  app.use(allowOrigins);
  app.get("/status", (_request, response) => void response.status(200).end());
  app.get(["/health", "/ready"], async (_request, response) => {
    response.status((await options.databases.isReady(2000)) ? 200 : 503).end();
  });
  app.get("/version", (_request, response) => void response.type("text/plain").send(versionText));
  for (const routes of [sqlRoutes, accessRoutes, keyRoutes, exportRoutes, rpcRoute]) app.use(routes(options));
  app.use(() => {
    throw notFound();
  });
  app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    const failure = failureOf(error);
    if (failure.status >= 500) options.failed(error);
    if (response.headersSent) next(error);
    else sendFailure(response, failure);
  });
  return app;
}

/** Pages of any origin may ask: what they may see is decided by what they authenticate with, never by a cookie. */
function allowOrigins(request: Request, response: Response, next: NextFunction): void {
  response.set("Access-Control-Allow-Origin", "*");
  if (request.method !== "OPTIONS") return next();
  response.set({
    "Access-Control-Allow-Methods": "GET, PUT, POST, PATCH, DELETE, OPTIONS",
    "Access-Control-Allow-Headers": request.get("access-control-request-headers") ?? "*",
    "Access-Control-Max-Age": "86400",
  });
  response.status(200).end();
}

/** The format that the request wants its answer in. @throws HttpFailure 415 */
export function answerFormat(request: Request): Format {
  const format = acceptedFormat(request.get("accept"));
  if (format === undefined) throw unsupportedMedia();
  return format;
}

export async function sendValue(response: Response, format: Format, value: Value): Promise<void> {
  const bytes = await inTurns(format.write(value));
  response.set("Content-Type", format.mediaType).end(bytes);
}

/** The body as it came; express leaves an empty object where there is none. */
export function bodyOf(request: Request): Uint8Array {
  return request.body instanceof Uint8Array ? request.body : new Uint8Array();
}

/** The body as a value: in a binary format where the request says so, else in the language's own notation, which JSON is part of. */
export async function sentValue(request: Request, absent?: Value): Promise<Value> {
  const bytes = bodyOf(request);
  const format = formatOf(request.get("content-type"));
  if (bytes.length > 0 && format !== undefined && format !== json) return inTurns(format.read(bytes));
  const text = textOf(request);
  return text.trim() === "" ? absent : parseValueText(text);
}

/** The body as text. @throws HttpFailure 400 when it is no UTF-8 */
export function textOf(request: Request): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bodyOf(request));
  } catch {
    throw new HttpFailure(400, "Request problems detected", "The body is not UTF-8 text.", "Invalid UTF-8");
  }
}
