import { Duration } from "../../../values/value.ts";
import type { AccessKind, Durations, Expression } from "../tree/index.ts";

const hour = 3_600_000_000_000n;

/** How long tokens last where nothing is said. */
const tokenDuration: Expression = { kind: "literal", value: new Duration(hour) };
/** The same of who signs up: the contract of this server (elsewhere in the language it is an hour). */
const recordTokenDuration: Expression = { kind: "literal", value: new Duration(hour / 4n) };
/** How long grants last where nothing is said. */
const grantDuration: Expression = { kind: "literal", value: new Duration(30n * 24n * hour) };
/** Sessions never end where nothing is said. */
const sessionDuration: Expression = { kind: "literal", value: undefined };

/** The durations of a user, the default in place of what is absent. */
export function durationsOfUser({ token = tokenDuration, session = sessionDuration }: Durations): Durations {
  return { grant: undefined, token, session };
}

/** The durations of an access method, the default in place of what is absent. What issues no tokens or grants has no duration for them. */
export function durationsOfAccess(access: AccessKind, durations: Durations): Durations {
  const usual = access.kind === "record" ? recordTokenDuration : tokenDuration;
  const { grant = grantDuration, token = usual, session = sessionDuration } = durations;
  if (access.kind === "jwt") return { grant: undefined, token: access.jwt.issuer === undefined ? undefined : token, session };
  return { grant: access.kind === "bearer" || access.refresh ? grant : undefined, token, session };
}
