import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { parseProgram } from "../../language/surrealql/parse/index.ts";
import { openStore } from "../../store/open.ts";
import type { Store } from "../../store/port.ts";
import { printValue } from "../../values/print.ts";
import { Datetime } from "../../values/value.ts";
import { runProgram, type StatementResult } from "../run.ts";
import type { Identity, Session } from "../scope.ts";
import { parseDefinition } from "./parse-definition.ts";

/** A sentence, a program, and what its statements give: values as they print, failures with their kind before their text. */
export type ProgramCase = readonly [sentence: string, program: string, results: readonly string[]];

let store: Store;
let databases = 0;

/** Tests each program in an empty database of its own, all of a file on one PGlite in memory. */
export function programs(title: string, cases: readonly ProgramCase[]): void {
  describe(title, () => {
    it.each(cases)("%s", async (_sentence, program, results) => {
      expect(await resultsOf(store, program, `t${++databases}`)).toEqual(results);
    });
  });
}

beforeAll(async () => {
  store = await openStore(await openPglite({ folder: undefined }), { parseDefinition });
});
afterAll(() => store.close());

const owner: Identity = { kind: "system", level: "root", role: "owner" };

async function resultsOf(store: Store, program: string, database: string): Promise<readonly string[]> {
  const session: Session = {
    namespace: undefined,
    database: undefined,
    variables: new Map(),
    identity: owner,
    facts: { id: undefined, ac: undefined, rd: undefined, ip: undefined, origin: undefined, token: undefined },
    protectedValues: new Map(),
  };
  let chance = 0;
  const outside = {
    now: () => new Datetime(1_700_000_000_000_000_000n),
    randomBytes: (size: number) => new Uint8Array(size).map(() => (chance = (chance * 131 + 7) % 251)),
  };
  await runProgram(parseProgram(`USE NS test DB ${database}`), { store, session, outside });
  return (await runProgram(parseProgram(program), { store, session, outside })).map(shown);
}

function shown(result: StatementResult): string {
  return "error" in result ? `${result.error.kind}: ${result.error.message}` : printValue(result.result);
}
