/** A context's settings as its resource wants them. The resource says all of what it can say: what it leaves out is taken away. */
import type { AnswerOf, BodyOf } from "@loci/client";
import type { MemoryContextSpec } from "../api/memory-context.ts";
import type { ObservedContext } from "../observe/context.ts";
import { durationMs } from "./duration.ts";

type Settings = Pick<BodyOf<"createContext">, "displayName" | "config" | "policy">;
type Outside = AnswerOf<"getContext">;
type Json = Readonly<Record<string, unknown>>;

/** The fields of the config that a resource can say, in the names under which they are kept. */
const fields = ["stages", "token_limit", "enforcement_blocked", "lifecycle", "schedule", "trace_retention_days"] as const;

/** For a context that is made. */
export function desiredSettings(observed: ObservedContext): Settings {
  const { displayName, keyPolicy } = observed.resource.spec;
  return {
    ...(displayName === undefined ? {} : { displayName }),
    config: configOf(observed, () => true),
    policy: policyOf(keyPolicy),
  };
}

/** What to change in a context that is there; undefined where nothing differs. */
export function changedSettings(observed: ObservedContext, outside: Outside): BodyOf<"updateContext"> | undefined {
  const { displayName, keyPolicy } = observed.resource.spec;
  const config = configChange(observed, outside.config);
  const policy = policyOf(keyPolicy);
  const wantedPolicy = { allowSelfServiceKeys: null, maxTokenTtlSeconds: null, ...policy };
  const change = {
    ...(displayName !== undefined && displayName !== outside.displayName ? { displayName } : {}),
    ...(config === undefined ? {} : { config }),
    ...(isEqual(policy, outside.policy) ? {} : { policy: wantedPolicy }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

/** What of a context is not as its resource says, by name. Whether a provider's key is the right one nobody can see. */
export function driftOf(
  observed: ObservedContext,
  { displayName, config, policy }: Outside,
): { readonly policy: readonly string[]; readonly schedules: readonly string[] } {
  const { spec } = observed.resource;
  const wanted = configOf(observed, () => false);
  const differing = fields.filter((name) => !isEqual(wanted[name], config[name]));
  const scheduled = (name: string) => name === "lifecycle" || name === "schedule" || name === "trace_retention_days";
  return {
    policy: [
      ...(spec.displayName === undefined || spec.displayName === displayName ? [] : ["displayName"]),
      ...(isEqual(policyOf(spec.keyPolicy), policy) ? [] : ["keyPolicy"]),
      ...differing.filter((name) => !scheduled(name)).map((name) => `config.${name}`),
    ],
    schedules: differing.filter(scheduled).map((name) => `config.${name}`),
  };
}

/** By stage, which version of its Secret the provider's key is of. */
export function credentialVersions({ credentials }: ObservedContext): Readonly<Record<string, string>> {
  return Object.fromEntries(credentials.map(({ stage, version }) => [stage, version]));
}

function configChange(observed: ObservedContext, before: Json): Json | undefined {
  const synced = observed.resource.status?.credentials ?? {};
  const stagesBefore = before["stages"] as Readonly<Record<string, Json>> | undefined;
  // A provider's key is never answered: whether it is the right one, only the Secret's version tells.
  const needsKey = (stage: string, version: string) =>
    synced[stage] !== version || stagesBefore?.[stage]?.["api_key_set"] !== true;
  const wanted = configOf(observed, needsKey);
  const hasNewKey = Object.values((wanted["stages"] ?? {}) as Record<string, Json>).some((stage) => "api_key" in stage);
  const changed = fields.filter((name) => !isEqual(wanted[name], before[name]) || (name === "stages" && hasNewKey));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, replacement(wanted[name], before[name])]));
}

/** A merge patch that leaves exactly `wanted`. */
function replacement(wanted: unknown, before: unknown): unknown {
  if (wanted === undefined) return null;
  if (!isObject(wanted) || !isObject(before)) return wanted;
  const gone = Object.keys(before).filter((name) => !(name in wanted));
  const kept = Object.entries(wanted).map(([name, value]) => [name, replacement(value, before[name])] as const);
  return Object.fromEntries([...kept, ...gone.map((name) => [name, null] as const)]);
}

function configOf(observed: ObservedContext, needsKey: (stage: string, version: string) => boolean): Json {
  const { extraction, lifecycle } = observed.resource.spec;
  const stages = extraction?.stages?.map(({ name, provider, url, model, credentialsSecretRef: reference }) => {
    const credential = observed.credentials.find(({ stage }) => stage === name);
    const isNew = credential !== undefined && needsKey(name, credential.version);
    const sign = reference === undefined ? {} : { api_key_set: true };
    return [name, defined({ provider, url, model, ...(isNew ? { api_key: credential.value } : sign) })] as const;
  });
  const budget = extraction?.monthlyTokenBudget;
  const life = defined({ decay: lifecycle?.decay, ttl_days: lifecycle?.ttlDays });
  const schedule = defined({ consolidation: lifecycle?.consolidation, elaboration: lifecycle?.elaboration });
  return defined({
    stages: stages === undefined || stages.length === 0 ? undefined : Object.fromEntries(stages),
    token_limit: budget,
    enforcement_blocked: budget === undefined ? undefined : true,
    lifecycle: Object.keys(life).length > 0 ? life : undefined,
    schedule: Object.keys(schedule).length > 0 ? schedule : undefined,
    trace_retention_days: lifecycle?.traceRetentionDays,
  });
}

function policyOf(policy: MemoryContextSpec["keyPolicy"]): NonNullable<Settings["policy"]> {
  if (policy === undefined) return {};
  const { allowSelfServiceKeys, maxTTL } = policy;
  const seconds = maxTTL === undefined ? {} : { maxTokenTtlSeconds: Math.max(1, Math.floor(durationMs(maxTTL) / 1_000)) };
  return { allowSelfServiceKeys, ...seconds };
}

const defined = (object: Json): Json => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

export const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** By value; the order of fields does not matter, and undefined is a field that is not there. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (isObject(a) && isObject(b)) {
    const [left, right] = [defined(a), defined(b)];
    const names = Object.keys(left);
    return names.length === Object.keys(right).length && names.every((name) => isEqual(left[name], right[name]));
  }
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  return a === b;
}
