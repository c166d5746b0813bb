import assert from "node:assert/strict";
import { NotFoundError, RecordId, SurrealSession, UnsupportedFeatureError } from "surrealdb";
import { fails, root, same, type Checks } from "./checks.ts";

/** What a connection and its further sessions keep, each for itself. */
export const sessions: Checks = {
  "choose a namespace and a database": async ({ connect, namespace, database }) => {
    const db = await connect({ authentication: root });
    same(await db.use({ database: "elsewhere" }), { namespace, database: "elsewhere" });
    // Over HTTP both are headers, which make no database.
    await db.query("DEFINE DATABASE IF NOT EXISTS elsewhere");
    same(await db.query("RETURN session::db()"), ["elsewhere"]);
    same(await db.use({ database: null }), { namespace, database: undefined });
    assert.equal(db.database, undefined);
    same(await db.use({ namespace: null, database: null }), { namespace: undefined, database: undefined });
    same(await db.use({ namespace, database }), { namespace, database });
    same(await db.use(), { namespace, database });
    same(await db.query("RETURN [session::ns(), session::db()]"), [[namespace, database]]);
  },
  "begin anew": async ({ connect }) => {
    const db = await connect({ authentication: root });
    await db.set("kept", 1);
    await db.reset();
    assert.deepEqual([db.namespace, db.database, db.accessToken, db.parameters], [undefined, undefined, undefined, {}]);
    await fails(db.query("RETURN $kept"), Error, /nonymous access not allowed|403/);
  },
  "are several on one socket": async ({ connect, isWebSocket, namespace, database }) => {
    const db = await connect({ authentication: root });
    if (!isWebSocket) {
      for (const asked of [db.sessions(), db.newSession(), db.forkSession()]) await fails(asked, UnsupportedFeatureError);
      return;
    }
    await db.set("whose", "first");
    const fresh = await db.newSession();
    const events: unknown[] = [];
    fresh.subscribe("using", (using) => events.push(using));
    await fails(fresh.query("RETURN 1"), Error, /nonymous access not allowed/);
    await fresh.signin(root);
    await fresh.use({ namespace, database });
    same(await fresh.query("RETURN $whose"), [undefined]);
    same(events, [{ namespace, database }]);

    const forked = await db.forkSession();
    assert.deepEqual([forked.namespace, forked.parameters, forked.isValid], [namespace, { whose: "first" }, true]);
    await forked.set("whose", "forked");
    same(await Promise.all([db.query("RETURN $whose"), forked.query("RETURN $whose")]), [["first"], ["forked"]]);
    same(await forked.create(new RecordId("of_session", 1)).output("none"), undefined);
    same(await SurrealSession.of(db, forked.session).query("RETURN $whose"), ["forked"]);

    const ids = (await db.sessions()).map(String).sort();
    assert.deepEqual(ids, [String(fresh.session), String(forked.session)].sort());
    await forked.closeSession();
    await fresh[Symbol.asyncDispose]();
    assert.deepEqual([forked.isValid, await db.sessions()], [false, []]);
    await fails(forked.query("RETURN 1"), NotFoundError, /^Session not found: /);
    same(await db.query("RETURN $whose"), ["first"]);
  },
};
