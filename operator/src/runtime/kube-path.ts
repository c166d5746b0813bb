/** Paths of the API of which some parts are names: also such as users give, and of resources older than the definitions in force. */
import { KubeError } from "./kube-error.ts";

/** What most resources can be called: a subdomain as RFC 1123 has it. */
export const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

export const longestName = 253;

export const isSubdomain = (name: string): boolean => name.length <= longestName && subdomain.test(name);

/**
 * A template in which each value stays one part of the path.
 * @throws KubeError 400 for what cannot be one: URLs fold dots away, and the API server reads %2F as a slash
 */
export function kubePath(fixed: TemplateStringsArray, ...names: readonly string[]): string {
  return String.raw(fixed, ...names.map(part));
}

function part(name: string): string {
  if (/^\.{0,2}$|[/%]/.test(name) || !name.isWellFormed())
    throw new KubeError(400, "BadRequest", `'${name}' cannot stand in a path of the API.`);
  return encodeURIComponent(name);
}

/** Whether the URL still leads where the path says, and not to what is left of it when dots are folded and the rest is cut off. */
export const leadsTo = ({ pathname }: URL, path: string): boolean => pathname.endsWith(path);
