import type { IncomingMessage, RequestListener } from "node:http";
import { secondsSince } from "./meter.ts";
import { isOff, type Telemetry } from "./telemetry.ts";
import type { Carrier } from "./tracing.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Watches an HTTP handler: how long each request took, and a span that goes on with its caller's trace. */
export function watchHttp(handler: RequestListener, telemetry: Telemetry): RequestListener {
  if (isOff(telemetry)) return handler;
  const { meter, tracing } = telemetry;
  return (request, response) => {
    const began = performance.now();
    // Whoever makes methods up makes no series.
    const method = methods.has(request.method ?? "") ? (request.method ?? "") : "_OTHER";
    const start = {
      name: method,
      kind: "server",
      attributes: { "http.request.method": method, "url.scheme": "http" },
      parent: carrierOf(request),
    } as const;
    const served = tracing.span(start, async (span) => {
      await new Promise<void>((resolve) => {
        response.once("close", resolve);
        handler(request, response);
      });
      const route = routeOf(request);
      // What was never answered has no status of its own; 499 is how proxies write a client that went away.
      const status = response.headersSent ? response.statusCode : 499;
      meter.observe("loci_http_request_seconds", { route, method, status: String(status) }, secondsSince(began));
      span.rename(`${method} ${route}`);
      span.set({ "http.route": route, "http.response.status_code": status });
      if (status >= 500) span.fail(String(status));
    });
    served.catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  };
}

/** The template of the route that took the request, as OpenAPI writes it; express leaves it on the request. */
function routeOf(request: IncomingMessage): string {
  const { route } = request as { route?: { path?: unknown } };
  return typeof route?.path === "string" ? route.path.replace(/:(\w+)/g, "{$1}") : "other";
}

/** A request's W3C trace context. */
function carrierOf({ headers: { traceparent, tracestate } }: IncomingMessage): Carrier | undefined {
  if (typeof traceparent !== "string") return undefined;
  return { traceparent, ...(typeof tracestate === "string" ? { tracestate } : {}) };
}
