import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { Store } from "../store/port.ts";
import { printValue } from "../values/print.ts";
import { openDatabases } from "./open.ts";
import { openStore } from "./open-store.ts";
import type { Session } from "./port.ts";

const nowhere = { ip: undefined, origin: undefined };
let store: Store;
let owner: Session;
let user: Session;

async function run(session: Session, text: string): Promise<readonly string[]> {
  const results = await session.query(text, undefined);
  return results.map((result) => ("error" in result ? result.error.message : printValue(result.result)));
}

beforeAll(async () => {
  store = await openStore(await openPglite({ folder: undefined }));
  owner = openDatabases({ store, unauthenticated: true }).openSession(nowhere);
  await owner.use("n", "d");
  await run(owner, "DEFINE ACCESS account ON DATABASE TYPE RECORD SIGNUP (CREATE user:me)");
  user = openDatabases({ store }).openSession(nowhere);
  await user.signup(
    new Map([
      ["ns", "n"],
      ["db", "d"],
      ["ac", "account"],
    ]),
  );
});
afterAll(() => store.close());

it("may make a record of which its fields make what may be made", async () => {
  await run(
    owner,
    `DEFINE TABLE filled PERMISSIONS FOR create WHERE n = 5, FOR select FULL; DEFINE FIELD n ON filled DEFAULT 5;
     DEFINE TABLE forced PERMISSIONS FOR create WHERE n = 5, FOR select FULL; DEFINE FIELD n ON forced VALUE 6;
     DEFINE TABLE closed PERMISSIONS NONE; DEFINE FIELD n ON closed TYPE int`,
  );
  expect(
    await run(user, "CREATE filled:1; CREATE filled:2 SET n = 4; CREATE forced:1 SET n = 5; CREATE closed:1 SET n = 'x'"),
  ).toEqual(["[{ id: filled:1, n: 5 }]", "[]", "[]", "[]"]);
});

it("changes a record only where its permission holds before and after", async () => {
  await run(
    owner,
    "DEFINE TABLE kept PERMISSIONS FOR update WHERE n = 5, FOR select FULL; CREATE kept:1 SET n = 5; CREATE kept:2 SET n = 4",
  );
  expect(await run(user, "UPDATE kept:1 SET n = 4; UPDATE kept:2 SET n = 5; UPDATE kept:1 SET m = 1")).toEqual([
    "[]",
    "[]",
    "[{ id: kept:1, m: 1, n: 5 }]",
  ]);
});

it("upserts and inserts a record that is there only where it might make one of that content", async () => {
  await run(
    owner,
    `DEFINE TABLE judged PERMISSIONS FOR create WHERE n > 5, FOR update, select FULL; CREATE judged:1 SET n = 1;
     DEFINE TABLE kept_still PERMISSIONS FOR create, select FULL; CREATE kept_still:1`,
  );
  const duplicate = (n: number): string => `INSERT INTO judged { id: 1, n: ${n} } ON DUPLICATE KEY UPDATE c = ${n}`;
  expect(
    await run(
      user,
      `UPSERT judged:1 SET a = 1; UPSERT judged:1 SET n = 9; UPSERT judged:1 SET b = 1 WHERE n = 9; ${duplicate(1)}; ${duplicate(7)};
       UPSERT kept_still:1 SET a = 1; UPSERT kept_still:2; UPSERT kept_still; CREATE kept_still:3`,
    ),
  ).toEqual([
    "[]",
    "[{ id: judged:1, n: 9 }]",
    "[{ b: 1, id: judged:1, n: 9 }]",
    "[]",
    "[{ b: 1, c: 7, id: judged:1, n: 9 }]",
    "[]",
    "[]",
    "[]",
    "[{ id: kept_still:3 }]",
  ]);
});

it("counts records that it may see, and is told nothing of a table that it may not", async () => {
  await run(
    owner,
    `DEFINE TABLE open PERMISSIONS FULL; DEFINE TABLE shut PERMISSIONS NONE; CREATE shut:1 SET x = 1;
     DEFINE TABLE some PERMISSIONS FOR select WHERE x = 1; CREATE some:1 SET x = 2`,
  );
  const asked = ["open", "some", "shut", "shut:1"].map((table) => `SELECT count() FROM ${table} GROUP ALL`);
  expect(await run(user, asked.join(";"))).toEqual(["[{ count: 0 }]", "[{ count: 0 }]", "[]", "[]"]);
  const sums = ["open", "some", "shut"].map((table) => `SELECT math::sum(x) AS s FROM ${table} GROUP ALL`);
  expect(await run(user, sums.join(";"))).toEqual(["[]", "[]", "[]"]);
  expect(await run(owner, asked.join(";"))).toEqual(["[{ count: 0 }]", "[{ count: 1 }]", "[{ count: 1 }]", "[{ count: 1 }]"]);
});

it("is shown no change feed", async () => {
  await run(owner, "DEFINE TABLE fed CHANGEFEED 1d PERMISSIONS FULL; CREATE fed:1");
  const refused = "IAM error: Not enough permissions to perform this action";
  expect(await run(user, "SHOW CHANGES FOR TABLE fed SINCE 0; SHOW CHANGES FOR DATABASE SINCE 0")).toEqual([refused, refused]);
});

it("may not hold others up, nor ask which tables there are", async () => {
  const refused = "IAM error: Not enough permissions to perform this action";
  expect(await run(user, "SLEEP 1ms")).toEqual([refused]);
  expect(await run(user, "RETURN schema::table::exists('user')")).toEqual([refused]);
});

it("calls a function whose condition holds of what it may see", async () => {
  await run(
    owner,
    `DEFINE TABLE hidden PERMISSIONS NONE; CREATE hidden:1 SET x = 1;
     DEFINE FUNCTION fn::by_hidden() { RETURN 1 } PERMISSIONS WHERE hidden:1.x = 1;
     DEFINE FUNCTION fn::by_auth() { RETURN 1 } PERMISSIONS WHERE $auth != NONE`,
  );
  const refused = "You don't have permission to run the fn::fn::by_hidden function";
  expect(await run(user, "fn::by_hidden(); fn::by_auth()")).toEqual([refused, "1"]);
  expect(await run(owner, "fn::by_hidden()")).toEqual(["1"]);
});

it("writes nothing into tables that nobody defined", async () => {
  const writes = `CREATE fresh; UPSERT fresh:1; INSERT INTO fresh { id: 1 }; INSERT IGNORE INTO fresh { id: 1 }; RELATE a:1->fresh->b:1;
    CREATE ONLY fresh`;
  expect(await run(user, writes)).toEqual(["[]", "[]", "[]", "[]", "[]", "NONE"]);
  expect(await run(owner, "RETURN (INFO FOR DB).tables.fresh")).toEqual(["NONE"]);
});

it("finds in no list and by no function of the owner's what it may not see", async () => {
  await run(
    owner,
    `DEFINE TABLE listed PERMISSIONS FOR select WHERE shown; DEFINE FIELD secret ON listed PERMISSIONS NONE;
     CREATE listed:1 SET shown = true, secret = 's'; CREATE listed:2 SET shown = false, secret = 's';
     DEFINE FUNCTION fn::told() { RETURN [secret, $this.secret, shown] }`,
  );
  expect(
    await run(
      user,
      `SELECT VALUE shown FROM [listed:1, listed:2]; SELECT * FROM [listed:1, listed:2]; SELECT VALUE id FROM [listed:2];
       SELECT secret, shown FROM [listed:1, listed:2] WHERE true; SELECT VALUE fn::told() FROM [listed:1, listed:2]; SELECT VALUE fn::told() FROM listed`,
    ),
  ).toEqual([
    "[true, NONE]",
    "[{ id: listed:1, shown: true }]",
    "[NONE]",
    "[{ secret: NONE, shown: true }, { secret: NONE, shown: NONE }]",
    "[[NONE, NONE, true], [NONE, NONE, NONE]]",
    "[[NONE, NONE, true]]",
  ]);
});

it("changes a list whose items it sees in part, and loses nothing of them", async () => {
  await run(
    owner,
    `DEFINE TABLE team PERMISSIONS FULL; DEFINE FIELD people ON team TYPE array; DEFINE FIELD people[*] ON team;
     DEFINE FIELD people[*].pay ON team PERMISSIONS FOR select NONE;
     CREATE team:1 SET people = [{ name: 'Ana', pay: 1 }, { name: 'Bo', pay: 2 }]`,
  );
  await run(user, "UPDATE team:1 SET people += { name: 'Cy' }");
  expect(await run(owner, "SELECT VALUE people FROM team:1")).toEqual([
    "[[{ name: 'Ana', pay: 1 }, { name: 'Bo', pay: 2 }, { name: 'Cy' }]]",
  ]);
  await run(user, "UPDATE team:1 SET people -= { name: 'Bo', pay: 2 }, people +?= { name: 'Cy' }");
  await run(user, "UPDATE team:1 SET people -= { name: 'Ana' }");
  expect(await run(owner, "SELECT VALUE people FROM team:1")).toEqual(["[[{ name: 'Bo', pay: 2 }, { name: 'Cy' }]]"]);
});

it("evaluates nothing for a table that it may not write at all", async () => {
  await run(
    owner,
    "DEFINE TABLE sealed PERMISSIONS FOR select FULL; CREATE sealed:1; DEFINE TABLE ajar PERMISSIONS FOR select, create, update FULL",
  );
  const broken = "SET x = 1 + 'a'";
  expect(
    await run(user, `CREATE sealed:2 ${broken}; UPDATE sealed ${broken}; UPSERT sealed:1 ${broken}; CREATE ajar:1 ${broken}`),
  ).toEqual(["[]", "[]", "[]", expect.stringContaining("Cannot")]);
});

it("is granted a refresh token by its owner, where the method has them", async () => {
  await run(owner, "DEFINE ACCESS kept ON DATABASE TYPE RECORD WITH REFRESH");
  expect(await run(owner, "ACCESS kept GRANT FOR RECORD user:me")).toEqual([expect.stringContaining("surreal-refresh-")]);
});

it("cannot take every transaction of the server", async () => {
  const own = openDatabases({ store });
  const as = async (id: string): Promise<Session> => {
    const session = own.openSession(nowhere);
    await run(owner, `DEFINE ACCESS OVERWRITE ${id} ON DATABASE TYPE RECORD SIGNUP (UPSERT user:${id})`);
    await session.signup(new Map(Object.entries({ ns: "n", db: "d", ac: id })));
    return session;
  };
  const [one, again, other] = [await as("one"), await as("one"), await as("other")];
  const open = await Promise.all([one.begin(), one.begin(), again.begin(), again.begin()]);
  await expect(one.begin()).rejects.toThrow("Who is signed in as a record may have 4 open transactions");
  await other.begin();
  await other.begin();
  await expect(other.begin()).rejects.toThrow("The server has 8 open transactions");
  await one.cancel(open[0]);
  await one.begin();
  await Promise.all([one, again, other].map((session) => session.close()));
});

it("may begin the only transaction of a server that takes one", async () => {
  const session = openDatabases({ store, limits: { transactions: 1 } }).openSession(nowhere);
  await session.signup(new Map(Object.entries({ ns: "n", db: "d", ac: "one" })));
  const open = await session.begin();
  await session.cancel(open);
  await session.close();
});
