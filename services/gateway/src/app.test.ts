import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { errorCodes, LociError } from "@loci/kernel";
import type { graph } from "@loci/protos";
import { problemAnswer } from "./errors.ts";
import { authOfOneKey, startGateway, type GatewayParts, type RunningGateway } from "./testing/gateway.ts";

let gateway: RunningGateway;
const start = async (parts: GatewayParts) => (gateway = await startGateway(parts));
afterEach(() => gateway.close());

const entity: graph.EntityDetail = {
  id: "entity:1",
  entityType: "person",
  name: "Ana/Maria",
  memoryCategory: "identity",
  importance: 1,
  createdAt: "2024-05-01T10:00:00.000Z",
  updatedAt: "2024-05-01T10:00:00.000Z",
};
const fact: graph.FactDetail = {
  id: "attribute:1",
  kind: "attribute",
  entity: "person/Ana",
  entityId: "entity:1",
  key: "residence",
  value: "Lisbon",
  target: "",
  memoryCategory: "identity",
  stream: "experiential",
  confidence: 0.8,
  importance: 1,
  scopes: { clauses: [{ paths: ["/"] }] },
  createdAt: "2024-05-01T10:00:00.000Z",
  knownUntil: "",
  validFrom: "",
  validUntil: "",
  validPrecision: "",
  recordedAt: "2024-05-01T10:00:00.000Z",
  recordedUntil: "",
  supersedes: "",
  supersededBy: "",
  mistaken: false,
  sources: [{ kind: "turn", ref: "turn:1", sessionId: "session:1", spanStart: 3, spanEnd: 9, documentId: "" }],
  uncertaintyIds: [],
};
const relation = { ...fact, id: "relation:1", kind: "relation", key: "works_for", value: "Acme", target: "organisation/Acme" };

describe("the gateway", () => {
  it("tells a bug by its trace alone, and writes the cause to the log", async () => {
    await start({ graph: { listEntities: () => Promise.reject(new TypeError("secret inner detail")) } });
    const reply = await gateway.send("/api/v1/acme/entities");
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain("secret");
    expect(reply.json).toMatchObject({ type: "urn:loci:problem:internal", detail: "An unexpected error occurred." });
  });

  it("refuses a key that asks too often, and says for how long to wait", async () => {
    await start({ settings: { requestsPerMinute: 2 }, graph: { listEntities: async () => ({ entities: [], total: 0 }) } });
    const replies = [];
    for (let i = 0; i < 3; i++) replies.push(await gateway.send("/api/v1/acme/entities"));
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 429]);
    expect(Number(replies[2]?.headers["retry-after"])).toBeGreaterThan(0);
    expect(replies[2]?.json).toMatchObject({ type: "urn:loci:problem:rate-limited" });
  });

  it("answers 504 when the deadline passes, and tells the service to stop", async () => {
    let stopped = false;
    const rows: number[] = [];
    jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate", "Date"] });
    await start({
      settings: { requestTimeoutMs: 30 },
      auth: authOfOneKey({
        appendAudit: async ({ entries }) => {
          rows.push(...entries.map(({ status }) => status));
          return { failed: [] };
        },
      }),
      graph: {
        listEntities: (_request, call) =>
          new Promise((resolve) => {
            call.signal.addEventListener("abort", () => {
              stopped = true;
              resolve({ entities: [], total: 0 });
            });
            jest.advanceTimersByTime(30);
          }),
      },
    });
    expect((await gateway.send("/api/v1/acme/entities").finally(() => jest.useRealTimers())).status).toBe(504);
    expect(stopped).toBe(true);
    await gateway.close();
    // What the service found all the same was shown to nobody.
    expect(rows).toEqual([504]);
  });

  it("tells nobody what it is made of", async () => {
    await start({});
    const { headers } = await gateway.send("/api/v1/health");
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(["x-powered-by"]));
    expect([headers["server"], headers["etag"], headers["transfer-encoding"]]).toEqual([undefined, undefined, undefined]);
    expect(headers["cache-control"]).toBe("no-store");
  });

  it("tells a path that it does not serve from a thing that is not there", async () => {
    await start({});
    const { status, json } = await gateway.send("/api/v1/acme/nowhere");
    expect({ status, json }).toMatchObject({ status: 404, json: { type: "urn:loci:problem:no-such-route", status: 404 } });
  });

  it("has a status for every error code, and a document for each", () => {
    const place = { instance: "/x", traceId: "trace:1" };
    for (const code of errorCodes) {
      const { status, body } = problemAnswer(new LociError(code, "text", { cause: "hidden" }), place);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body).toEqual({
        type: expect.stringMatching(/^urn:loci:problem:/),
        title: expect.any(String),
        status,
        detail: "text",
        ...place,
      });
    }
  });
});

describe("the entity routes", () => {
  it("page, filter and look back", async () => {
    const asked: unknown[] = [];
    await start({
      graph: {
        async listEntities(request) {
          asked.push(request);
          return { entities: [entity], total: 7 };
        },
      },
    });
    const { json } = await gateway.send("/api/v1/acme/entities?type=person&limit=1&offset=2&as_of=2024-01-01T00:00:00Z");
    expect(json).toEqual({ entities: [entity], total: 7 });
    expect(asked).toMatchObject([{ type: "person", limit: 1, offset: 2, time: { asOf: "2024-01-01T00:00:00.000Z" } }]);
  });

  it("take names that are percent-encoded, and answer attributes and relations in the contract's shapes", async () => {
    const names: unknown[] = [];
    await start({
      graph: {
        async getEntity({ type, name }) {
          names.push([type, name]);
          return { entity, attributes: [fact], relations: [relation], uncertainties: [] };
        },
        getHistory: async ({ key }) => ({ history: [{ ...fact, key }] }),
      },
      retrieval: { checkFacts: async () => ({ ended: [] }) },
    });
    const { json } = await gateway.send("/api/v1/acme/entities/person/Ana%2FMaria");
    expect(names).toEqual([["person", "Ana/Maria"]]);
    const source = { kind: "turn", ref: "turn:1", sessionId: "session:1", spanStart: 3, spanEnd: 9 };
    expect(json).toMatchObject({
      entity,
      attributes: [
        {
          id: "attribute:1",
          entity: "person/Ana",
          key: "residence",
          value: "Lisbon",
          supersededBy: null,
          validFrom: null,
          source,
        },
      ],
      relations: [{ id: "relation:1", subject: "person/Ana", label: "works_for", object: "organisation/Acme", source }],
    });
    const history = await gateway.send("/api/v1/acme/entities/person/Ana/history/residence");
    expect(history.json).toMatchObject({ history: [{ key: "residence", value: "Lisbon" }] });
  });
});
