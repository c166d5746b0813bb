import { usage } from "./failure.ts";

export interface Grant {
  readonly verb: string;
  readonly path: string;
}

/** A `verb=path` pair. */
export function grantOf(pair: string): Grant {
  const [verb = "", path = ""] = pair.split(/=(.*)/s);
  if (!/^[a-z]+:[a-z]+$/.test(verb) || path === "") throw usage(`'${pair}' is not a grant; it looks like memory:read=org/acme`);
  return { verb, path };
}

/** `verb=path` pairs as the grants of a request: each verb with its paths. */
export function grantsOf(pairs: readonly string[]): Record<string, string[]> {
  const grants: Record<string, string[]> = {};
  for (const { verb, path } of pairs.map(grantOf)) grants[verb] = [...(grants[verb] ?? []), path];
  return grants;
}

/** Each verb with its paths, a line each. */
export function grantLines(grants: Readonly<Record<string, readonly string[]>>): string[] {
  const lines = Object.entries(grants).map(([verb, paths]) => `  ${verb.padEnd(14)} ${paths.join(", ")}`);
  return lines.length > 0 ? lines : ["  nothing"];
}
