import type { Statement } from "../tree/index.ts";
import { printAccess } from "./access.ts";
import { printAlter } from "./alter.ts";
import { printBlock, printIf } from "./block.ts";
import { printDefine } from "./define.ts";
import { printBare, printExpression } from "./expression.ts";
import { clause, list, words } from "./join.ts";
import { printKind } from "./kind.ts";
import { printInfo, printLive, printRebuild, printRemove, printShow } from "./manage.ts";
import { leadingName, parameterName } from "./names.ts";
import { printExplain, printSelect } from "./select.ts";
import { printCreate, printDelete, printInsert, printRelate, printUpdate } from "./write.ts";

/** A statement in its canonical text, without the semicolon. */
export function printStatement(statement: Statement): string {
  switch (statement.statement) {
    case "expression":
      return printBare(statement.expression);
    case "begin":
    case "commit":
    case "cancel":
      return `${statement.statement.toUpperCase()} TRANSACTION`;
    case "break":
    case "continue":
      return statement.statement.toUpperCase();
    case "use":
      if (statement.namespace === undefined && statement.database === undefined) return "USE DEFAULT";
      return words("USE", clause("NS", statement.namespace, leadingName), clause("DB", statement.database, leadingName));
    case "let":
      return `LET ${parameterName(statement.name)}${statement.type === undefined ? "" : `: ${printKind(statement.type)}`} = ${printExpression(statement.value)}`;
    case "return":
      return words(
        `RETURN ${printExpression(statement.value)}`,
        statement.fetch.length > 0 && `FETCH ${list(statement.fetch, printExpression)}`,
      );
    case "throw":
      return `THROW ${printExpression(statement.error)}`;
    case "sleep":
      return `SLEEP ${printExpression(statement.duration)}`;
    case "option":
      return `OPTION ${statement.name}${statement.on ? "" : " = FALSE"}`;
    case "if":
      return printIf(statement);
    case "for":
      return `FOR ${parameterName(statement.name)} IN ${printExpression(statement.over)} ${printBlock(statement.body.statements)}`;
    case "select":
      return printSelect(statement);
    case "create":
      return printCreate(statement);
    case "insert":
      return printInsert(statement);
    case "update":
    case "upsert":
      return printUpdate(statement);
    case "delete":
      return printDelete(statement);
    case "relate":
      return printRelate(statement);
    case "define":
      return printDefine(statement);
    case "alter":
      return printAlter(statement);
    case "remove":
      return printRemove(statement);
    case "rebuild":
      return printRebuild(statement);
    case "info":
      return printInfo(statement);
    case "live":
      return printLive(statement);
    case "kill":
      return `KILL ${printExpression(statement.id)}`;
    case "show":
      return printShow(statement);
    case "access":
      return printAccess(statement);
    case "explain":
      return `${printExplain(statement.explain)} ${printStatement(statement.of)}`;
  }
}
