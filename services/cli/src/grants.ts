import { verbs } from "@loci/client";
import { usage } from "./failure.ts";

export type Verb = (typeof verbs)[number];

export interface Grant {
  readonly verb: Verb;
  readonly path: string;
}

/** A `verb=path` pair. */
export function grantOf(pair: string): Grant {
  const [word, path = ""] = pair.split(/=(.*)/s);
  const verb = verbs.find((one) => one === word);
  if (path === "") throw usage(`'${pair}' is not a grant; it looks like memory:read=org/acme`);
  if (verb === undefined) throw usage(`'${word}' is no verb; there are: ${verbs.join(", ")}`);
  return { verb, path };
}

/** `verb=path` pairs as the grants of a request: each verb with its paths. */
export function grantsOf(pairs: readonly string[]): Partial<Record<Verb, string[]>> {
  const grants: Partial<Record<Verb, string[]>> = {};
  for (const { verb, path } of pairs.map(grantOf)) grants[verb] = [...(grants[verb] ?? []), path];
  return grants;
}

/** Each verb with its paths, a line each. */
export function grantLines(grants: Readonly<Record<string, readonly string[]>>): string[] {
  const lines = Object.entries(grants).map(([verb, paths]) => `  ${verb.padEnd(14)} ${paths.join(", ")}`);
  return lines.length > 0 ? lines : ["  nothing"];
}
