import { describe, expect, it } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { z } from "zod";
import { defaultGatewaySettings } from "../index.ts";
import { restRoutes, type RestParts } from "../rest/index.ts";
import { inArea, route } from "../route.ts";
import { startGateway } from "../testing/gateway.ts";
import { openApiDocument } from "./index.ts";

const routes = restRoutes({ ...({} as RestParts), settings: defaultGatewaySettings });
const made = openApiDocument(routes, { version: "1.2.3" });

interface Operation {
  readonly parameters: readonly { readonly name?: string; readonly $ref?: string; readonly schema?: object }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly headers?: object; readonly content?: object }>>;
}

/** The operations by their id. */
const operations = Object.fromEntries(
  Object.values(made.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [(operation as { operationId: string }).operationId, operation as unknown as Operation]),
);

function operation(id: string): Operation {
  const found = operations[id];
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
}

/** Every value that stands under a key, at any depth. */
function valuesOf(key: string, node: unknown): unknown[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) => [
    ...(name === key ? [value] : []),
    ...valuesOf(key, value),
  ]);
}

describe("the API document", () => {
  it("is valid OpenAPI 3.1, and all its references lead somewhere", async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(made) as unknown as Record<string, unknown>)).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
    expect(() => validator.resolveRefs()).not.toThrow();
  });

  it("has every route, each in an area", () => {
    expect(Object.keys(operations)).toHaveLength(routes.length);
    expect(routes.filter((row) => row.area === undefined).map((row) => row.operationId)).toEqual([]);
  });

  it("says of each route that answers JSON what it answers", () => {
    const silent = routes
      .filter(({ status, document, schemas }) => status < 400 && status !== 204 && !document.answers && !schemas.answer)
      .map((row) => row.operationId);
    expect(silent).toEqual([]);
  });

  it("gives examples that its routes take", () => {
    const given = routes.flatMap(({ operationId, schemas: { body } }) =>
      examplesOf(body).map((example) => ({ operationId, body, example })),
    );
    expect(given.length).toBeGreaterThan(20);
    const refused = given.filter(({ body, example }) => body?.safeParse(example).success !== true);
    expect(refused.map(({ operationId }) => operationId)).toEqual([]);
  });

  it("holds patterns that every validator reads", () => {
    const patterns = new Set(valuesOf("pattern", made).filter((pattern) => typeof pattern === "string"));
    expect(patterns.size).toBeGreaterThan(3);
    for (const pattern of patterns) {
      expect(() => new RegExp(pattern, "u")).not.toThrow();
      // An empty class is JavaScript's own.
      expect(pattern).not.toMatch(/\[\^?\]/);
    }
  });

  it("gives the numbers of a URL as numbers, and leaves null to bodies", () => {
    const { parameters } = operation("listDocuments");
    expect(parameters).toContainEqual({
      name: "pageSize",
      in: "query",
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 500 },
    });
    expect(JSON.stringify(parameters)).not.toContain('"null"');
  });

  it("refuses unknown fields in requests and leaves answers open", () => {
    const { schemas } = made.components as { schemas: Record<string, { additionalProperties?: unknown }> };
    expect(schemas["QueryMemoryRequest"]?.additionalProperties).toBe(false);
    expect(schemas["QueryMemoryResponse"]).toBeDefined();
    expect(schemas["QueryMemoryResponse"]?.additionalProperties).toBeUndefined();
  });

  it("tells of idempotency keys, of waiting, of pages and of who is acted for, where they are heeded", () => {
    const refs = (id: string) => operation(id).parameters.flatMap(({ $ref }) => $ref?.split("/").at(-1) ?? []);
    expect(refs("remember")).toEqual(["ContextId", "OnBehalfOf", "IdempotencyKey", "Prefer"]);
    expect(refs("recall")).toEqual(["ContextId", "OnBehalfOf"]);
    expect(refs("listContexts")).toEqual([]);
    expect(operation("listKeys").responses["200"]?.headers).toHaveProperty("Link");
    expect(Object.keys(operation("remember").responses)).toContain("202");
  });

  it("knows forms, bytes and streams", () => {
    expect(Object.keys(operation("uploadDocument").requestBody?.content ?? {})).toEqual(["multipart/form-data"]);
    expect(operation("importContext").requestBody?.content).toEqual({
      "application/x-ndjson": { schema: { type: "string", format: "binary" } },
    });
    expect(Object.keys(operation("chat").responses["200"]?.content ?? {})).toEqual(["application/json", "text/event-stream"]);
    expect(operation("deleteDocument").responses["204"]).not.toHaveProperty("content");
  });

  it("is refused where two routes or two shapes go by one name", () => {
    const row = (operationId: string, answer: z.ZodType, body: z.ZodType) =>
      route({
        operationId,
        method: "post",
        path: `/${operationId}`,
        plane: "data",
        summary: "",
        status: 200,
        repetition: "kept",
        answer,
        body,
        handle: () => ({}),
      });
    const thing = (name: string) => z.object({ [name]: z.string() }).meta({ id: "TestThing" });
    const twice = [row("same", z.string(), z.string()), row("same", z.string(), z.string())];
    expect(() => openApiDocument(twice, { version: "1" })).toThrow("operationId same");
    const shapes = inArea("Facts", [row("one", thing("a"), thing("b"))]);
    expect(() => openApiDocument(shapes, { version: "1" })).toThrow("TestThing");
  });
});

/** Of a body that may be left out too. */
function examplesOf(schema: z.ZodType | undefined): readonly unknown[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return examplesOf(schema.unwrap() as z.ZodType);
  const examples = schema && z.globalRegistry.get(schema)?.examples;
  return Array.isArray(examples) ? examples : [];
}

describe("the API document's places on a server", () => {
  it("stand under this server's own settings, and are not sent twice", async () => {
    const gateway = await startGateway({ settings: { maxQueryK: 7 } });
    const first = await gateway.send("/openapi.json", { key: undefined });
    expect(first.status).toBe(200);
    expect(JSON.stringify(first.json)).toContain('"maximum":7');
    const etag = String(first.headers["etag"]);
    const again = await gateway.raw("/openapi.json", { key: undefined, headers: { "if-none-match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    await gateway.close();
  });

  it("has the management routes alone where only those are served", async () => {
    const gateway = await startGateway({ planes: "management" });
    const { json } = await gateway.send("/openapi.json", { key: undefined });
    const paths = Object.keys(json["paths"] as object);
    expect(paths).toContain("/api/v1/contexts");
    expect(paths.filter((path) => path.includes("{contextId}"))).toEqual([]);
    await gateway.close();
  });

  it("is a page of files of this server, without a script of its own", async () => {
    const gateway = await startGateway();
    const open = (path: string) => gateway.raw(path, { key: undefined });
    expect((await open("/docs")).headers["location"]).toBe("/docs/");
    const page = await open("/docs/");
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style|style=|https?:/);
    const files = [...page.text.matchAll(/(?:src|href)="([\w.-]+\.(?:js|css))"/g)].map((match) => match[1]);
    expect(files).toEqual(["swagger-ui.css", "page.css", "swagger-ui-bundle.js", "page.js"]);
    for (const file of files) expect(await open(`/docs/${file ?? ""}`)).toMatchObject({ status: 200 });
    expect((await open("/docs/package.json")).status).toBe(404);
    expect((await open("/docs/..%2f..%2fpackage.json")).status).not.toBe(200);
    await gateway.close();
  });
});
