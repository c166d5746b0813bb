/** Which server, with which key: a flag wins over the environment, the environment over the profile. */
import type { Environment } from "./config.ts";
import { usage } from "./failure.ts";
import type { Profile } from "./profiles.ts";

export interface ConnectionFlags {
  readonly url?: string;
  readonly apiKey?: string;
  readonly contextId?: string;
}

export interface Connection {
  /** The server's base URL without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  readonly contextId: string;
  readonly plane: "data" | "management";
}

const defaultUrl = "http://localhost:9090";
const contextNeed = ["a context id", "--context-id", "SERVICE_CONTEXT_ID"] as const;

/** The data plane: a context key and its context. */
export function dataConnection(flags: ConnectionFlags, env: Environment, profile: Profile): Connection {
  return {
    url: baseUrl(flags.url ?? env.url ?? profile.url ?? defaultUrl),
    apiKey: needed(flags.apiKey ?? env.apiKey ?? profile.api_key, "an API key", "--api-key", "SERVICE_API_KEY"),
    contextId: needed(flags.contextId ?? env.contextId ?? profile.context_id, ...contextNeed),
    plane: "data",
  };
}

/** The control plane: a management key; the context is what the command names, where it names one. */
export function managementConnection(flags: ConnectionFlags, env: Environment, profile: Profile): Connection {
  const key = flags.apiKey ?? env.managementApiKey ?? profile.management_api_key;
  return {
    url: baseUrl(flags.url ?? env.managementUrl ?? profile.management_url ?? env.url ?? profile.url ?? defaultUrl),
    apiKey: needed(key, "a management key", "--api-key", "SERVICE_MANAGEMENT_API_KEY", setKey),
    contextId: flags.contextId ?? env.contextId ?? profile.context_id ?? "",
    plane: "management",
  };
}

/** The context that a management command is about. @throws Failure where none is named */
export function contextOf({ contextId }: Connection): string {
  return needed(contextId, ...contextNeed);
}

function baseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw usage(`'${text}' is not a server URL; it looks like ${defaultUrl}`);
  }
  return text.replace(/(?<!\/)\/+$/, "");
}

/** 'loci login' knows context keys only. */
const setKey = "loci config set management_api_key";

function needed(value: string | undefined, what: string, flag: string, variable: string, store = "loci login"): string {
  if (value) return value;
  throw usage(`This needs ${what}: give ${flag}, set ${variable}, or store it with '${store}'.`);
}
