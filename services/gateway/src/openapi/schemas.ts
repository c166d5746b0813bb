import { z } from "zod";
import { describeSchemas } from "./fields/describe.ts";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The schemas of a document's places, and what they refer to by name. */
export interface Schemas {
  readonly inputs: ReadonlyMap<z.ZodType, JsonSchema>;
  readonly outputs: ReadonlyMap<z.ZodType, JsonSchema>;
  readonly named: Readonly<Record<string, JsonSchema>>;
}

/**
 * JSON Schemas of what requests may hold and answers do hold. Schemas with an id stand once, under their name.
 * @throws Error when one name stands for two shapes
 */
export function jsonSchemas(inputs: readonly z.ZodType[], outputs: readonly z.ZodType[]): Schemas {
  const asInput = converted(inputs, "input");
  const asOutput = converted(outputs, "output");
  const named: Record<string, JsonSchema> = { ...asInput.named };
  for (const [id, schema] of Object.entries(asOutput.named)) {
    const other = named[id];
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(schema)) {
      throw new Error(`The schema name ${id} stands for two shapes: one in requests, another in answers.`);
    }
    named[id] = schema;
  }
  const sorted = Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { inputs: asInput.schemas, outputs: asOutput.schemas, named: describeSchemas(sorted) };
}

/** All of them in one go, as the fields of one object, so that each stands as it is referred to. */
function converted(schemas: readonly z.ZodType[], io: "input" | "output") {
  const distinct = [...new Set(schemas)];
  const { properties = {}, $defs = {} } = relocated(
    z.toJSONSchema(z.object(Object.fromEntries(distinct.map((schema, i) => [String(i), schema]))), {
      target: "draft-2020-12",
      io,
      override: ({ zodSchema, jsonSchema }) => {
        const { def } = zodSchema._zod;
        // Answers may get further fields: a client must not refuse them.
        if (io === "output" && def.type === "object" && def.catchall === undefined) delete jsonSchema.additionalProperties;
        // Zod leaves the examples of what is transformed out, as they might be of its result; ours are of what is sent.
        const examples = z.globalRegistry.get(zodSchema)?.examples;
        if (io === "input" && Array.isArray(examples)) jsonSchema.examples = examples;
        // How zod's converter marks bytes is neither a form's nor a body's way.
        if (def.type === "file") delete jsonSchema.contentEncoding;
        delete jsonSchema.id;
      },
    }),
  ) as { properties?: Record<string, JsonSchema>; $defs?: Record<string, JsonSchema> };
  return { schemas: new Map(distinct.map((schema, i) => [schema, properties[String(i)] ?? {}])), named: $defs };
}

/** The same with references to where an OpenAPI document keeps its schemas. */
function relocated(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(relocated);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === "$ref" && typeof value === "string" ? value.replace("#/$defs/", "#/components/schemas/") : relocated(value),
    ]),
  );
}
