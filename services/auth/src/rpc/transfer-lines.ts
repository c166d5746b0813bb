import { LociError, parseTimestamp, type Grants } from "@loci/kernel";
import { lineObject, lineProblems, wrongLine } from "@loci/platform/messages";
import { z } from "zod";
import type { GrantsChanged } from "../store/grant-changes.ts";
import type { PrincipalRecord } from "../store/principals.ts";
import type { ScopeRecord } from "../store/scopes.ts";
import { isPrincipalId, readDescription, readDisplayName, readExternalId, readKind, readPath } from "../domain/fields.ts";
import { readGrants } from "../domain/grants.ts";
import { isObject, type JsonObject } from "../domain/json-object.ts";
import type { StoredPolicy } from "../domain/policy.ts";

/** The lines of an export that auth writes and reads. Times are RFC 3339 in UTC; what is not there is null. */
const time = z.string().refine((text) => parseTimestamp(text) !== undefined, "must be an RFC 3339 timestamp");
/** Not z.record, which leaves out a field named `__proto__` without a word. */
const object = z.custom<JsonObject>(isObject, "must be an object");
const grants = object.transform((held) => Object.entries(held)).pipe(z.array(z.tuple([z.string(), z.array(z.string())])));
const principalId = z.string().refine(isPrincipalId, "is not a principal's id");

const schemas = {
  /** Settings without the providers' keys. */
  context: z.strictObject({
    type: z.literal("context"),
    displayName: z.string(),
    config: object,
    policy: object,
  }),
  /** A registered path, or one that was deleted. */
  scope: z.strictObject({
    type: z.literal("scope"),
    path: z.string(),
    displayName: z.string(),
    description: z.string(),
    createdAt: time,
    tombstonedAt: time.nullable(),
  }),
  principal: z.strictObject({
    type: z.literal("principal"),
    id: principalId,
    displayName: z.string(),
    kind: z.string(),
    grants,
    externalId: z.string().nullable(),
    createdAt: time,
    createdBy: z.string().max(128),
  }),
  /** What a principal held from a time on; null from its deletion on. */
  grantChange: z.strictObject({
    type: z.literal("grantChange"),
    principalId,
    grants: grants.nullable(),
    changedBy: z.string().max(128),
    recordedAt: time,
  }),
} as const;

export interface ContextSettings {
  readonly displayName: string;
  readonly config: JsonObject;
  readonly policy: StoredPolicy;
}

export type AuthLine =
  | { readonly type: "context"; readonly value: ContextSettings }
  | { readonly type: "scope"; readonly value: ScopeRecord }
  | { readonly type: "principal"; readonly value: PrincipalRecord }
  | { readonly type: "grantChange"; readonly value: GrantsChanged };

export type AuthLineType = AuthLine["type"];

export const authLineTypes: readonly AuthLineType[] = ["context", "scope", "principal", "grantChange"];

export function writeLine(line: AuthLine): string {
  return JSON.stringify({ type: line.type, ...written(line) });
}

function written(line: AuthLine): object {
  const text = (millis: number | undefined) => (millis === undefined ? null : new Date(millis).toISOString());
  switch (line.type) {
    case "context": {
      const { displayName, config, policy } = line.value;
      return { displayName, config: withoutKeySigns(config), policy };
    }
    case "scope": {
      const { path, displayName, description, createdAt, tombstonedAt } = line.value;
      return { path, displayName, description, createdAt: text(createdAt), tombstonedAt: text(tombstonedAt) };
    }
    case "principal": {
      const { id, displayName, kind, grants: held, externalId, createdAt, createdBy } = line.value;
      return { id, displayName, kind, grants: held, externalId: externalId ?? null, createdAt: text(createdAt), createdBy };
    }
    case "grantChange": {
      const { principalId: of, grants: held, changedBy, at } = line.value;
      return { principalId: of, grants: held ?? null, changedBy, recordedAt: text(at) };
    }
  }
}

/** Settings without the signs that stand in the places of providers' keys, which stay behind. */
export function withoutKeySigns(config: JsonObject): JsonObject {
  const { stages } = config;
  if (!isObject(stages)) return config;
  const kept = Object.entries(stages).map(([name, stage]) => {
    if (!isObject(stage)) return [name, stage] as const;
    const { api_key: _key, apiKey: _camel, api_key_set: _sign, apiKeySet: _camelSign, ...rest } = stage;
    return [name, rest] as const;
  });
  return { ...config, stages: Object.fromEntries(kept) };
}

/** @throws LociError `invalid` that names the line's number and the field */
export function readLine(text: string, number: number): AuthLine {
  const { type, fields } = lineObject(text, number);
  const known = authLineTypes.find((one) => one === type);
  if (known === undefined) {
    const detail = `'${type.slice(0, 64)}' is not a type that this version knows here (${authLineTypes.join(", ")})`;
    throw wrongLine(number, [{ pointer: "/type", detail }]);
  }
  try {
    return read(known, fields, number);
  } catch (thrown) {
    const error = LociError.from(thrown);
    if (error.code !== "invalid" || error.fields[0]?.pointer.startsWith(`/${number}/`) === true) throw error;
    throw wrongLine(number, error.fields);
  }
}

function read(type: AuthLineType, fields: unknown, number: number): AuthLine {
  const checked = <T>(schema: z.ZodType<T>): T => {
    const result = schema.safeParse(fields);
    if (!result.success) throw wrongLine(number, lineProblems(result.error));
    return result.data;
  };
  switch (type) {
    case "context": {
      const { displayName, config, policy } = checked(schemas.context);
      return { type, value: { displayName: readDisplayName(displayName), config: withoutKeySigns(config), policy } };
    }
    case "scope": {
      const { path, displayName, description, createdAt, tombstonedAt } = checked(schemas.scope);
      const names = { displayName, description: readDescription(description) };
      if (displayName !== "") readDisplayName(displayName);
      const tombstoned = tombstonedAt === null ? undefined : Date.parse(tombstonedAt);
      return { type, value: { path: readPath(path), ...names, createdAt: Date.parse(createdAt), tombstonedAt: tombstoned } };
    }
    case "principal": {
      const { id, displayName, kind, grants: held, externalId, createdAt, createdBy } = checked(schemas.principal);
      const names = {
        id,
        displayName: readDisplayName(displayName),
        kind: readKind(kind),
        externalId: readExternalId(externalId ?? ""),
      };
      return { type, value: { ...names, grants: grantsIn(held), createdAt: Date.parse(createdAt), createdBy, reserved: false } };
    }
    case "grantChange": {
      const { principalId: of, grants: held, changedBy, recordedAt } = checked(schemas.grantChange);
      return {
        type,
        value: { principalId: of, grants: held === null ? undefined : grantsIn(held), changedBy, at: Date.parse(recordedAt) },
      };
    }
  }
}

function grantsIn(held: readonly (readonly [verb: string, paths: readonly string[]])[]): Grants {
  return readGrants({ verbs: Object.fromEntries(held.map(([verb, paths]) => [verb, { paths: [...paths] }])) });
}
