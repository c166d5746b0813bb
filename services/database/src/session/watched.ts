import { isOff, secondsSince, type Telemetry } from "@loci/platform/telemetry";
import { QueryError } from "../errors.ts";
import type { Program, Statement } from "../language/surrealql/index.ts";
import type { StatementResult } from "./state.ts";

/** Parses a text and runs it. */
export interface Query {
  readonly parse: () => Promise<Program>;
  readonly run: (program: Program) => Promise<readonly StatementResult[]>;
}

/** Runs texts, each with a span, and its statements measured by their kind; never with what they say. */
export function watchedQueries(telemetry: Telemetry): (query: Query) => Promise<readonly StatementResult[]> {
  if (isOff(telemetry)) return async ({ parse, run }) => run(await parse());
  const { meter, tracing } = telemetry;
  const observe = (statement: string, outcome: string, seconds: number): void =>
    meter.observe("loci_surrealql_statement_seconds", { statement, outcome }, seconds);
  return ({ parse, run }) =>
    tracing.span({ name: "surrealql", kind: "internal", attributes: { "db.system.name": "loci" } }, async (span) => {
      const began = performance.now();
      try {
        const { statements } = await parse();
        const results = await run({ statements });
        for (const [i, result] of results.entries()) observe(kindOf(statements[i]), outcomeOf(result), result.time / 1_000);
        const failed = results.find((result) => "error" in result);
        span.set({ "db.operation.name": kindOf(statements[0]), "db.operation.batch.size": statements.length });
        if (failed !== undefined) span.fail(outcomeOf(failed));
        return results;
      } catch (thrown) {
        observe("text", thrown instanceof QueryError ? nameOf(thrown) : "fault", secondsSince(began));
        throw thrown;
      }
    });
}

/** Of a statement in parentheses, which is an expression, what is in them. */
function kindOf(statement: Statement | undefined): string {
  if (statement === undefined) return "none";
  if (statement.statement !== "expression" || statement.expression.kind !== "statement") return statement.statement;
  return kindOf(statement.expression.statement);
}

function outcomeOf(result: StatementResult): string {
  return "error" in result ? nameOf(result.error) : "ok";
}

function nameOf({ reason, kind }: QueryError): string {
  return reason ?? kind.toLowerCase();
}
