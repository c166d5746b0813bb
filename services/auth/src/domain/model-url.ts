import { hostOf, portOf, type HostPolicy } from "@loci/platform/outbound";

/** What keeps a text from being a model provider's address, or undefined. */
export function modelUrlProblem(text: string): string | undefined {
  if (text.length > 2048 || !URL.canParse(text)) return "is not a URL";
  const { protocol, username, password, hash } = new URL(text);
  if (protocol !== "http:" && protocol !== "https:") return "must begin with http:// or https://";
  if (username !== "" || password !== "") return "must not hold a name or password; use api_key";
  return hash === "" ? undefined : "must not have a fragment";
}

/**
 * Why a model provider's address leads where contexts may not send this server, or undefined. A name is not resolved here, as what it
 * resolves to may change: who connects checks that.
 */
export function refusedUrlProblem(text: string, hosts: HostPolicy): string | undefined {
  const url = new URL(text);
  if (!hosts.refuses(hostOf(url), portOf(url))) return undefined;
  return "must not point to a private, link-local or metadata address unless whoever runs the server allows it with SERVICE_ALLOWED_MODEL_HOSTS";
}
