import { describe, expect, it } from "@jest/globals";
import { defaultGatewaySettings } from "../index.ts";
import { restRoutes, type RestParts } from "../rest/index.ts";
import { openApiDocument } from "./index.ts";
import type { JsonSchema } from "./schemas.ts";

const made = openApiDocument(restRoutes({ ...({} as RestParts), settings: defaultGatewaySettings }), { version: "1" });
const { schemas } = made.components as { schemas: Record<string, JsonSchema> };

interface Asked {
  readonly operationId: string;
  readonly parameters: readonly { name?: string; required?: boolean; description?: string; schema?: JsonSchema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
}
const asked = Object.values(made.paths).flatMap((methods) => Object.values(methods as object) as Asked[]);

const isSchema = (one: unknown): one is JsonSchema => typeof one === "object" && one !== null;

/** `place: description` of each field that may be left out without a word about what holds then. */
function silentIn(place: string, schema: JsonSchema, seen: Set<string>): string[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    if (seen.has(name)) return [];
    seen.add(name);
    return silentIn(name, schemas[name] ?? {}, seen);
  }
  const required: readonly string[] = schema.required ?? [];
  const fields = Object.entries(schema.properties ?? {}).filter((field): field is [string, JsonSchema] => isSchema(field[1]));
  const own = fields.flatMap(([name, field]) => [
    ...(required.includes(name) || saysWithout(field) ? [] : [`${place}.${name}: ${field.description}`]),
    ...silentIn(`${place}.${name}`, field, seen),
  ]);
  const parts = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flat();
  return [...own, ...parts.filter(isSchema).flatMap((part) => silentIn(place, part, seen))];
}

function saysWithout({ default: value, description = "" }: Pick<JsonSchema, "default" | "description">): boolean {
  return value !== undefined || /\bdefault\b|\bwithout it\b|needed unless|either this or/i.test(description);
}

describe("what a request may leave out", () => {
  it("has a default, or the document says what holds without it", () => {
    const seen = new Set<string>();
    const bodies = asked.flatMap(({ operationId, requestBody }) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => silentIn(operationId, schema, seen)),
    );
    const parameters = asked.flatMap(({ operationId, parameters }) =>
      parameters
        .filter(
          ({ name, required, schema, description }) =>
            name && !required && !saysWithout({ ...schema, ...(description && { description }) }),
        )
        .map(({ name, description }) => `${operationId}?${name}: ${description}`),
    );
    expect(seen.size).toBeGreaterThan(40);
    expect([...bodies, ...parameters]).toEqual([]);
  });

  it("is told in a request of the audit by what it filters there, on both planes", () => {
    for (const id of ["listAudit", "listContextAudit"]) {
      const { parameters } = asked.find(({ operationId }) => operationId === id) ?? { parameters: [] };
      const about = (name: string) => parameters.find((one) => one.name === name)?.description;
      expect([about("key"), about("kind")]).toEqual([
        expect.stringContaining("Only what this key asked for."),
        expect.stringContaining("Only rows of this kind."),
      ]);
    }
  });
});
