/**
 * The path and query of a request's target (RFC 9112, 3.2): as it stands, or what follows the authority of an absolute http or https URL.
 * @returns undefined for what is neither
 */
export function originForm(target: string): string | undefined {
  if (target.startsWith("/") || target === "*") return target;
  const authority = /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (authority === undefined || !URL.canParse(target)) return undefined;
  const rest = target.slice(authority.length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}
