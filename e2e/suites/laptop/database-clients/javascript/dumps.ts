import assert from "node:assert/strict";
import { Decimal, RecordId } from "surrealdb";
import { fails, root, same, type Checks } from "./checks.ts";

const filled = `
  DEFINE TABLE OVERWRITE tea; DEFINE FIELD OVERWRITE price ON tea TYPE decimal;
  DEFINE FUNCTION OVERWRITE fn::half($x: number) { RETURN $x / 2 };
  UPSERT tea:green SET price = 3.5dec; UPSERT cup:one;
`;

/** Exporting and importing one database. */
export const dumps: Checks = {
  "go from one database to another": async ({ db, connect, namespace }) => {
    await db.query(filled);
    const text = await db.export();
    assert.match(text, /^OPTION IMPORT;$/m);
    const stream = await db.export({ records: true }).raw();
    assert.equal(await stream.text(), text);
    for (const [n, given] of [text, new Blob([text]), new Blob([text]).stream()].entries()) {
      const copy = await connect({ authentication: root, database: `copy_${n}` });
      await copy.query(`DEFINE DATABASE OVERWRITE copy_${n}`);
      await copy.import(given);
      same(await copy.query("SELECT * FROM tea; RETURN fn::half(5)"), [
        [{ id: new RecordId("tea", "green"), price: new Decimal("3.5") }],
        2,
      ]);
      assert.equal(copy.namespace, namespace);
    }
  },
  "leave out what is not asked for": async ({ db }) => {
    await db.query(filled);
    const some = await db.export({ tables: ["cup"], functions: false });
    assert.deepEqual([some.includes("cup"), some.includes("tea"), some.includes("fn::half")], [true, false, false]);
    const empty = await db.export({
      records: false,
      users: false,
      accesses: false,
      params: false,
      sequences: false,
      versions: false,
    });
    assert.deepEqual([empty.includes("DEFINE TABLE tea"), empty.includes("tea:green")], [true, false]);
    assert.equal((await db.export({ tables: false })).includes("TABLE"), false);
  },
  "are refused to who may not read all": async ({ db, connect }) => {
    await db.query("DEFINE ACCESS OVERWRITE anyone ON DATABASE TYPE RECORD SIGNUP (CREATE visitor)");
    const visitor = await connect();
    await visitor.signup({ access: "anyone", variables: {} });
    await fails(visitor.export(), Error, /403|401|permission|Forbidden/i);
    const forged = "OPTION IMPORT; CREATE tea:black;";
    await fails(visitor.import(forged), Error, /Not enough permissions/);
    same(await db.query("SELECT * FROM tea:black"), [[]]);
  },
};
