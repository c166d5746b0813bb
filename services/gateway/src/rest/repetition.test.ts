import { describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import { serviceCall } from "@loci/platform/call";
import { fullPath, type RawInput, type Route } from "../route.ts";
import { restRoutes, type RestParts } from "./index.ts";

const key = "the-caller's-key";

/** Services that note what they are asked, and answer nothing. */
function witnesses() {
  const asked: object[] = [];
  const service = new Proxy(
    {},
    {
      get: (_target, method) => async (request: object) => {
        if (method === "getContext" || method === "findUnregistered") return { paths: [] };
        if (method === "findReplies") return { ids: [] };
        asked.push(request);
        throw new LociError("unavailable", "It noted the question.");
      },
    },
  );
  const settings = { maxQueryK: 100, uploadLimitBytes: 1, importLimitBytes: 1 };
  const parts = { auth: service, ingest: service, graph: service, retrieval: service, ready: async () => true, settings };
  return { asked, routes: restRoutes(parts as unknown as RestParts) };
}

/** Of those whose schema has no example. */
const bodies: Readonly<Record<string, object>> = {
  updateContextPrincipal: { displayName: "Agent" },
  mintAccessToken: { externalId: "agent-7", ttlSeconds: 60 },
  registerContextKey: { keyId: "0".repeat(26), verifier: "ab".repeat(32) },
};

/** A request that the route takes: names for its parameters, and the example of its body. */
function example({ path, method, plane, schemas, operationId }: Route): RawInput {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "name"]);
  const [sample] = (schemas.body?.meta()?.["examples"] ?? []) as unknown[];
  const wantsPath = /\/scopes$/.test(path) && method === "delete";
  return {
    params: Object.fromEntries(names),
    query: wantsPath ? { path: "/team" } : {},
    body: bodies[operationId] ?? sample,
    call: serviceCall("acme", "", Number.MAX_SAFE_INTEGER),
    request: { method, path: fullPath({ plane, path }), header: () => undefined, parts: none, bytes: none },
    gate: {
      run: async (_repetition, { call }, work) => work({ key, hash: new Uint8Array([1]), seal: new Uint8Array([2]) }, call),
    },
  };
}

async function* none(): AsyncGenerator<never> {}

const writes = witnesses().routes.filter(({ method }) => method !== "get");
/** Forms are read as they come: upload.ts has the key in their first message. */
const forms = ["uploadDocument", "replaceDocument"];
const own = writes.filter(({ repetition, operationId }) => repetition === "own" && !forms.includes(operationId));

describe("what a repetition with the same Idempotency-Key does", () => {
  it("is known to the service with the effect, for whatever deletes, forgets or revokes", () => {
    const ending = writes.filter(
      ({ method, operationId }) => method === "delete" || /^(?:forget|undo|remove|revoke)/.test(operationId),
    );
    expect(ending.length).toBeGreaterThan(12);
    expect(ending.filter(({ repetition }) => repetition !== "own").map(({ operationId }) => operationId)).toEqual([]);
  });

  it("is nothing again for work alone that comes to the same when it is done twice, and for chats, which know what they stored", () => {
    expect(writes.filter(({ repetition }) => repetition === "kept").map(({ operationId }) => operationId)).toEqual([
      ...[
        "chat",
        "chatInSession",
        "recomputeLinks",
        "retryTurn",
        "expire",
        "decay",
        "consolidate",
        "elaborate",
        "fsck",
        "retryPending",
      ],
    ]);
  });

  it.each(own.map(({ operationId }) => operationId))("%s tells the service the key", async (operationId) => {
    const { asked, routes } = witnesses();
    const route = routes.find((one) => one.operationId === operationId);
    if (route === undefined) throw new Error(`no ${operationId}`);
    await expect((async () => route.run(example(route), () => undefined))()).rejects.toMatchObject({ code: "unavailable" });
    const keys = asked.flatMap((request) => {
      const { operation, idempotencyKey } = request as { operation?: { id: string } | null; idempotencyKey?: string };
      return [operation?.id, idempotencyKey].filter((one) => one !== undefined);
    });
    expect(keys).toEqual([key]);
  });
});
