import { join } from "node:path";
import type { Seeded, Values } from "./seed.ts";

/** Operations that take away what others need, by the parameters that say what: they get something of their own to take. */
const takesAway: Readonly<Record<string, readonly string[]>> = {
  deleteContext: ["ctx"],
  deleteContextPrincipal: ["principalId"],
  removeContextGrants: ["principalId"],
  revokeContextKey: ["name"],
  deleteEntity: ["entityName"],
  removeAlias: ["alias"],
  deleteSession: ["sessionId"],
  deleteDocument: ["documentId"],
  removeGrants: ["principalId"],
  revokeKey: ["name"],
};

/** schemathesis.toml: how many requests are made, with which keys and for what. */
export function settings({ contextId, contextKey, there, doomed }: Seeded, managementKey: string): string {
  const { ctx, ...records } = there;
  return [
    ...["seed = 5", "continue-on-failure = true", "request-timeout = 120"],
    `hooks = ${quoted(join(import.meta.dirname, "hooks.py"))}`,
    ...table("output.sanitization", ["enabled = false"]),
    ...table("output.truncation", ["enabled = false"]),
    ...table("generation", ["max-examples = 8", 'database = "none"']),
    ...table("phases.stateful", ["max-steps = 6"]),
    // A good request that follows a bad one counts as bad there; bad ones are held against their refusal in the other phases.
    ...table("phases.stateful.checks.negative_data_rejection", ["enabled = false"]),
    ...table("auth.openapi", [
      `contextKey = { bearer = ${quoted(contextKey)} }`,
      `managementKey = { bearer = ${quoted(managementKey)} }`,
    ]),
    // hooks.py looks at each refusal more closely than by its status.
    ...table("checks.positive_data_acceptance", ['expected-statuses = ["2xx", 400, 401, 403, 404, 409]']),
    ...table("parameters", [
      ...fixed({ contextId, ...(ctx === undefined ? {} : { ctx }) }),
      // Now and then what is there, else whatever comes.
      ...Object.keys(records).map((name) => `"path.${name}" = { dictionary = ${quoted(name)}, probability = 0.7 }`),
      '"header.X-Service-On-Behalf-Of" = { dictionary = "principalId", probability = 0.9 }',
      '"query.ref" = { dictionary = "traceId", probability = 0.5 }',
    ]),
    ...table(
      "dictionaries",
      Object.entries(records).map(([name, value]) => `${name} = { values = [${quoted(value)}] }`),
    ),
    ...Object.entries(takesAway).flatMap(([operation, names]) =>
      perOperation(operation, [`parameters = { ${fixed(valuesOf(doomed, names)).join(", ")} }`]),
    ),
    // Providers are tested once in ten seconds.
    ...perOperation("testProviders", ['checks.positive_data_acceptance.expected-statuses = ["2xx", 400, 401, 403, 404, 409, 429]']),
    // By the contract it always answers 501.
    ...perOperation("grantScope", [
      'checks.not_a_server_error.expected-statuses = ["2xx", "4xx", 501]',
      "checks.positive_data_acceptance.enabled = false",
    ]),
  ].join("\n");
}

function valuesOf(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? ""]));
}

function fixed(values: Values): string[] {
  return Object.entries(values).map(([name, value]) => `"path.${name}" = ${quoted(value)}`);
}

function table(name: string, lines: readonly string[]): string[] {
  return ["", `[${name}]`, ...lines];
}

function perOperation(operation: string, lines: readonly string[]): string[] {
  return ["", "[[operations]]", `include-operation-id = ${quoted(operation)}`, ...lines];
}

/** A basic string of TOML, which for what stands here is one of JSON. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
