import assert from "node:assert/strict";
import {
  applyDiagnostics,
  ConnectionUnavailableError,
  createRemoteEngines,
  Features,
  NotAllowedError,
  Surreal,
  UnsupportedEngineError,
} from "surrealdb";
import { fails, root, same, until, type Checks } from "./checks.ts";

/** Connecting, and what a connection tells of itself. */
export const connection: Checks = {
  "tells its state": async ({ url, namespace, database }) => {
    const db = new Surreal();
    assert.equal(db.status, "disconnected");
    await fails(db.ready, ConnectionUnavailableError);
    await db.connect(url, { namespace, database, authentication: root });
    await db.ready;
    assert.deepEqual([db.status, db.isConnected, db.isValid, db.session], ["connected", true, true, undefined]);
    assert.deepEqual([db.namespace, db.database], [namespace, database]);
    assert.match(db.accessToken ?? "", /^ey/);
    assert.deepEqual(db.parameters, {});
    assert.match((await db.version()).version, /^surrealdb-3\./);
    await db.health();
    await db.close();
    assert.deepEqual([db.status, db.isConnected], ["disconnected", false]);
    await fails(db.query("RETURN 1"), ConnectionUnavailableError);
  },
  "tells of what happens to it": async ({ url, namespace, database }) => {
    const db = new Surreal();
    const events: unknown[] = [];
    const forget = db.subscribe("connected", () => events.push("never"));
    forget();
    db.subscribe("connecting", () => events.push("connecting"));
    db.subscribe("connected", (version) => events.push(version.slice(0, 11)));
    db.subscribe("using", (using) => events.push(using));
    db.subscribe("auth", (tokens) => events.push(tokens === null ? "nobody" : "somebody"));
    db.subscribe("disconnected", () => events.push("disconnected"));
    await db.connect(url, { namespace, database, authentication: root });
    await db.invalidate();
    await db.closeSession();
    same(events, ["connecting", { namespace, database }, "somebody", "surrealdb-3", "nobody", "disconnected"]);
  },
  "knows what the server can": async ({ db, isWebSocket }) => {
    const ofSockets: readonly unknown[] = [Features.LiveQueries, Features.Sessions, Features.Transactions];
    for (const feature of Object.values(Features)) {
      assert.equal(db.isFeatureSupported(feature), isWebSocket || !ofSockets.includes(feature), feature.name);
    }
  },
  "asks a function for who connects": async ({ connect }) => {
    let asked = 0;
    const authentication = () => {
      asked += 1;
      return root;
    };
    const db = await connect({ authentication });
    same(await db.query("RETURN $auth"), [undefined]);
    assert.equal(asked, 1);
    const again = await connect({ authentication: db.accessToken ?? "" });
    same(await again.query("RETURN 1"), [1]);
  },
  "is refused with a wrong password or token": async ({ connect }) => {
    const wrong = await fails(connect({ authentication: { ...root, password: "wrong" } }), NotAllowedError);
    assert.equal(wrong.isInvalidAuth, true);
    await fails(connect({ authentication: "ey.no.token" }), NotAllowedError, /problem with authentication/);
  },
  "is told what it asks for when nobody signed in": async ({ connect }) => {
    const db = await connect();
    await fails(db.query("RETURN 1"), Error, /nonymous access not allowed|403/);
  },
  "runs behind an engine that is watched": async ({ connect }) => {
    const seen: string[] = [];
    const engines = applyDiagnostics(createRemoteEngines(), ({ type, phase }) => seen.push(`${type} ${phase}`));
    const db = await connect({ authentication: root }, { engines });
    same(await db.query("RETURN 1"), [1]);
    await until("the query's end", () => seen.includes("query after"));
    for (const each of ["open after", "signin after", "query before"]) assert.ok(seen.includes(each), `${each} in ${seen.join()}`);
  },
  "knows its own schemes alone": async () => {
    await fails(new Surreal().connect("gopher://127.0.0.1"), UnsupportedEngineError);
  },
};
