import assert from "node:assert/strict";
import {
  AlreadyExistsError,
  DateTime,
  Duration,
  HttpConnectionError,
  NotAllowedError,
  NotFoundError,
  QueryError,
  RecordId,
  ServerError,
  Table,
  ThrownError,
  ValidationError,
} from "surrealdb";
import { fails, same, type Checks } from "./checks.ts";

const one = new RecordId("failed", 1);

/** Failures as classes and properties of the client. What is not there fails as well, with a text that names it. */
export const failures: Checks = {
  "tell what they are about": async ({ db }) => {
    await db.query("DEFINE TABLE failed");
    const missing = await fails(db.select(new Table("nowhere")), NotFoundError, /^The table 'nowhere' does not exist$/);
    assert.equal(missing.tableName, "nowhere");
    const twice = await fails(db.query("CREATE failed:1; CREATE failed:1"), AlreadyExistsError);
    assert.equal(twice.recordId, "failed:1");
    const unread = await fails(db.query("SELECT FROM"), ValidationError, /^Parse error: /);
    assert.equal(unread.isParseError, true);
    const late = await fails(db.query("SELECT * FROM failed WHERE { SLEEP 60ms; RETURN true } TIMEOUT 20ms"), QueryError);
    assert.deepEqual([late.isTimedOut, late.timeout], [true, { secs: 0, nanos: 20_000_000 }]);
    await fails(db.query("THROW { code: 5 }"), ThrownError, /^An error occurred: \{ code: 5 \}$/);
    const cancelled = await fails(db.query("BEGIN; CREATE failed:2; CANCEL"), QueryError);
    assert.equal(cancelled.isCancelled, true);
    const protectedName = await fails(db.query("LET $auth = 1"), ValidationError);
    assert.equal(protectedName.parameterName, "auth");
    const [, first, second] = await db.query("BEGIN; CREATE failed:3; THROW 'no'; COMMIT").responses();
    assert.ok(first?.success === false && first.error instanceof QueryError && first.error.isNotExecuted);
    assert.ok(second?.success === false && second.error instanceof ThrownError);
  },
  "leave the connection as it was": async ({ db }) => {
    await fails(db.query("RETURN 1 + 'a'"), ServerError, /Cannot perform addition/);
    same(await db.query("RETURN 1"), [1]);
  },
  "come of what the client writes wrongly": async ({ db }) => {
    // It writes the word TIMEOUT twice.
    const minute = new Duration("1m");
    const timed = [db.create(one), db.insert(one.table, {}), db.update(one), db.upsert(one), db.delete(one), db.select(one)];
    for (const each of [...timed, db.relate(one, one.table, one)]) {
      const error = await fails(each.timeout(minute), ValidationError, /Unexpected token `a number`/);
      assert.equal(error.isParseError, true);
    }
    // The language has no VERSION in these.
    const moment = new DateTime();
    for (const each of [db.delete(one), db.relate(one, one.table, one)])
      await fails(each.version(moment), ValidationError, /Unexpected token `VERSION`/);
  },
  "come of what is left out here": async ({ db }) => {
    await fails(db.exportModel("model", "1.0.0"), HttpConnectionError);
    const response = await db
      .exportModel("model", "1.0.0")
      .raw()
      .catch((error: unknown) => error);
    assert.ok(response instanceof HttpConnectionError && response.status === 404);
    await fails(db.run("ml::model", "1.0.0", [1]), ValidationError, /Parse error/);
  },
  "come of versions of the past, as only the last is kept": async ({ db }) => {
    const moment = new DateTime();
    same(await db.create(new RecordId("failed", "v")).version(moment), { id: new RecordId("failed", "v") });
    same(await db.insert(new Table("failed"), { id: "w" }).version(moment), [{ id: new RecordId("failed", "w") }]);
    await fails(db.select(new RecordId("failed", "v")).version(moment), NotAllowedError, /^VERSION of a moment in the past /);
    const later = new DateTime(new Date(Date.now() + 60_000));
    same(await db.select(new RecordId("failed", "v")).version(later), { id: new RecordId("failed", "v") });
  },
};
