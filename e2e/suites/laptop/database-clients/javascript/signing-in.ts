import assert from "node:assert/strict";
import { NotAllowedError, RecordId, ServerError, Table, type Tokens } from "surrealdb";
import { fails, root, same, until, type Checks, type World } from "./checks.ts";

const schema = `
  DEFINE TABLE OVERWRITE user PERMISSIONS FOR select, update WHERE id = $auth.id;
  DEFINE INDEX OVERWRITE email ON user FIELDS email UNIQUE;
  DEFINE TABLE OVERWRITE note PERMISSIONS FOR select, create WHERE owner = $auth.id;
  DEFINE ACCESS OVERWRITE account ON DATABASE TYPE RECORD
    SIGNUP (CREATE user SET email = $email, pass = crypto::argon2::generate($pass))
    SIGNIN (SELECT * FROM user WHERE email = $email AND crypto::argon2::compare(pass, $pass))
    WITH REFRESH DURATION FOR TOKEN 1h, FOR SESSION 1d;
  DEFINE ACCESS OVERWRITE brief ON DATABASE TYPE RECORD
    SIGNUP (CREATE user SET email = $email) WITH REFRESH DURATION FOR TOKEN 2s, FOR SESSION 1d;
  DEFINE ACCESS OVERWRITE robot ON DATABASE TYPE BEARER FOR USER;
  DEFINE USER OVERWRITE viewer ON DATABASE PASSWORD 'viewer' ROLES VIEWER;
  DEFINE USER OVERWRITE editor ON NAMESPACE PASSWORD 'editor' ROLES EDITOR;
`;

let made = 0;
/** An account that nobody has yet. */
async function account(world: World): Promise<{ access: string; variables: { email: string; pass: string } }> {
  if (made === 0) await world.db.query(schema);
  made += 1;
  return { access: "account", variables: { email: `${made}@example.com`, pass: "correct horse" } };
}

/** Who one is, and what of it the client keeps. */
export const signingIn: Checks = {
  "sign up, in again by each way, and out": async (world) => {
    const theirs = await account(world);
    const db = await world.connect();
    const heard: (Tokens | null)[] = [];
    db.subscribe("auth", (tokens) => heard.push(tokens));
    const first = await db.signup(theirs);
    assert.match(first.access, /^ey/);
    assert.equal(db.accessToken, first.access);
    const me = await db.auth<{ email: string }>();
    assert.equal(me?.email, theirs.variables.email);
    assert.deepEqual((await db.auth<{ email: string }>().json())?.id, String(me.id));
    const frames: unknown[] = [];
    for await (const frame of db.auth<{ email: string }>().stream()) if (frame.isValue()) frames.push(frame.value?.email);
    assert.deepEqual(frames, [theirs.variables.email]);
    assert.match(db.auth().compile().query, /\$auth/);
    await db.create(new Table("note")).content({ owner: me.id, text: "mine" });
    await world.db.create(new Table("note")).content({ owner: new RecordId("user", "other"), text: "theirs" });
    same(await db.query("SELECT VALUE text FROM note"), [["mine"]]);

    await db.invalidate();
    assert.equal(db.accessToken, undefined);
    await fails(db.query("SELECT * FROM note"), Error, /nonymous access not allowed|403/);
    const second = await db.signin(theirs);
    same((await db.auth())?.id, me.id);
    const other = await world.connect();
    await other.authenticate(second.access);
    same((await other.auth())?.id, me.id);
    assert.deepEqual(
      heard.map((tokens) => tokens?.access),
      [first.access, undefined, second.access],
    );
  },
  "refresh once with each refresh token": async (world) => {
    const db = await world.connect();
    const first = await db.signup(await account(world));
    assert.match(first.refresh ?? "", /^surreal-refresh-/);
    const me = await db.auth();
    const other = await world.connect();
    const second = await other.authenticate(first);
    assert.notEqual(second.refresh, first.refresh);
    same((await other.auth())?.id, me?.id);
    await fails((await world.connect()).authenticate(first), ServerError);
  },
  "stay signed in when the token ends, by the refresh token": async (world) => {
    const { variables } = await account(world);
    const db = await world.connect({ expiryMargin: 1 });
    const tokens: string[] = [];
    db.subscribe("auth", (given) => void (given && tokens.push(given.access)));
    await db.signup({ access: "brief", variables });
    await until("a second token", () => tokens.length > 1);
    assert.notEqual(tokens[0], tokens[1]);
    same(await db.query("SELECT VALUE email FROM ONLY $auth"), [variables.email]);
  },
  "are refused with a wrong password, a token that was altered, and a taken name": async (world) => {
    const theirs = await account(world);
    const db = await world.connect();
    const { access } = await db.signup(theirs);
    await fails(
      db.signin({ ...theirs, variables: { ...theirs.variables, pass: "wrong" } }),
      ServerError,
      /^No record was returned$/,
    );
    await fails(db.signup(theirs), ServerError, /^The record access signup query failed$/);
    const wrong = await fails(db.authenticate(`${access.slice(0, -4)}AAAA`), NotAllowedError);
    assert.equal(wrong.isInvalidAuth, true);
    await fails(db.signin({ access: "nowhere", variables: {} }), ServerError, /access method does not exist/);
  },
  "sign in users of each level": async (world) => {
    const { namespace, database } = world;
    await account(world);
    const db = await world.connect();
    await db.signin(root);
    await db.query("INFO FOR ROOT");
    await db.signin({ namespace, username: "editor", password: "editor" });
    await db.query("DEFINE TABLE OVERWRITE edited");
    await fails(db.query("INFO FOR ROOT"), ServerError, /Not enough permissions/);
    await db.signin({ namespace, database, username: "viewer", password: "viewer" });
    await db.query("SELECT * FROM edited");
    same(await db.query("CREATE edited"), [[]]);
    await fails(db.query("DEFINE TABLE viewed"), ServerError, /Not enough permissions/);
    const wrong = await fails(db.signin({ namespace, database, username: "viewer", password: "x" }), NotAllowedError);
    assert.equal(wrong.isInvalidAuth, true);
  },
  "sign in by a bearer key": async (world) => {
    await account(world);
    const [grant] = await world.db.query<[{ grant: { key: string } }]>("ACCESS robot ON DATABASE GRANT FOR USER viewer");
    const db = await world.connect();
    const { namespace, database } = world;
    await db.signin({ namespace, database, access: "robot", key: grant.grant.key });
    await db.query("SELECT * FROM note");
    await fails(db.query("DEFINE TABLE viewed"), ServerError, /Not enough permissions/);
  },
};
