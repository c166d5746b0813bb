import { z } from "zod";
import type { Plane, Route } from "../route.ts";
import { meaningOf } from "./fields/describe.ts";
import { problemMeanings } from "./problem.ts";
import type { JsonSchema, Schemas } from "./schemas.ts";

type Json = Readonly<Record<string, unknown>>;

const security: Readonly<Record<Plane, readonly Json[]>> = {
  open: [],
  data: [{ contextKey: [] }],
  management: [{ managementKey: [] }],
};

/** A route's operation object. Its schemas have been converted before. */
export function operationObject(route: Route, schemas: Schemas): Json {
  const { description } = route.document;
  const body = requestBody(route, schemas);
  return {
    operationId: route.operationId,
    ...(route.area === undefined ? {} : { tags: [route.area] }),
    summary: route.summary,
    ...(description === undefined ? {} : { description }),
    security: security[route.plane],
    parameters: [
      ...(route.plane === "data" ? [reference("parameters", "ContextId")] : []),
      ...parameters(route.operationId, route.schemas.params, "path", schemas),
      ...parameters(route.operationId, route.schemas.query, "query", schemas),
      ...headers(route),
    ],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responses(route, schemas),
    "x-repeat": repeatOf(route),
  };
}

/** The schemas of a route that stand in requests, and those that stand in answers. */
export function schemasOf(route: Route): { inputs: z.ZodType[]; outputs: z.ZodType[] } {
  const { params, query, body, answer } = route.schemas;
  const { accepts = {}, answers = {} } = route.document;
  const isSchema = (schema: z.ZodType | "bytes" | undefined) => schema !== undefined && schema !== "bytes";
  const fields = [params, query].flatMap((schema) => Object.values(fieldsOf(schema)));
  return {
    inputs: [...fields.map(given), body && asSent(body), ...Object.values(accepts)].filter(isSchema),
    outputs: [answer, ...Object.values(answers)].filter(isSchema),
  };
}

/** Whether a client may send it again by itself: what reads always, what writes with an Idempotency-Key, else not. */
function repeatOf({ repetition }: Route): "read" | "write" | "never" {
  if (repetition === "none") return "read";
  return repetition === "never" ? "never" : "write";
}

export function reference(kind: string, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

function fieldsOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** A body is sent or not; where it may be null, that says the same. */
function asSent(body: z.ZodType): z.ZodType {
  return body instanceof z.ZodOptional ? (body.unwrap() as z.ZodType) : body;
}

/** A parameter is given or not: there is no null to send in its place. */
function given(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? given(schema.unwrap() as z.ZodType) : schema;
}

function parameters(owner: string, fields: z.ZodType, place: "path" | "query", schemas: Schemas): Json[] {
  return Object.entries(fieldsOf(fields)).map(([name, field]) => {
    const own = schemas.inputs.get(given(field)) ?? {};
    const { description, examples } = { ...own, ...meaningOf(owner, name, own, schemas.named) };
    // In the schema and not beside it: a page that tries requests would fill it in, and send what nobody chose.
    const schema = Array.isArray(examples) ? { ...own, examples } : own;
    const required = !(field instanceof z.ZodOptional);
    return { name, in: place, required, ...(description === undefined ? {} : { description }), schema };
  });
}

function headers({ plane, repetition, document }: Route): Json[] {
  return [
    ...(plane === "data" ? [reference("parameters", "OnBehalfOf")] : []),
    ...(repetition === "own" || repetition === "kept" ? [reference("parameters", "IdempotencyKey")] : []),
    ...(document.respondsAsync === true ? [reference("parameters", "Prefer")] : []),
  ];
}

function requestBody({ schemas: { body }, document: { accepts } }: Route, schemas: Schemas): Json | undefined {
  if (accepts) return { required: true, content: content(accepts, schemas.inputs) };
  if (body === undefined) return undefined;
  return { required: !(body instanceof z.ZodOptional), content: content({ "application/json": asSent(body) }, schemas.inputs) };
}

function content(
  media: Readonly<Record<string, z.ZodType | "bytes">>,
  known: ReadonlyMap<z.ZodType, JsonSchema>,
): Readonly<Record<string, Json>> {
  const bytes = { type: "string", format: "binary" };
  return Object.fromEntries(
    Object.entries(media).map(([type, schema]) => [type, { schema: schema === "bytes" ? bytes : known.get(schema) }]),
  );
}

const meanings: Readonly<Record<number, string>> = {
  201: "It was made.",
  202: "It was taken; the work goes on.",
  204: "It was done. There is no body.",
};

function responses(route: Route, schemas: Schemas): Json {
  const { status, document } = route;
  const also = { ...(document.respondsAsync === true ? { 202: meanings[202] ?? "" } : {}), ...document.alsoAnswers };
  const usual = status < 400 ? { [status]: answer(route, status, meanings[status] ?? "The answer.", schemas) } : {};
  return {
    ...usual,
    ...Object.fromEntries(Object.entries(also).map(([code, meaning]) => [code, answer(route, Number(code), meaning, schemas)])),
    ...Object.fromEntries(problemsOf(route).map((code) => [code, reference("responses", `Problem${code}`)])),
    default: reference("responses", "Problem"),
  };
}

function answer(route: Route, status: number, description: string, schemas: Schemas): Json {
  const { schemas: own, document, repetition } = route;
  const media = {
    ...(own.answer || !document.answers ? { "application/json": own.answer ?? z.unknown() } : {}),
    ...document.answers,
  };
  const links = "after" in fieldsOf(own.query) ? { Link: reference("headers", "Link") } : {};
  const replayed = repetition === "own" || repetition === "kept";
  const headers = { ...links, ...(replayed ? { "Idempotency-Replayed": reference("headers", "IdempotencyReplayed") } : {}) };
  return {
    description,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(status === 204 ? {} : { content: content(media, schemas.outputs) }),
  };
}

/** The problems that a caller has to reckon with; whatever else happens is the default. */
function problemsOf({ plane, schemas, document, repetition, path, status }: Route): number[] {
  const hasBody = schemas.body !== undefined || document.accepts !== undefined;
  const codes = new Set<number>();
  const add = (...more: number[]) => more.forEach((code) => codes.add(code));
  add(400);
  if (plane !== "open") add(401, 503, 504);
  if (plane === "data") add(403, 429);
  if (path.includes("{")) add(404);
  if (repetition !== "none") add(409);
  if (hasBody) add(413, 415);
  if (status >= 400) add(status);
  return [...codes].filter((code) => code in problemMeanings).sort((a, b) => a - b);
}
