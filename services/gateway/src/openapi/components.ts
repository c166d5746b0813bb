import { contextIdPattern, reservedContextIds } from "@loci/kernel";
import { problemMeanings } from "./problem.ts";
import { reference } from "./operation.ts";

/** The parts of the document that do not depend on the routes. */
export const components = {
  securitySchemes: {
    contextKey: { type: "http", scheme: "bearer", description: "A key of one context, such as `loci_ck_…`." },
    managementKey: { type: "http", scheme: "bearer", description: "A management key. It opens no context's data." },
  },
  parameters: {
    ContextId: {
      name: "contextId",
      in: "path",
      required: true,
      description: "The context, which is one closed memory of its own.",
      schema: {
        type: "string",
        pattern: contextIdPattern.source,
        maxLength: 128,
        not: { enum: [...reservedContextIds] },
        examples: ["acme"],
      },
    },
    OnBehalfOf: {
      name: "X-Service-On-Behalf-Of",
      in: "header",
      required: false,
      description: "The id of a principal to act for: both principals' grants must then allow it.",
      schema: { type: "string", maxLength: 256, examples: ["principal:01jq3m9c7v5k2x8d4b6n0r1t9w"] },
    },
    IdempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description: "A repetition with the same key gets the first answer again, for a day, and has no effect of its own.",
      schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,256}$", examples: ["0f8fad5b-d9cb-469f-a165-70867728950e"] },
    },
    Prefer: {
      name: "Prefer",
      in: "header",
      required: false,
      description: "`respond-async` asks not to be kept waiting for what models still have to read (RFC 7240).",
      schema: { type: "string", examples: ["respond-async"] },
    },
  },
  headers: {
    Link: { description: 'The next page, where there is one: `<…>; rel="next"` (RFC 8288).', schema: { type: "string" } },
    IdempotencyReplayed: {
      description: "`true` for an answer that was given before.",
      schema: { type: "string", enum: ["true"] },
    },
    RetryAfter: { description: "Seconds to wait before the next attempt.", schema: { type: "integer", minimum: 1 } },
  },
  responses: {
    ...Object.fromEntries(
      Object.entries(problemMeanings).map(([code, meaning]) => [`Problem${code}`, problemResponse(meaning, code)]),
    ),
    Problem: problemResponse("Any other problem."),
  },
} as const;

function problemResponse(description: string, code = "") {
  return {
    description,
    ...(code === "429" || code === "503" ? { headers: { "Retry-After": reference("headers", "RetryAfter") } } : {}),
    content: { "application/problem+json": { schema: reference("schemas", "Problem") } },
  };
}
