import { printString } from "../../../values/print-text.ts";
import type { ApiSettings, Config, Define, Filter, Shown } from "../tree/index.ts";
import { printBlock } from "./block.ts";
import { comment } from "./define.ts";
import { printDefinedName } from "./defined-name.ts";
import { printExpression, printParameters } from "./expression.ts";
import { clause, list, words } from "./join.ts";
import { printKind } from "./kind.ts";
import { functionPath, innerName } from "./names.ts";
import { printPermission } from "./permissions.ts";

type Of<What extends Define["what"]> = Extract<Define, { what: What }>;

export function printEvent(event: Of<"event">): string {
  return words(
    printDefinedName("event", event.name),
    "ON",
    printDefinedName("table", event.table),
    event.async && printAsync(event.async),
    `WHEN ${printExpression(event.when)}`,
    `THEN ${list(event.then, printExpression)}`,
    comment(event),
  );
}

export function printAsync({ retry, maxDepth }: NonNullable<Of<"event">["async"]>): string {
  return `ASYNC RETRY ${retry} MAXDEPTH ${maxDepth}`;
}

export function printFunction(define: Of<"function">): string {
  const returns = define.returns && `-> ${printKind(define.returns)}`;
  const head = `${printDefinedName("function", define.name)}(${printParameters(define.parameters)})`;
  return words(head, returns, printBlock(define.body.statements), comment(define), printPermission(define.permissions));
}

export function printAnalyzer(analyzer: Of<"analyzer">): string {
  return words(
    printDefinedName("analyzer", analyzer.name),
    clause("FUNCTION", analyzer.function, functionPath),
    analyzer.tokenizers.length > 0 && `TOKENIZERS ${list(analyzer.tokenizers, (tokenizer) => tokenizer.toUpperCase(), ",")}`,
    analyzer.filters.length > 0 && `FILTERS ${list(analyzer.filters, printFilter)}`,
    comment(analyzer),
  );
}

function printFilter(filter: Filter): string {
  const name = filter.filter.toUpperCase();
  switch (filter.filter) {
    case "edgengram":
    case "ngram":
      return `${name}(${filter.min},${filter.max})`;
    case "snowball":
      return `${name}(${filter.language.toUpperCase()})`;
    case "mapper":
      return `${name}(${printString(filter.path)})`;
    default:
      return name;
  }
}

export function printSequence(sequence: Of<"sequence">): string {
  return words(
    printDefinedName("sequence", sequence.name),
    `BATCH ${printExpression(sequence.batch)}`,
    `START ${printExpression(sequence.start)}`,
    clause("TIMEOUT", sequence.timeout, printExpression),
  );
}

/** What follows DEFINE CONFIG, and what INFO shows. The space before DEFAULT is one too many: users' tests compare the text. */
export function printConfig(config: Config): string {
  switch (config.of) {
    case "graphql":
      return words(
        `GRAPHQL TABLES ${printShown(config.tables)} FUNCTIONS ${printShown(config.functions)}`,
        clause("DEPTH", config.depth, String),
        clause("COMPLEXITY", config.complexity, String),
        !config.introspection && "INTROSPECTION NONE",
      );
    case "api":
      return words("API", printApiSettings(config));
    case "default": {
      const of = (name: typeof config.namespace): string => (name === undefined ? "NONE" : printDefinedName("config", name));
      return ` DEFAULT NAMESPACE ${of(config.namespace)} DATABASE ${of(config.database)}`;
    }
  }
}

function printShown(shown: Shown): string {
  if (typeof shown === "string") return shown.toUpperCase();
  return "include" in shown ? `INCLUDE ${list(shown.include, innerName)}` : `EXCLUDE ${list(shown.exclude, innerName)}`;
}

function printApiSettings({ middleware, permissions }: ApiSettings): string {
  return words(middleware.length > 0 && `MIDDLEWARE ${list(middleware, printExpression)}`, printPermission(permissions));
}

export function printApi(api: Of<"api">): string {
  return words(
    printDefinedName("api", api.name),
    "FOR any",
    printApiSettings(api.fallback),
    clause("THEN", api.fallback.action, printExpression),
    ...api.actions.map((action) =>
      words(`FOR ${action.methods.join(", ")}`, printApiSettings(action), `THEN ${printExpression(action.action)}`),
    ),
    comment(api),
  );
}
