import { ProtocolErrorCode, specTypeSchemas } from "@modelcontextprotocol/server";

/** What a library's schema says of a value (Standard Schema); undefined issues where it fits. */
interface Checker {
  readonly "~standard": { validate(value: unknown): { readonly issues?: readonly Issue[] | undefined } };
}
interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The requests that this server answers. */
const requests = new Map<string, Checker>([
  ["initialize", specTypeSchemas.InitializeRequest],
  ["tools/list", specTypeSchemas.ListToolsRequest],
  ["tools/call", specTypeSchemas.CallToolRequest],
]);

/**
 * The answer to a request whose params are not what its method takes; undefined where they are. The library answers some such
 * requests as its own failure (-32603), by which a client would try again.
 */
export function wrongParamsAnswer(message: unknown): Response | undefined {
  const { id, method, params } = (message ?? {}) as { id?: unknown; method?: unknown; params?: unknown };
  const schema = typeof method === "string" ? requests.get(method) : undefined;
  if (schema === undefined || (typeof id !== "string" && typeof id !== "number")) return undefined;
  const { issues } = schema["~standard"].validate({ method, params });
  if (issues === undefined) return undefined;
  const [first] = issues;
  const place = (first?.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  const error = { code: ProtocolErrorCode.InvalidParams, message: `Invalid params: ${place}: ${first?.message ?? "unknown"}.` };
  return Response.json({ jsonrpc: "2.0", id, error });
}
