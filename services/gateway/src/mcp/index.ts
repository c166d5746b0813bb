import { LociError } from "@loci/kernel";
import type { Request, Response } from "express";
import type { Surface } from "../app.ts";
import { methodNotAllowedAnswer, problemAnswer } from "../errors.ts";
import { sendJson, sendProblem } from "../respond.ts";
import type { Route } from "../route.ts";
import { productVersion } from "../version.ts";
import { isOriginAllowed } from "./origin.ts";
import { endpoint } from "./endpoint.ts";
import type { McpParts } from "./serve.ts";

const path = "/mcp";

export interface McpSurfaceParts extends McpParts {
  readonly routes: readonly Route[];
  /** Origins of web pages that may use the endpoint, beside those that need no list. */
  readonly allowedOrigins: readonly string[];
}

/** The Model Context Protocol at /mcp: seven tools over the routes of REST, without sessions. */
export function mcpSurface({ routes, allowedOrigins, ...parts }: McpSurfaceParts): Surface {
  // Loaded with the first message: nobody's start waits for what only agents need.
  const load = async () => {
    const [serve, tools, library] = await Promise.all([import("./serve.ts"), import("./toolbox.ts"), import("./protocol.ts")]);
    const toolBox = tools.createToolBox(routes);
    const noteRefusal = (err: Error) => parts.logger.debug({ err }, "the MCP endpoint refused a message");
    const protocol = library.createProtocol(productVersion(), noteRefusal);
    return (request: Request, response: Response, headers: Readonly<Record<string, string>>) =>
      serve.serveMessage(request, response, { ...parts, toolBox, protocol }, headers);
  };
  let loaded: ReturnType<typeof load> | undefined;

  return (app) => {
    app.all(path, async (request: Request, response: Response) => {
      const { origin, host } = request.headers;
      const place = () => ({ instance: path, traceId: parts.ids("trace") });
      const began = parts.clock();
      if (!isOriginAllowed(origin, host, allowedOrigins)) {
        const refused = new LociError(
          "forbidden",
          `Pages of ${String(origin)} may not use this: the setting SERVICE_ALLOWED_ORIGINS lists who may.`,
        );
        const { status, ...problem } = problemAnswer(refused, place());
        const { traceId } = problem.body;
        const address = parts.addressOf(request);
        const unknown = { call: undefined, contextId: "", params: {}, given: [], address };
        parts.audit.failed({ ...unknown, route: endpoint, door: "mcp", traceId, began, status });
        return sendProblem(response, { status, ...problem });
      }
      const headers = origin === undefined ? {} : crossOrigin(origin);
      if (request.method === "POST") return (await (loaded ??= load()))(request, response, headers);
      if (request.method === "OPTIONS") return sendJson(response, 204, { allow: "POST, OPTIONS", ...headers }, undefined);
      // Without sessions there is no stream to open and none to end.
      const answer = methodNotAllowedAnswer("POST", place());
      sendProblem(response, { ...answer, headers: { ...answer.headers, ...headers } });
    });
  };
}

/** What a browser has to be told before it lets a page of another origin talk to us. */
function crossOrigin(origin: string): Readonly<Record<string, string>> {
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "*, Authorization",
    "access-control-expose-headers": "WWW-Authenticate, Retry-After",
    "access-control-max-age": "600",
    vary: "Origin",
  };
}
