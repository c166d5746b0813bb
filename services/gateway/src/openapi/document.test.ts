import { describe, expect, it } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { z } from "zod";
import { defaultGatewaySettings } from "../index.ts";
import { restRoutes, type RestParts } from "../rest/index.ts";
import { inArea, route } from "../route.ts";
import { startGateway } from "../testing/gateway.ts";
import { openApiDocument } from "./index.ts";
import type { JsonSchema } from "./schemas.ts";

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
      description: "How many records on a page. Default 50. From 1 to 500.",
      schema: { type: "integer", minimum: 1, maximum: 500, examples: [50] },
    });
    expect(JSON.stringify(parameters)).not.toContain('"null"');
  });

  it("describes every field, with an example that the field takes", () => {
    const { schemas } = made.components as { schemas: Record<string, JsonSchema> };
    const fields = [...Object.entries(schemas).flatMap(([name, schema]) => fieldsIn(name, schema)), ...parameterFields()];
    expect(fields.length).toBeGreaterThan(1_000);
    const lacking = fields.filter(({ schema }) => !schema.description || !Array.isArray(schema.examples));
    expect(lacking.map(({ place }) => place)).toEqual([]);
    const wrong = fields.filter(({ schema }) => !(schema.examples ?? []).every((one) => isOfType(schema, one, schemas)));
    expect(wrong.map(({ place }) => place)).toEqual([]);
    // A word's meaning goes by its name: one that says what `true` does belongs to a switch, and to no other field of that name.
    const switches = fields.filter(({ schema }) => schema.description?.startsWith("`true`"));
    expect(switches.filter(({ schema }) => !isOfType(schema, true, schemas)).map(({ place }) => place)).toEqual([]);
  });

  it("says of routes that need no key, too, that they refuse what they do not know", () => {
    for (const id of ["health", "ready"]) expect(Object.keys(operation(id).responses)).toContain("400");
  });

  it("says when a context's recorded owner gives way to another", () => {
    const { schemas } = made.components as { schemas: Record<string, { properties: Record<string, JsonSchema> }> };
    const owner = schemas["ContextChangeRequest"]?.properties["owner"];
    expect(owner?.description).toMatch(
      /the place is that it lies in .* Any other that is recorded makes this a conflict: null removes/,
    );
    expect(JSON.stringify(owner?.anyOf)).not.toContain("conflict");
  });

  it("says where its server is, and leaves no path to two operations", () => {
    expect(made).toMatchObject({ servers: [{ url: "/" }] });
    const contextId = (made.components as { parameters: Record<string, { schema: { not?: { enum?: string[] } } }> }).parameters[
      "ContextId"
    ];
    const concrete = Object.keys(made.paths).flatMap((path) => /^\/api\/v1\/([^{/]+)/.exec(path)?.[1] ?? []);
    expect(contextId?.schema.not?.enum).toEqual(expect.arrayContaining([...new Set(concrete)]));
    // Of the paths that fit one request, one has a word wherever the other has a parameter: it is the one that is meant.
    const paths = Object.keys(made.paths);
    const both = paths.flatMap((a) => paths.flatMap((b) => (a < b && isTorn(a, b) ? [`${a} ${b}`] : [])));
    expect(both).toEqual([]);
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

interface Field {
  readonly place: string;
  readonly schema: JsonSchema;
}

/** The fields of a schema, at any depth. */
function fieldsIn(place: string, schema: JsonSchema): Field[] {
  const isSchema = (one: unknown): one is JsonSchema => typeof one === "object" && one !== null;
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    isSchema(field) ? [{ place: `${place}.${name}`, schema: field }, ...fieldsIn(`${place}.${name}`, field)] : [],
  );
  const parts = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flat();
  return [...own, ...parts.filter(isSchema).flatMap((part) => fieldsIn(place, part))];
}

function parameterFields(): Field[] {
  return Object.entries(operations).flatMap(([id, { parameters }]) =>
    parameters.flatMap(({ name, schema, ...rest }) => {
      if (schema === undefined) return [];
      const { description } = rest as { description?: string };
      return [{ place: `${id}?${name ?? ""}`, schema: { ...schema, ...(description && { description }) } }];
    }),
  );
}

/** Whether a value is of a field's type: one of those that may stand there, and of a word list one of its words. */
function isOfType(schema: JsonSchema, value: unknown, named: Readonly<Record<string, JsonSchema>>): boolean {
  const { anyOf, oneOf, $ref, enum: words, const: only, type } = schema;
  const choices = [...(anyOf ?? []), ...(oneOf ?? [])];
  if (choices.length > 0) return choices.some((one) => typeof one === "object" && isOfType(one, value, named));
  if ($ref !== undefined) return isOfType(named[$ref.split("/").at(-1) ?? ""] ?? {}, value, named);
  if (only !== undefined) return value === only;
  if (words) return words.includes(value as string);
  const own = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  const types = ([] as unknown[]).concat(type ?? own);
  return types.includes(own) || (own === "number" && types.includes("integer") && Number.isInteger(value));
}

/**
 * Whether each of two paths has a word where the other has a parameter that takes this word: then neither is the closer one for a
 * request that fits both.
 */
function isTorn(a: string, b: string): boolean {
  const [ours, theirs] = [a.split("/"), b.split("/")];
  if (ours.length !== theirs.length) return false;
  const pairs = ours.map((part, i) => [part, theirs[i] ?? ""] as const);
  const isParameter = (part: string) => part.startsWith("{");
  const fits = (one: string, other: string) => (isParameter(one) ? isParameter(other) || takes(one, other) : one === other);
  if (!pairs.every(([one, other]) => (isParameter(one) ? fits(one, other) : fits(other, one)))) return false;
  const closer = (one: string, other: string) => !isParameter(one) && isParameter(other);
  return pairs.some(([one, other]) => closer(one, other)) && pairs.some(([one, other]) => closer(other, one));
}

/** Whether a parameter of a path may hold this word. */
function takes(parameter: string, word: string): boolean {
  const { parameters } = made.components as { parameters: Record<string, { name: string; schema: JsonSchema }> };
  const named = [...Object.values(parameters), ...Object.values(operations).flatMap((one) => one.parameters)];
  const schemas = named.filter(({ name }) => `{${name ?? ""}}` === parameter).map(({ schema }) => schema as JsonSchema);
  return schemas.some(({ pattern, not }) => {
    const reserved = (not as JsonSchema | undefined)?.enum ?? [];
    return !reserved.includes(word) && new RegExp(pattern ?? "", "u").test(word);
  });
}

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
