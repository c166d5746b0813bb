import { fullPath, type Route } from "../route.ts";
import { areas } from "./areas.ts";
import { components } from "./components.ts";
import { operationObject, schemasOf } from "./operation.ts";
import { problem } from "./problem.ts";
import { jsonSchemas } from "./schemas.ts";

export interface DocumentFacts {
  readonly version: string;
  /** Where the server is reached; left out, relative to the document. */
  readonly serverUrl?: string;
}

/** An OpenAPI 3.1 document: plain JSON. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: object;
}

const description = `Long-term memory for AI agents: one context is one closed memory.

Requests and answers are JSON in UTF-8, whose texts hold no NUL character. Requests may spell each field in snake_case too, and
some have further names; this document gives the main ones. Fields that a request does not know are refused; answers may get further fields at any time.

Where two paths fit a request, the one with a word in the place of the other's parameter is meant: \`/documents/keywords\` and
\`/traces/stats\` are no records, and \`/contexts\` and \`/verbs\` no contexts. No id is such a word.

Every error is a problem document (RFC 9457). A path that is there but does not take the method answers 405 with \`Allow\`.
Timestamps are RFC 3339 with offset; answers give them in UTC.

\`x-repeat\` says what a client may send again by itself after a failure: \`read\` always, \`write\` with the same Idempotency-Key,
\`never\` not at all.`;

/**
 * The OpenAPI 3.1 document of the routes, made of the very schemas that check requests.
 * @throws Error when two routes or schemas go by one name
 */
export function openApiDocument(routes: readonly Route[], { version, serverUrl }: DocumentFacts): OpenApiDocument {
  const used = routes.map(schemasOf);
  const schemas = jsonSchemas(
    used.flatMap(({ inputs }) => inputs),
    [problem, ...used.flatMap(({ outputs }) => outputs)],
  );
  const paths: Record<string, Record<string, object>> = {};
  const ids = new Set<string>();
  for (const route of routes) {
    if (ids.has(route.operationId)) throw new Error(`Two routes have the operationId ${route.operationId}.`);
    ids.add(route.operationId);
    const path = (paths[fullPath(route)] ??= {});
    path[route.method] ??= operationObject(route, schemas);
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Loci",
      version,
      description,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: serverUrl ?? "/", description: "The server that this document came from." }],
    tags: Object.entries(areas).map(([name, text]) => ({ name, description: text })),
    paths,
    components: { ...components, schemas: schemas.named },
  } as OpenApiDocument;
}
