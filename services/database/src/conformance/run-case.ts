import { QueryError } from "../errors.ts";
import type { Databases } from "../session/port.ts";
import { printValue } from "../values/print.ts";
import type { ConformanceCase, Expected } from "./cases.ts";

/** Where each case runs, and the namespace that some make; what a case made there is taken away after it. */
const place = "test";
const other = "other";

/** One statement that gave something else than it must. */
export interface Difference {
  /** The number of the statement, from 1; 0 for the whole text. */
  readonly statement: number;
  readonly expected: string;
  readonly given: string;
}

/** Runs a case in a database of its own; an empty list when all is as it must be. */
export async function differencesOf(databases: Databases, { text, expected }: ConformanceCase): Promise<readonly Difference[]> {
  const given = await resultsOf(databases, text);
  const count = Math.max(given.length, expected.length);
  const differences: Difference[] = [];
  for (let index = 0; index < count; index++) {
    const wanted = expected[index];
    const got = given[index];
    if (wanted !== undefined && got !== undefined && ("any" in wanted || same(wanted, got))) continue;
    differences.push({ statement: index + 1, expected: show(wanted), given: show(got) });
  }
  return differences;
}

function same(wanted: Expected, got: Expected): boolean {
  return show(wanted) === show(got);
}

function show(result: Expected | undefined): string {
  if (result === undefined) return "no result";
  // Of a moment, another one in each run.
  if ("value" in result) return `--> ${result.value.replaceAll(/versionstamp: \d+/gu, "versionstamp: 0")}`;
  if ("error" in result) return `--! ${result.error}`;
  return "refusal" in result ? `--!! ${result.refusal}` : "--?";
}

/** What the statements of a text give in a database of their own. */
export async function resultsOf(databases: Databases, text: string): Promise<readonly Expected[]> {
  const session = databases.openSession({ ip: undefined, origin: undefined });
  try {
    await session.use(place, place);
    const results = await session.query(text, undefined);
    return results.map((result) => ("error" in result ? { error: result.error.message } : { value: printValue(result.result) }));
  } catch (error) {
    if (error instanceof QueryError) return [{ refusal: error.message.split("\n", 1)[0] ?? "" }];
    return [{ error: `fault: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}` }];
  } finally {
    await session.reset();
    // Each removal is a transaction, and takes as long as many a case.
    for (const namespace of text.includes(other) ? [place, other] : [place])
      await session.query(`REMOVE NAMESPACE IF EXISTS ${namespace}`, undefined).catch(() => undefined);
    await session.close();
  }
}
