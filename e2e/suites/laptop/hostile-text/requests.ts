/** Requests that put a text into each place of each operation of the API document, and into each argument of each MCP tool. */

/** A part of JSON Schema, as far as the API document uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

export interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

export interface Asked {
  /** The operation, and where the text stands beside its path and what is required. */
  readonly place: string;
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly mediaType: string;
}

type Resolve = (reference: string) => Schema;
type Fields = readonly (readonly [string, unknown])[];

/** An object of fields of any name, `__proto__` too, which an object literal or an assignment would not make a field. */
const objectOf = (fields: Fields): object => Object.fromEntries(fields);

const deepest = 5;

/** A value of a schema: `text` wherever it takes one, also as the name of a field where names are free. */
function filled(schema: Schema, text: string, resolve: Resolve, depth = 0): unknown {
  if (schema.$ref !== undefined) return filled(resolve(schema.$ref), text, resolve, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [choice] = (schema.oneOf ?? schema.anyOf ?? schema.allOf ?? []).filter((one) => one.type !== "null");
  if (choice !== undefined) return filled(choice, text, resolve, depth);
  const type = [schema.type ?? "string"].flat().find((one) => one !== "null");
  if (type === "string" && schema.format === "date-time") return "2025-03-01T00:00:00Z";
  // The pattern of a label, which is `key=value`.
  if (type === "string") return schema.pattern?.includes("]=[") === true ? `${text}=${text}` : text;
  if (type === "number" || type === "integer") return schema.minimum ?? 1;
  if (type === "boolean") return false;
  if (depth > deepest) return type === "array" ? [] : {};
  if (type === "array") return [filled(schema.items ?? {}, text, resolve, depth + 1)];
  const fields: (readonly [string, unknown])[] = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    filled(field, text, resolve, depth + 1),
  ]);
  const free = schema.additionalProperties;
  if (typeof free === "object" || free === true || schema.properties === undefined) {
    fields.push([text, filled(typeof free === "object" ? free : {}, text, resolve, depth + 1)]);
  }
  return objectOf(fields);
}

/** An object with what is required; then, for each field that is not, the same with this field; last, with a field of the text's name. */
export function* variants(
  schema: Schema,
  text: string,
  resolve: Resolve,
): Generator<{ readonly field: string; readonly value: unknown }> {
  const choices = schema.oneOf ?? schema.anyOf;
  if (schema.$ref !== undefined) yield* variants(resolve(schema.$ref), text, resolve);
  else if (choices !== undefined) for (const choice of choices) yield* variants(choice, text, resolve);
  else if (schema.properties === undefined) yield { field: "body", value: filled(schema, text, resolve) };
  else {
    const fields = Object.entries(schema.properties).map(([name, field]) => [name, filled(field, text, resolve)] as const);
    const isRequired = ([name]: readonly [string, unknown]) => schema.required?.includes(name) === true;
    const required = fields.filter(isRequired);
    yield { field: "required fields", value: objectOf(required) };
    for (const field of fields) if (!isRequired(field)) yield { field: field[0], value: objectOf([...required, field]) };
    yield { field: "an unknown field", value: objectOf([...required, [text, text]]) };
  }
}

/** @param at what stands in a path, by the parameter's name; the text where there is none */
export function* requestsWith(text: string, document: Described, at: Readonly<Record<string, string>>): Generator<Asked> {
  const resolve: Resolve = (reference) => document.components.schemas[reference.split("/").at(-1) ?? ""] ?? {};
  for (const [template, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const { operationId } = operation;
      const parameters = (operation.parameters ?? []).map((one) =>
        one.$ref === undefined ? one : (document.components.parameters[one.$ref.split("/").at(-1) ?? ""] ?? one),
      );
      const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(at[name] ?? text));
      const [mediaType = "", content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
      const bodies = content === undefined ? [{ field: "path", value: undefined }] : [...variants(content.schema, text, resolve)];
      const plain = { operationId, method: method.toUpperCase(), path, headers: {}, mediaType };
      const placed = (place: string) => `${operationId} (${place})`;
      for (const { field, value } of bodies) yield { ...plain, place: placed(field), body: value };
      for (const { name, in: where } of parameters) {
        const body = bodies[0]?.value;
        const place = placed(`${where} ${name}`);
        if (where === "query") {
          const query = new URLSearchParams({ [name]: text }).toString();
          yield { ...plain, place, path: `${path}?${query}`, body };
        }
        if (where === "header" && /^[\x20-\x7e]*$/.test(text)) yield { ...plain, place, headers: { [name]: text }, body };
      }
    }
  }
}

/** The body as it is sent: a form has each of its fields as a part, JSON but for the file. */
export function payloadOf({ body, mediaType }: Asked): string | FormData | undefined {
  if (body === undefined) return undefined;
  if (mediaType !== "multipart/form-data") return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body as object)) {
    const isFile = name === "file";
    const part = new Blob([isFile ? String(value) : JSON.stringify(value)], { type: isFile ? "text/plain" : "application/json" });
    form.append(name, part, ...(isFile ? [String(value).slice(0, 64)] : []));
  }
  return form;
}
