import { invalidField, LociError } from "@loci/kernel";
import { z } from "zod";

/** A context's rules for keys. */
export interface Policy {
  /** False: members may not mint keys for themselves. */
  readonly allowSelfServiceKeys: boolean;
  /** The longest life of a key, and that of one for which none was asked; undefined for no limit. */
  readonly maxTokenTtlSeconds: number | undefined;
}

/** The policy as it is stored and shown, under the contract's names. */
export type StoredPolicy = z.infer<typeof storedPolicy>;

const storedPolicy = z.strictObject({
  allow_self_service_keys: z.boolean().optional(),
  max_token_ttl_seconds: z.int().min(1).max(2_147_483_647).optional(),
});

const spellings: Readonly<Record<string, string>> = {
  allowSelfServiceKeys: "allow_self_service_keys",
  maxTokenTtlSeconds: "max_token_ttl_seconds",
};

export function policyOf(stored: StoredPolicy): Policy {
  return { allowSelfServiceKeys: stored.allow_self_service_keys ?? true, maxTokenTtlSeconds: stored.max_token_ttl_seconds };
}

/**
 * Checks a policy from outside, in either spelling; "" is the empty one.
 * @throws LociError `invalid` that names the field
 */
export function readPolicy(json: string): StoredPolicy {
  const result = storedPolicy.safeParse(oneSpelling(readObject(json, "/policy", maxPolicyBytes)));
  if (result.success) return result.data;
  const fields = result.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ pointer: `/policy/${key.slice(0, 64)}`, detail: "is not a known field" }))
      : [{ pointer: `/policy/${issue.path.join("/")}`, detail: issue.message }],
  );
  throw new LociError("invalid", `${fields[0]?.pointer ?? "/policy"}: ${fields[0]?.detail ?? "is not a policy"}`, { fields });
}

function oneSpelling(fields: Record<string, unknown>): Record<string, unknown> {
  const result = new Map<string, unknown>();
  for (const [name, value] of Object.entries(fields)) {
    const stored = Object.hasOwn(spellings, name) ? (spellings[name] ?? name) : name;
    if (result.has(stored) && result.get(stored) !== value) {
      throw invalidField(`/policy/${name}`, "is given in two spellings with different values");
    }
    result.set(stored, value);
  }
  // Unlike an assignment this keeps a field named __proto__ as a field, so that it is refused like any unknown one.
  return Object.fromEntries(result);
}

const maxPolicyBytes = 4096;
export const maxConfigBytes = 64 * 1024;
const maxDepth = 32;

/**
 * Checks a context's free settings: a JSON object that the database can keep as it is; "" is the empty one.
 * @throws LociError `invalid` that names the field
 */
export function readConfig(json: string): Record<string, unknown> {
  const config = readObject(json, "/config", maxConfigBytes);
  const problem = storageProblem(config, 0);
  if (problem !== undefined) throw invalidField("/config", problem);
  return config;
}

function readObject(json: string, pointer: string, maxBytes: number): Record<string, unknown> {
  if (json === "") return {};
  if (Buffer.byteLength(json) > maxBytes) throw invalidField(pointer, `is larger than ${maxBytes} bytes`);
  const value = parseJson(json, pointer);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalidField(pointer, "must be a JSON object");
  return value as Record<string, unknown>;
}

function parseJson(json: string, pointer: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new LociError("invalid", `${pointer}: is not JSON`, { fields: [{ pointer, detail: "is not JSON" }], cause });
  }
}

/** What of a JSON value jsonb would refuse or change. */
function storageProblem(value: unknown, depth: number): string | undefined {
  if (depth > maxDepth) return `is nested deeper than ${maxDepth} levels`;
  if (typeof value === "string")
    return value.includes("\0") || !value.isWellFormed() ? "has a character that cannot be stored" : undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : "has a number that is too large";
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const problem = storageProblem(name, depth) ?? storageProblem(inner, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
