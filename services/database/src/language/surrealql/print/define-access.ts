import type { Define, Durations, Jwt } from "../tree/index.ts";
import { comment } from "./define.ts";
import { printDefinedName } from "./defined-name.ts";
import { printExpression } from "./expression.ts";
import { clause, words } from "./join.ts";
import { printLevel } from "./manage.ts";

type Of<What extends Define["what"]> = Extract<Define, { what: What }>;

export function printUser(user: Of<"user">): string {
  return words(
    printDefinedName("user", user.name),
    `ON ${printLevel(user.on)}`,
    user.password === undefined
      ? `PASSHASH ${user.passhash === undefined ? "''" : printExpression(user.passhash)}`
      : `PASSWORD ${printExpression(user.password)}`,
    `ROLES ${user.roles.join(", ").toUpperCase()}`,
    printDurations(user.durations),
    comment(user),
  );
}

export function printDefinedAccess(access: Of<"access">): string {
  return words(
    printDefinedName("access", access.name),
    `ON ${printLevel(access.on)}`,
    `TYPE ${printAccessKind(access.access)}`,
    clause("AUTHENTICATE", access.authenticate, printExpression),
    printDurations(access.durations),
    comment(access),
  );
}

function printAccessKind(kind: Of<"access">["access"]): string {
  switch (kind.kind) {
    case "record":
      return words(
        "RECORD",
        clause("SIGNUP", kind.signup, printExpression),
        clause("SIGNIN", kind.signin, printExpression),
        kind.refresh && "WITH REFRESH",
        clause("WITH JWT", kind.jwt, printJwt),
      );
    case "jwt":
      return `JWT ${printJwt(kind.jwt)}`;
    case "bearer":
      return `BEARER FOR ${kind.for.toUpperCase()}`;
  }
}

function printJwt({ verify, issuer }: Jwt): string {
  const how =
    "url" in verify ? `URL ${printExpression(verify.url)}` : `ALGORITHM ${verify.algorithm} KEY ${printExpression(verify.key)}`;
  return words(
    how,
    issuer && words("WITH ISSUER", clause("ALGORITHM", algorithmOf(verify, issuer), String), `KEY ${printExpression(issuer.key)}`),
  );
}

/** The algorithm that tokens are issued with, unless it follows from the one that they are checked with. */
function algorithmOf(verify: Jwt["verify"], issuer: NonNullable<Jwt["issuer"]>): string | undefined {
  return "algorithm" in verify && verify.algorithm === issuer.algorithm ? undefined : issuer.algorithm;
}

function printDurations({ grant, token, session }: Durations): string {
  const parts = [
    clause("FOR GRANT", grant, printExpression),
    clause("FOR TOKEN", token, printExpression),
    clause("FOR SESSION", session, printExpression),
  ];
  return `DURATION ${parts.filter((part) => part !== undefined).join(", ")}`;
}
