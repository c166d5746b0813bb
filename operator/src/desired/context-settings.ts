/** A context's settings as its resource wants them. The resource says all of what it can say: what it leaves out is taken away. */
import type { AnswerOf, BodyOf } from "@loci/client";
import type { MemoryContextSpec } from "../api/memory-context.ts";
import type { Credential, ObservedContext } from "../observe/context.ts";
import { durationMs } from "./duration.ts";

type Settings = Pick<BodyOf<"createContext">, "displayName" | "config" | "policy">;
type Outside = AnswerOf<"getContext">;
type Json = Readonly<Record<string, unknown>>;
type Stage = NonNullable<NonNullable<MemoryContextSpec["extraction"]>["stages"]>[number];
/** What is said of a stage's key. The credential is undefined where the stage refers to none. */
type KeyPart = (stage: Stage, credential: Credential | undefined) => Json;

/** The fields of the config that a resource can say, in the names under which they are kept. */
const fields = ["stages", "token_limit", "enforcement_blocked", "lifecycle", "schedule", "trace_retention_days"] as const;

/** Of sections that a resource can say only some fields of: those. What else stands there is somebody else's, and stays. */
const fieldsWithin: Readonly<Record<string, readonly string[]>> = {
  lifecycle: ["decay", "ttl_days"],
  schedule: ["consolidation", "elaboration"],
};

/** For a context that is made. */
export function desiredSettings(observed: ObservedContext): Settings {
  const { displayName, keyPolicy } = observed.resource.spec;
  return {
    ...(displayName === undefined ? {} : { displayName }),
    config: configOf(observed, (_stage, credential) => (credential === undefined ? {} : { api_key: credential.value })),
    policy: policyOf(keyPolicy),
  };
}

/** What a change says where the resource says nothing. */
const noPolicy = { allowSelfServiceKeys: null, maxTokenTtlSeconds: null, delegation: null, delegationTargets: null };

/** What to change in a context that is there; undefined where nothing differs. */
export function changedSettings(observed: ObservedContext, outside: Outside): BodyOf<"updateContext"> | undefined {
  const { displayName, keyPolicy } = observed.resource.spec;
  const config = configChange(observed, outside.config);
  const policy = policyOf(keyPolicy);
  const wantedPolicy = { ...noPolicy, ...policy };
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
  const isGiven: KeyPart = (_stage, credential) => (credential === undefined ? {} : { api_key_set: true });
  const wanted = withTheirs(configOf(observed, isGiven), config);
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

/** Whether a change, or a new context's settings, hold a provider's key. */
export function givesKeys({ config }: Pick<Settings, "config">): boolean {
  const { stages } = (config ?? {}) as { readonly stages?: unknown };
  return isObject(stages) && Object.values(stages).some((stage) => isObject(stage) && typeof stage["api_key"] === "string");
}

function configChange(observed: ObservedContext, before: Json): Json | undefined {
  const synced = observed.resource.status?.credentials ?? {};
  const stagesBefore = before["stages"] as Readonly<Record<string, Json>> | undefined;
  const keyPart: KeyPart = ({ name, url }, credential) => {
    const stage = stagesBefore?.[name];
    const hasKey = stage?.["api_key_set"] === true;
    // A key stays until it is taken away itself, whatever else is left out of its stage.
    if (credential === undefined) return hasKey ? { api_key: null } : {};
    // It is never answered: whether it is the right one, only the version tells. And to another place it goes only if given anew.
    const isRight = hasKey && stage["url"] === url && synced[name] === credential.version;
    return isRight ? { api_key_set: true } : { api_key: credential.value };
  };
  const wanted = withTheirs(configOf(observed, keyPart), before);
  const changed = fields.filter((name) => !isEqual(wanted[name], before[name]));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, replacement(wanted[name], before[name])]));
}

/** With what stands in the sections and no resource can say. */
function withTheirs(wanted: Json, before: Json): Json {
  const sections = Object.entries(fieldsWithin).map(([name, own]) => {
    const section = before[name];
    const theirs = Object.entries(isObject(section) ? section : {}).filter(([field]) => !own.includes(field));
    return [name, theirs.length === 0 ? wanted[name] : { ...Object.fromEntries(theirs), ...(wanted[name] ?? {}) }] as const;
  });
  return defined({ ...wanted, ...Object.fromEntries(sections) });
}

/** A merge patch that leaves exactly `wanted`. */
function replacement(wanted: unknown, before: unknown): unknown {
  if (wanted === undefined) return null;
  if (!isObject(wanted) || !isObject(before)) return wanted;
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(wanted, name));
  const kept = Object.entries(wanted).map(
    ([name, value]) => [name, replacement(value, Object.hasOwn(before, name) ? before[name] : undefined)] as const,
  );
  return Object.fromEntries([...kept, ...gone.map((name) => [name, null] as const)]);
}

function configOf(observed: ObservedContext, keyPart: KeyPart): Json {
  const { extraction, lifecycle } = observed.resource.spec;
  const stages = extraction?.stages?.map((stage) => {
    const { name, provider, url, model } = stage;
    const credential = observed.credentials.find((one) => one.stage === name);
    return [name, defined({ provider, url, model, ...keyPart(stage, credential) })] as const;
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
  const { allowSelfServiceKeys, maxTTL, delegation, delegationTargets } = policy;
  const seconds = maxTTL === undefined ? {} : { maxTokenTtlSeconds: Math.max(1, Math.floor(durationMs(maxTTL) / 1_000)) };
  return {
    ...{ allowSelfServiceKeys, ...seconds },
    ...(delegation === undefined ? {} : { delegation }),
    ...(delegationTargets === undefined ? {} : { delegationTargets }),
  };
}

const defined = (object: Json): Json => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

export const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** By value; the order of fields does not matter, and undefined is a field that is not there. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (isObject(a) && isObject(b)) {
    const [left, right] = [defined(a), defined(b)];
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && isEqual(left[name], right[name]))
    );
  }
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  return a === b;
}
