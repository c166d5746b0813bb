import type { AccessKind, Define, Expression, Jwt } from "../tree/index.ts";
import { printDefine, printField, printTable } from "./define.ts";
import { printConfig } from "./define-others.ts";
import { printShownPermissions } from "./permissions.ts";

/**
 * What INFO shows of a definition: nothing of how the statement ran, and no secret keys. Neither is it enough to make the definition again
 * (`printStored`).
 */
export function printDefinition(define: Define): string {
  switch (define.what) {
    case "config":
      return printConfig(define.config).trimStart();
    case "table":
      return `DEFINE TABLE ${printTable(define, printShownPermissions(define.permissions))}`;
    case "field":
      return `DEFINE FIELD ${printField(define, printShownPermissions(define.permissions))}`;
    case "access":
      return printStored({ ...define, access: withoutSecrets(define.access) });
    case "database":
      return printStored({ ...define, strict: false });
    default:
      return printStored(define);
  }
}

/**
 * What the store keeps of a definition: a statement that makes it again. As parentheses between operators of the same strength are not shown,
 * `10 - (5 - 2)` is `10 - 5 - 2` from then on; users' tests see it.
 */
export function printStored(define: Define): string {
  return printDefine(
    define.what === "index" ? { ...define, whenTaken: "error", concurrently: false } : { ...define, whenTaken: "error" },
  );
}

const redacted: Expression = { kind: "literal", value: "[REDACTED]" };

function withoutSecrets(access: AccessKind): AccessKind {
  switch (access.kind) {
    case "bearer":
      return access;
    case "jwt":
      return { ...access, jwt: withoutKeys(access.jwt) };
    case "record":
      return access.jwt === undefined ? access : { ...access, jwt: withoutKeys(access.jwt) };
  }
}

/** The key of a symmetric algorithm also signs; a public key may be shown. */
function withoutKeys({ verify, issuer }: Jwt): Jwt {
  const secret = "algorithm" in verify && verify.algorithm.startsWith("HS");
  return { verify: secret ? { ...verify, key: redacted } : verify, issuer: issuer && { algorithm: undefined, key: redacted } };
}
