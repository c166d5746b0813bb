import { printBare } from "../../language/surrealql/print/expression.ts";
import { printExpression, printIdiom } from "../../language/surrealql/print/index.ts";
import type { Expression, Idiom, Part, SelectedField } from "../../language/surrealql/tree/index.ts";

/** Where a selected field stands in the result: its alias, or what its expression is called. */
export function namesOfField({ expression, alias }: SelectedField): readonly string[] {
  return alias === undefined ? namesOfExpression(expression) : namesOfPath(alias);
}

/** The keys of a path; conditions, indexes, methods and selections on the way have none. */
export function namesOfPath({ start, parts }: Idiom): readonly string[] {
  const names = parts.flatMap(nameOfPart);
  return start?.kind === "param" ? [`$${start.name}`, ...names] : names;
}

function nameOfPart(part: Part): readonly string[] {
  if (part.part === "field") return [part.name];
  if (part.part !== "graph") return [];
  return part.alias === undefined ? [printIdiom({ kind: "idiom", start: undefined, parts: [part] })] : namesOfPath(part.alias);
}

function namesOfExpression(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case "idiom":
      return namesOfIdiom(expression);
    case "param":
      return [expression.name];
    case "call":
      if (expression.callee.of === "builtin") return [expression.callee.name];
      return expression.callee.of === "custom" ? [`fn::${expression.callee.name}`] : [printExpression(expression)];
    case "statement":
      return [printBare(expression)];
    case "constant": {
      const [family, ...rest] = expression.name.split("::");
      return [[family, ...rest.map((part) => part.toUpperCase())].join("::")];
    }
    default:
      return [printBare(expression)];
  }
}

function namesOfIdiom(idiom: Idiom): readonly string[] {
  // A named graph step (`->(likes AS l)->person`) names the whole.
  const named = idiom.parts.find((part) => part.part === "graph" && part.alias !== undefined);
  if (named?.part === "graph" && named.alias !== undefined) return namesOfPath(named.alias);
  if (idiom.start !== undefined && idiom.start.kind !== "param") {
    return [printIdiom({ ...idiom, parts: idiom.parts.filter((part) => part.part === "field" || part.part === "graph") })];
  }
  const names = namesOfPath(idiom);
  return names.length === 0 ? [printExpression(idiom)] : names;
}
