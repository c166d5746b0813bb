import { invalidField } from "@loci/kernel";
import type { HostPolicy } from "@loci/platform/outbound";
import { z } from "zod";
import { invalidObject, isObject, mergePatch, oneSpelling, readObject, storageProblem, type JsonObject } from "./json-object.ts";
import { modelUrlProblem, refusedUrlProblem } from "./model-url.ts";

export const stages = [
  "extraction",
  "reconciliation",
  "synthesis",
  "elaboration",
  "consolidation",
  "hyde",
  "decomposition",
] as const;
export type Stage = (typeof stages)[number];

export const maxConfigBytes = 64 * 1024;
const maxApiKeyLength = 4096;

const providerUrl = z.string().check(({ value, issues }) => {
  const problem = modelUrlProblem(value);
  if (problem !== undefined) issues.push({ code: "custom", message: problem, input: value });
});
const stage = z.strictObject({
  provider: z.enum(["builtin", "openai"]),
  url: providerUrl.optional(),
  model: z.string().min(1).max(256).optional(),
  /** In the place of the key, which is kept encrypted elsewhere. */
  api_key_set: z.literal(true).optional(),
});
const factor = z.number().gt(0).max(1);
const days = z.number().gt(0).max(1_000_000);
const rhythm = z.enum(["off", "daily", "hourly"]);
const categories = <T extends z.ZodType>(value: T) =>
  z.strictObject({ identity: value.optional(), knowledge: value.optional(), context: value.optional() });

/** The parts of a context's settings that have a meaning; others are kept as they are. */
const settings = z.looseObject({
  stages: z.strictObject(Object.fromEntries(stages.map((name) => [name, stage.optional()]))).optional(),
  token_limit: z.int().min(0).optional(),
  enforcement_blocked: z.boolean().optional(),
  confidence_floor: z.number().min(0).max(1).optional(),
  lifecycle: z
    .strictObject({
      decay: categories(factor).optional(),
      ttl_days: categories(days).optional(),
      expire_below: z.number().min(0).max(1).optional(),
    })
    .optional(),
  schedule: z.strictObject({ consolidation: rhythm.optional(), elaboration: rhythm.optional() }).optional(),
  trace_retention_days: z.number().gt(0).max(36_500).optional(),
});

export interface ConfigChange {
  /** As it is stored and shown: without any provider's key. */
  readonly config: JsonObject;
  /** Keys to keep from now on; undefined removes one. */
  readonly providerKeys: ReadonlyMap<Stage, string | undefined>;
}

/**
 * Checks settings from outside, merged into those that are there; "" changes nothing.
 * @param hosts where models may lie; an address that stood there before stays
 * @throws LociError `invalid` that names the field
 */
export function readConfig(json: string, hosts: HostPolicy, before: JsonObject = {}): ConfigChange {
  const given = spelled(readObject(json, "/config", maxConfigBytes));
  const problem = storageProblem(given);
  if (problem !== undefined) throw invalidField("/config", problem);
  const { patch, providerKeys } = withoutKeys(given);
  const config = mergePatch(before, patch);
  if (Buffer.byteLength(JSON.stringify(config)) > maxConfigBytes)
    throw invalidField("/config", `is larger than ${maxConfigBytes} bytes`);
  const result = settings.safeParse(config);
  if (!result.success) throw invalidObject(result.error, "/config");
  for (const name of stages) {
    const [old, chosen] = [stageOf(before, name), stageOf(config, name)];
    requireAllowedPlace(name, old, chosen, hosts);
    requireKeyForNewPlace(name, old, chosen, providerKeys.has(name));
  }
  return { config, providerKeys };
}

function spelled(given: JsonObject): JsonObject {
  const top = oneSpelling(given, ["token_limit", "enforcement_blocked", "confidence_floor", "trace_retention_days"], "/config");
  const fixed = new Map(Object.entries(top));
  if (isObject(top["lifecycle"])) {
    fixed.set("lifecycle", oneSpelling(top["lifecycle"], ["ttl_days", "expire_below"], "/config/lifecycle"));
  }
  if (isObject(top["stages"])) {
    const entries = Object.entries(top["stages"]).map(([name, value]) => {
      const spelling = () => oneSpelling(value as JsonObject, ["api_key", "api_key_set"], `/config/stages/${name.slice(0, 64)}`);
      return [name, isObject(value) ? spelling() : value] as const;
    });
    fixed.set("stages", Object.fromEntries(entries));
  }
  return Object.fromEntries(fixed);
}

/** Takes the providers' keys out of a patch and leaves in it only whether there is one. */
function withoutKeys(given: JsonObject): { patch: JsonObject; providerKeys: Map<Stage, string | undefined> } {
  const providerKeys = new Map<Stage, string | undefined>();
  const asked = given["stages"];
  if (asked === null) for (const name of stages) providerKeys.set(name, undefined);
  if (!isObject(asked)) return { patch: given, providerKeys };
  const patched = new Map(Object.entries(asked));
  for (const name of stages) {
    const value = patched.get(name);
    if (value === null) providerKeys.set(name, undefined);
    if (!isObject(value)) continue;
    // What a GET answered may come back in a PATCH: whether there is a key is ours to say.
    const { api_key: apiKey, api_key_set: _shown, ...rest } = value;
    if (apiKey === undefined) patched.set(name, rest);
    else {
      const key = readApiKey(apiKey, `/config/stages/${name}/api_key`);
      providerKeys.set(name, key);
      patched.set(name, { ...rest, api_key_set: key === undefined ? null : true });
    }
  }
  return { patch: mapped(given, "stages", Object.fromEntries(patched)), providerKeys };
}

function mapped(object: JsonObject, name: string, value: unknown): JsonObject {
  return Object.fromEntries(new Map(Object.entries(object)).set(name, value));
}

function readApiKey(value: unknown, pointer: string): string | undefined {
  if (value === null || value === "") return undefined;
  if (typeof value !== "string" || value.length > maxApiKeyLength || !/^[\x21-\x7e]+$/.test(value)) {
    throw invalidField(pointer, `must be at most ${maxApiKeyLength} visible ASCII characters`);
  }
  return value;
}

function requireAllowedPlace(
  name: Stage,
  before: StageSettings | undefined,
  after: StageSettings | undefined,
  hosts: HostPolicy,
): void {
  if (after?.url === undefined || after.url === before?.url) return;
  const problem = refusedUrlProblem(after.url, hosts);
  if (problem !== undefined) throw invalidField(`/config/stages/${name}/url`, problem);
}

/** A stored key must not be sent to a place that was named after it was given. */
function requireKeyForNewPlace(
  name: Stage,
  before: StageSettings | undefined,
  after: StageSettings | undefined,
  keyGiven: boolean,
): void {
  if (keyGiven || before?.api_key_set !== true || after?.api_key_set !== true) return;
  if (originOf(before.url) !== originOf(after.url)) {
    throw invalidField(`/config/stages/${name}/api_key`, "must be given anew when the url moves to another origin");
  }
}

function originOf(url: string | undefined): string {
  return url === undefined ? "" : new URL(url).origin;
}

export type StageSettings = z.infer<typeof stage>;

export function stageOf(config: JsonObject, name: Stage): StageSettings | undefined {
  const all = config["stages"];
  return isObject(all) ? stage.safeParse(all[name]).data : undefined;
}

export interface Budget {
  /** Tokens in a calendar month; undefined for no limit. */
  readonly limit: number | undefined;
  readonly enforced: boolean;
}

export function budgetOf(config: JsonObject): Budget {
  const limit = config["token_limit"];
  return { limit: typeof limit === "number" ? limit : undefined, enforced: config["enforcement_blocked"] === true };
}

export function readStage(text: string): Stage {
  const known = stages.find((name) => name === text);
  if (known === undefined) throw invalidField("/stage", `must be one of ${stages.join(", ")}`);
  return known;
}
