import type { Session, Tokens } from "../../session/port.ts";
import { Uuid, type ObjectValue, type Value } from "../../values/value.ts";
import { isArray } from "../../values/kind-of.ts";
import { resultValues } from "../results.ts";
import { versionText } from "../version.ts";
import { invalidParams, objectArgument, optionalObject, takeArguments, textArgument } from "./arguments.ts";
import { recordMethods } from "./record-methods.ts";

/** One call, after its envelope was read. */
export interface Call {
  readonly session: Session;
  readonly params: readonly Value[];
  readonly transaction: string | undefined;
  readonly signal: AbortSignal;
}

export type Method = (call: Call) => Promise<Value> | Value;

/** The methods of a session, by name. Those of a connection (attach, detach, sessions) are in `connection.ts`. */
export const methods: Readonly<Record<string, Method>> = {
  ...recordMethods,
  ping: () => undefined,
  health: () => undefined,
  version: () => versionText,
  info: async ({ session, signal }) => {
    const [result] = await session.query("SELECT * FROM $auth", undefined, { signal });
    if (result === undefined || "error" in result) throw result?.error ?? invalidParams();
    return isArray(result.result) ? result.result[0] : result.result;
  },
  use: async ({ session, params }) => {
    const [namespace, database] = takeArguments(params, 2);
    await session.use(placeName(namespace), placeName(database));
    const { place } = session;
    return new Map<string, Value>([
      ["namespace", place.namespace ?? null],
      ["database", place.database ?? null],
    ]);
  },
  signup: async ({ session, params }) => tokensValue(await session.signup(objectArgument(takeArguments(params, 1)[0]))),
  signin: async ({ session, params }) => tokensValue(await session.signin(objectArgument(takeArguments(params, 1)[0]))),
  authenticate: async ({ session, params }) => {
    await session.authenticate(textArgument(takeArguments(params, 1)[0]));
    return undefined;
  },
  refresh: async ({ session, params }) => tokensValue(await session.refresh(tokensArgument(takeArguments(params, 1)[0]))),
  revoke: async ({ session, params }) => {
    await session.revoke(tokensArgument(takeArguments(params, 1)[0]));
    return undefined;
  },
  invalidate: ({ session }) => {
    session.invalidate();
    return undefined;
  },
  reset: async ({ session }) => {
    await session.reset();
    return undefined;
  },
  let: setVariable,
  set: setVariable,
  unset: ({ session, params }) => {
    session.unset(textArgument(takeArguments(params, 1)[0]));
    return undefined;
  },
  query: async ({ session, params, transaction, signal }) => {
    const [text, variables] = takeArguments(params, 2);
    const options = transaction === undefined ? { signal } : { signal, transaction };
    return resultValues(await session.query(textArgument(text), optionalObject(variables), options));
  },
  begin: async ({ session }) => new Uuid(await session.begin()),
  commit: async ({ session, params }) => {
    await session.commit(textArgument(takeArguments(params, 1)[0]));
    return undefined;
  },
  cancel: async ({ session, params }) => {
    await session.cancel(textArgument(takeArguments(params, 1)[0]));
    return undefined;
  },
};

async function setVariable({ session, params }: Call): Promise<Value> {
  const [name, value] = takeArguments(params, 2);
  await session.set(textArgument(name), value);
  return undefined;
}

/** A string chooses, NULL takes the choice away, NONE leaves it. */
function placeName(value: Value): string | null | undefined {
  if (value === null || value === undefined || typeof value === "string") return value;
  throw invalidParams();
}

/** A token alone, or with its refresh token where there is one. */
export function tokensValue(tokens: Tokens): Value {
  if (tokens.refresh === undefined) return tokens.access;
  return new Map<string, Value>([
    ["access", tokens.access],
    ["refresh", tokens.refresh],
  ]);
}

function tokensArgument(value: Value): Tokens {
  if (typeof value === "string") return { access: value, refresh: undefined };
  const tokens: ObjectValue = objectArgument(value);
  const refresh = tokens.get("refresh");
  return { access: textArgument(tokens.get("access")), refresh: refresh === undefined ? undefined : textArgument(refresh) };
}
