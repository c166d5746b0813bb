import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { parseProgram } from "../../language/surrealql/parse/index.ts";
import { openStore } from "../../store/open.ts";
import type { Store } from "../../store/port.ts";
import { Datetime } from "../../values/value.ts";
import { runProgram } from "../run.ts";
import type { Session } from "../scope.ts";
import { parseDefinition } from "../testing/parse-definition.ts";

let store: Store;
beforeAll(async () => void (store = await openStore(await openPglite({ folder: undefined }), { parseDefinition })));
afterAll(() => store.close());

it("is the present where it is now, though the clock goes on while that is worked out", async () => {
  const session: Session = {
    namespace: undefined,
    database: undefined,
    variables: new Map(),
    identity: { kind: "system", level: "root", role: "owner" },
    facts: { id: undefined, ac: undefined, rd: undefined, ip: undefined, origin: undefined, token: undefined },
    protectedValues: new Map(),
  };
  let nanos = 4_000_000_000_000_000_000n;
  const outside = {
    now: () => new Datetime((nanos += 1_000_000n)),
    randomBytes: (size: number) => new Uint8Array(size),
  };
  const run = (text: string) => runProgram(parseProgram(text), { store, session, outside });
  await run("USE NS test DB test");
  await run("CREATE goat:1");
  const [now, past] = await run("SELECT VALUE id FROM goat VERSION time::now(); SELECT * FROM goat VERSION time::now() - 1m;");
  expect(now).toMatchObject({ result: [expect.anything()] });
  expect(past).toMatchObject({ error: { message: expect.stringContaining("VERSION of a moment in the past") } });
});
