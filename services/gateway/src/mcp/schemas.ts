import { z } from "zod";
import type { Route } from "../route.ts";
import type { JSONValue } from "@modelcontextprotocol/server";
import { boundAnswers, boundArguments } from "./bounds.ts";
import type { Tool } from "./tools.ts";

/** A schema of an object as the protocol wants it at the root of a tool's input and output. */
export type ObjectSchema = {
  readonly type: "object";
  readonly properties: Record<string, JsonSchema>;
  readonly required?: string[];
  readonly additionalProperties?: boolean;
};
/** Made of nothing but JSON. */
type JsonSchema = Record<string, JSONValue>;

/** Deeper than this an answer is not described: models read these lists, and each word costs. */
const describedDepth = 2;
/** What validators need and models do not. */
const unshown = new Set(["pattern", "examples", "id", "$schema", "minLength"]);

const everyTool = {
  scope: {
    type: "array",
    items: { type: "string" },
    maxItems: 64,
    description:
      "Scope paths such as org/acme/user/mina: where to write, or what to look at (any of them). Left out: all that the key may use.",
  },
  user: {
    type: "string",
    maxLength: 128,
    description: "In the place of scope: the id of the end user you talk with. What is stored is theirs, and 'I' means them.",
  },
  context_id: { type: "string", description: "Rarely needed: the key's own context. Any other is refused." },
};
const repeatable = {
  idempotency_key: {
    type: "string",
    maxLength: 256,
    description: "A name of your own for this call: repeated with the same arguments within a day, it does nothing again.",
  },
};
const uploaded = {
  content: { type: "string", description: "The document as text." },
  bytes_base64: { type: "string", description: "The document's bytes in base64." },
};

/** What the tool shows of its arguments: the fields of its route as the route checks them, each with its words for models. */
export function inputSchema(tool: Tool, route: Route): ObjectSchema {
  const shape = argumentsOf(route);
  const required: string[] = [];
  const fields = Object.entries(tool.fields).map(([name, description]) => {
    const field = shape[name];
    if (field === undefined) throw new Error(`The route ${route.operationId} has no field ${name}.`);
    if (!z.safeParse(field, undefined).success) required.push(name);
    return [name, { ...converted(bare(field), "input", describedDepth), description }] as const;
  });
  return {
    type: "object",
    properties: {
      ...(route.schemas.body === undefined && route.method === "post" ? uploaded : {}),
      ...Object.fromEntries(fields),
      ...(tool.bounded === undefined ? {} : boundArguments(tool.bounded)),
      ...everyTool,
      ...(tool.isRepeatable ? repeatable : {}),
    },
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/**
 * What the tool answers: the body of its route, or an error in its place. Nothing is required, as some clients hold errors too
 * against it.
 */
export function outputSchema({ bounded }: Pick<Tool, "bounded">, route: Route): ObjectSchema {
  const { answer } = route.schemas;
  if (answer === undefined) throw new Error(`The route ${route.operationId} has no schema of its answer.`);
  const isUnion = answer instanceof z.ZodDiscriminatedUnion;
  const kinds = isUnion ? answer.options : [answer];
  const fields = new Map<string, JsonSchema>();
  for (const kind of kinds) {
    const { properties } = converted(kind, "output", isUnion ? 1 : describedDepth) as { properties?: Record<string, JsonSchema> };
    for (const [name, schema] of Object.entries(properties ?? {})) {
      // A field that each kind fills with something else is not described further.
      const other = fields.get(name);
      fields.set(name, other === undefined || JSON.stringify(other) === JSON.stringify(schema) ? schema : {});
    }
  }
  const more = bounded === undefined ? {} : boundAnswers(bounded);
  return { type: "object", properties: { ...Object.fromEntries(fields), ...more, error } };
}

const error: JsonSchema = {
  type: "object",
  description: "In the place of all else, when it failed: a problem document (RFC 9457).",
  properties: {
    status: { type: "integer", description: "As HTTP's status of the same failure over REST." },
    title: { type: "string" },
    detail: { type: "string" },
    type: { type: "string" },
    traceId: { type: "string" },
    retryAfterSeconds: { type: "integer" },
    errors: {
      type: "array",
      items: { type: "object", properties: { pointer: { type: "string" }, detail: { type: "string" } } },
    },
  },
  required: ["status", "title", "detail"],
};

/** The fields that the route reads its arguments from: its body, its form's metadata, or its query. */
function argumentsOf({ schemas, document, method }: Route): Readonly<Record<string, z.core.$ZodType>> {
  const form = document.accepts?.["multipart/form-data"];
  const metadata = form instanceof z.ZodObject ? (form.shape["metadata"] as z.core.$ZodType | undefined) : undefined;
  const taken = bare(metadata ?? (method === "get" ? schemas.query : (schemas.body ?? schemas.query)));
  return taken instanceof z.ZodObject ? taken.shape : {};
}

/** Without the ways to leave it out: what may be left out is not required. */
function bare(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap()) : schema;
}

function converted(schema: z.core.$ZodType, io: "input" | "output", depth: number): JsonSchema {
  const { $defs, ...root } = z.toJSONSchema(schema, { io, target: "draft-2020-12", unrepresentable: "any" });
  return shown(root, $defs ?? {}, depth) as JsonSchema;
}

/** In place what is referred to by name, no deeper than a model reads, and open to fields that are yet to come. */
function shown(schema: unknown, named: Readonly<Record<string, unknown>>, depth: number): unknown {
  if (Array.isArray(schema)) return schema.map((one) => shown(one, named, depth));
  if (typeof schema !== "object" || schema === null) return schema;
  if ("$ref" in schema && typeof schema.$ref === "string") {
    return shown(named[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)], named, depth);
  }
  const own: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (unshown.has(keyword) || keyword === "additionalProperties") continue;
    if (keyword !== "properties") own[keyword] = shown(value, named, depth);
    else if (depth > 0) own["properties"] = shownFields(value as object, named, depth - 1);
  }
  if (depth === 0) delete own["required"];
  return own;
}

function shownFields(fields: object, named: Readonly<Record<string, unknown>>, depth: number): object {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, shown(schema, named, depth)]));
}
