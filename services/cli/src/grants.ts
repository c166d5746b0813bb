import { usage } from "./failure.ts";

/** `verb=path` pairs as the grants of a request: each verb with its paths. */
export function grantsOf(pairs: readonly string[]): Record<string, string[]> {
  const grants: Record<string, string[]> = {};
  for (const pair of pairs) {
    const [verb = "", path = ""] = pair.split(/=(.*)/s);
    if (!/^[a-z]+:[a-z]+$/.test(verb) || path === "") throw usage(`'${pair}' is not a grant; it looks like memory:read=org/acme`);
    grants[verb] = [...(grants[verb] ?? []), path];
  }
  return grants;
}
