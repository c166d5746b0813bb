import type { AccessStatement } from "../tree/index.ts";
import { printExpression } from "./expression.ts";
import { clause, words } from "./join.ts";
import { printLevel } from "./manage.ts";
import { innerName } from "./names.ts";

export function printAccess({ name, on, action }: AccessStatement): string {
  return words("ACCESS", innerName(name), clause("ON", on, printLevel), printAction(action));
}

function printAction(action: AccessStatement["action"]): string {
  switch (action.do) {
    case "grant":
      return `GRANT FOR ${"user" in action.to ? `USER ${innerName(action.to.user)}` : `RECORD ${printExpression(action.to.record)}`}`;
    case "show":
    case "revoke":
      return `${action.do.toUpperCase()} ${printWhich(action.which)}`;
    case "purge":
      return words(
        "PURGE",
        [action.expired && "EXPIRED", action.revoked && "REVOKED"].filter((which) => which !== false).join(", "),
        clause("FOR", action.grace, printExpression),
      );
  }
}

function printWhich(which: Extract<AccessStatement["action"], { do: "show" | "revoke" }>["which"]): string {
  if ("all" in which) return "ALL";
  return "grant" in which ? `GRANT ${innerName(which.grant)}` : `WHERE ${printExpression(which.where)}`;
}
