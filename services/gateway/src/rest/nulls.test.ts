import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { inputReader } from "../input.ts";
import type { Route } from "../route.ts";
import { authOfOneKey, serviceWith, startGateway, type RunningGateway } from "../testing/gateway.ts";
import { silentLogger } from "@loci/platform/telemetry";
import { restRoutes, type RestParts } from "./index.ts";
import { uploadForm } from "./upload.ts";

const routes = restRoutes({
  ...{ auth: authOfOneKey(), ingest: serviceWith({}), graph: serviceWith({}), retrieval: serviceWith({}), clock: Date.now },
  ...{ logger: silentLogger(), audit: serviceWith({}), ready: async () => ({ ok: true, parts: {} }) },
  settings: { maxQueryK: 50, uploadLimitBytes: 1, importLimitBytes: 1 },
} satisfies RestParts);
const row = (operationId: string): Route => {
  const found = routes.find((one) => one.operationId === operationId);
  if (found === undefined) throw new Error(`There is no operation ${operationId}.`);
  return found;
};

/** What an existing client sends: each field that its types allow to be null is. */
const bodies: readonly (readonly [operation: string, body: unknown])[] = [
  ["rememberBatch", { messages: [{ role: "user", content: "Hello.", ts: null }], session_id: null }],
  ["remember", { text: "Hello.", memory_category: null, observed_at: null, role: null, session_id: null }],
  [
    "remember",
    {
      ...{ text: null, infer: "triples" },
      triples: [{ entity: { type: "Person", name: "Ada" }, key: "hobby", value: "chess", memory_category: null, target: null }],
    },
  ],
  [
    "remember",
    { infer: "triples", triples: [{ entity: { type: "P", name: "A" }, key: "k", value: null, target: { type: "P", name: "B" } }] },
  ],
  ["chat", { message: "Hello?", model: null, sessionId: null }],
  ["chatInSession", { message: "Hello?", model: null, sessionId: null }],
  ["consolidate", { factLimit: null, observationLimit: null }],
  ["context", { query: "What?", scopeView: null }],
  ["elaborate", { budget: null, entityRef: null }],
  ["fsck", { check: null, duplicateThreshold: null, maxResults: null }],
  ["mintKey", null],
  ["mintKey", { grants: null, name: null }],
  [
    "recall",
    {
      ...{
        query: "What?",
        asOf: null,
        atInstant: null,
        include: null,
        includeDuplicates: null,
        includeEnded: null,
        location: null,
        mode: null,
      },
      ...{ scopeView: null, sessionId: null, source: null, validFrom: null, validUntil: null },
    },
  ],
  ["recall", { query: "What?", location: { near: null, within: null } }],
  ["queryDocuments", { query: "What?", decomposeQuery: null, filter: null, location: null, useHyde: null, useReranker: null }],
  ["queryDocuments", { query: "What?", location: { near: null, within: null } }],
  ["registerScope", { path: "org/a", description: null, displayName: null }],
  ["forgetScope", { path: null }],
];

describe("null, where the existing client's types allow it", () => {
  let gateway: RunningGateway;
  beforeAll(async () => void (gateway = await startGateway({ auth: authOfOneKey({}, { "memory:forget": ["/"] }) })));
  afterAll(() => gateway.close());

  it.each(bodies)("is taken by %s: %j", (operation, body) => {
    const { body: schema } = row(operation).schemas;
    if (schema === undefined) throw new Error(`${operation} has no body.`);
    expect(() => inputReader(schema)(body)).not.toThrow();
  });

  it("is taken in the metadata of an upload", () => {
    const metadata = { mimeType: null, observedAt: null, source: null, title: null };
    expect(() => inputReader(uploadForm.shape.metadata)(metadata)).not.toThrow();
  });

  it("names no scope to forget: one is asked for, and nothing is erased", async () => {
    for (const body of [{ path: null }, {}]) {
      const reply = await gateway.send("/api/v1/acme/scopes/forget", { body });
      expect([reply.status, reply.json["errors"]]).toEqual([
        400,
        [{ pointer: "/path", detail: "is needed: say which scope to forget" }],
      ]);
    }
  });

  it("a place is not", async () => {
    for (const location of [{ near: { lat: 1, lng: 1, radiusKm: 1 } }, { within: "x" }, "here"]) {
      const reply = await gateway.send("/api/v1/acme/query", { body: { query: "What?", location } });
      expect([reply.status, String(reply.json["detail"])]).toEqual([400, expect.stringContaining("no record has a place yet")]);
    }
  });
});
