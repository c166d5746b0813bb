export { printDefinition, printStored } from "./definition.ts";
export { printClosureValue, printExpression } from "./expression.ts";
export { printIdiom } from "./idiom.ts";
export { printKind } from "./kind.ts";
export { printStatement } from "./statement.ts";
