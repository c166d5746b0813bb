import { generateKeyPairSync, createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { SignJWT, decodeJwt } from "jose";
import { printRaw, printValue } from "../values/print.ts";
import type { ObjectValue, Value } from "../values/value.ts";
import type { Store } from "../store/port.ts";
import { openDatabases, openStore, ensureRootUser } from "../index.ts";
import { hashPassword } from "../catalog/passwords.ts";
import type { Databases, Session } from "./port.ts";

let store: Store;
let databases: Databases;
let later = 0;
const asked: string[] = [];
const clock = (): number => Date.now() + later;
const minute = 60_000;

const nowhere = { ip: undefined, origin: undefined };
const object = (given: Readonly<Record<string, Value>>): ObjectValue => new Map(Object.entries(given));
const run = async (session: Session, text: string): Promise<string[]> =>
  (await session.query(text, undefined)).map((result) => ("error" in result ? result.error.message : printValue(result.result)));
const open = async (database: string | undefined, namespace: string | undefined = "test"): Promise<Session> => {
  const session = databases.openSession(nowhere);
  session.place = { namespace, database };
  return session;
};
const signedIn = async (credentials: Readonly<Record<string, Value>>): Promise<Session> => {
  const session = databases.openSession(nowhere);
  await session.signin(object(credentials));
  return session;
};
const owner = async (database: string): Promise<Session> => {
  const session = await signedIn({ user: "root", pass: "secret" });
  await session.use("test", database);
  return session;
};
const authenticated = async (token: string): Promise<Session> => {
  const session = databases.openSession(nowhere);
  await session.authenticate(token);
  return session;
};
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "let in",
    (error: unknown) => messageOf(error),
  );

beforeAll(async () => {
  store = await openStore(await openPglite({ folder: undefined }));
  await ensureRootUser(store, { name: "root", passhash: await hashPassword("secret") });
  const fetchFrom =
    (url: string): typeof fetch =>
    async () => {
      asked.push(url);
      return new Response(JSON.stringify({ keys: [keySet] }), { headers: { "content-type": "application/json" } });
    };
  databases = openDatabases({ store, clock, fetchFrom });
});
afterAll(() => store.close());

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const keySet = { ...rsa.publicKey.export({ format: "jwk" }), kid: "one", alg: "RS256", use: "sig" };
const pem = (key: typeof rsa.publicKey): string => String(key.export({ type: "spki", format: "pem" }));

const accounts = `DEFINE TABLE user PERMISSIONS FOR select WHERE id = $auth.id, FOR update WHERE id = $auth.id;
  DEFINE TABLE note PERMISSIONS FOR select, create WHERE owner = $auth.id;
  DEFINE ACCESS account ON DATABASE TYPE RECORD
    SIGNUP (CREATE type::record('user', $email) SET pass = crypto::argon2::generate($pass), seen = $auth)
    SIGNIN (SELECT * FROM user WHERE id = type::record('user', $email) AND crypto::argon2::compare(pass, $pass))`;
const ann = (database: string, more: Readonly<Record<string, Value>> = {}) =>
  object({ ns: "test", db: database, ac: "account", email: "ann", pass: "pw", ...more });

describe("a record user", () => {
  it("signs up, gets a token of 15 minutes, and sees by it what PERMISSIONS allow", async () => {
    const root = await owner("records");
    await run(root, `${accounts} DURATION FOR SESSION 1h; CREATE note:1 SET owner = user:bob`);
    const { access: token } = await databases.openSession(nowhere).signup(ann("records"));
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({ NS: "test", DB: "records", AC: "account", ID: "user:ann", iss: "Loci" });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(15 * 60);
    const session = await authenticated(token);
    expect(session.place).toEqual({ namespace: "test", database: "records" });
    const results = await run(
      session,
      "$auth; $access; $token.ID; CREATE note:2 SET owner = user:ann; SELECT VALUE id FROM note; SELECT VALUE id FROM user",
    );
    expect(results).toEqual(["user:ann", "'account'", "'user:ann'", "[{ id: note:2, owner: user:ann }]", "[note:2]", "[user:ann]"]);
    expect(
      await run(session, "CREATE other:1; DEFINE TABLE x; INFO FOR DB; OPTION IMPORT; CREATE note:9 SET owner = user:bob"),
    ).toEqual([
      "[]",
      "IAM error: Not enough permissions to perform this action",
      "IAM error: Not enough permissions to perform this action",
      "IAM error: Not enough permissions to perform this action",
      "[]",
    ]);
    expect(await run(root, "RETURN (INFO FOR DB).tables.other")).toEqual(["NONE"]);
  });

  it("signs in again, with the right password alone", async () => {
    expect(await databases.openSession(nowhere).signin(ann("records"))).toMatchObject({ refresh: undefined });
    for (const wrong of [{ pass: "x" }, { email: "nobody" }]) {
      expect(await refusal(databases.openSession(nowhere).signin(ann("records", wrong)))).toBe("No record was returned");
    }
    expect(await refusal(databases.openSession(nowhere).signup(ann("records")))).toBe("The record access signup query failed");
    expect(await refusal(databases.openSession(nowhere).signup(ann("records", { ac: "none" })))).toBe(
      "The access method does not exist",
    );
    expect(await refusal(databases.openSession(nowhere).signup(object({ ns: "test" })))).toBe(
      "There was a problem with signing up",
    );
    expect(await refusal(databases.openSession(nowhere).signin(object({ ac: "account" })))).toBe(
      "No signin target to either SC or DB or NS or KV",
    );
  });

  it("cannot say in its credentials who it is", async () => {
    await databases.openSession(nowhere).signup(ann("records", { email: "eve", auth: "user:root", token: "x" }));
    expect(await run(await owner("records"), "user:eve.seen")).toEqual(["NONE"]);
  });

  it("is refused once its token or its session has expired", async () => {
    const { access: token } = await databases.openSession(nowhere).signin(ann("records"));
    const session = await authenticated(token);
    later = 14 * minute;
    expect(await refusal(authenticated(token))).toBe("let in");
    later = 16 * minute;
    expect(await refusal(authenticated(token))).toBe("The token has expired");
    expect(await refusal(run(session, "RETURN 1"))).toBe("let in");
    later = 61 * minute;
    expect(await refusal(run(session, "RETURN 1"))).toBe("The session has expired");
    later = 0;
  });

  it("counts nowhere else", async () => {
    await run(await owner("elsewhere"), `${accounts}; CREATE note:1 SET owner = user:ann`);
    const { access: token } = await databases.openSession(nowhere).signin(ann("records"));
    const session = await authenticated(token);
    await session.use("test", "elsewhere");
    expect(await refusal(run(session, "SELECT * FROM note"))).toBe("IAM error: Not enough permissions to perform this action");
  });

  it.each<[string, (token: string) => string]>([
    ["altered", (token) => `${token.slice(0, -3)}AAA`],
    ["of another database", (token) => changed(token, { DB: "elsewhere" })],
    ["of another access method", (token) => changed(token, { AC: "other" })],
    ["of somebody else", (token) => changed(token, { ID: "user:bob" })],
    ["unsigned", (token) => `${coded({ alg: "none", typ: "JWT" })}.${token.split(".")[1]}.`],
    ["signed with what is public", (token) => hs256(token, "account")],
    ["no token", () => "a.b.c"],
    ["empty", () => ""],
  ])("is refused by a token that is %s", async (_, change) => {
    const { access: token } = await databases.openSession(nowhere).signin(ann("records"));
    expect(await refusal(authenticated(change(token)))).toBe("There was a problem with authentication");
  });

  it("goes through AUTHENTICATE at each sign-in and by each token", async () => {
    const root = await owner("authenticate");
    await run(root, `${accounts} AUTHENTICATE { IF $auth.banned { THROW 'You are banned' }; RETURN $auth }`);
    const { access: token } = await databases.openSession(nowhere).signup(ann("authenticate"));
    await run(root, "UPDATE user:ann SET banned = true");
    expect(await refusal(authenticated(token))).toBe("An error occurred: You are banned");
    expect(await refusal(databases.openSession(nowhere).signin(ann("authenticate")))).toBe("An error occurred: You are banned");
  });

  it("refreshes its tokens once each, and revokes them", async () => {
    await run(await owner("refresh"), `${accounts} WITH REFRESH`);
    const first = await databases.openSession(nowhere).signup(ann("refresh"));
    expect(first.refresh).toMatch(/^surreal-refresh-/);
    later = 20 * minute;
    const second = await databases.openSession(nowhere).refresh(first);
    expect(await run(await authenticated(second.access), "$auth")).toEqual(["user:ann"]);
    expect(await refusal(databases.openSession(nowhere).refresh(first))).toBe("There was a problem with authentication");
    const bySignin = object({ ns: "test", db: "refresh", ac: "account", refresh: second.refresh ?? "" });
    const third = await databases.openSession(nowhere).signin(bySignin);
    await databases.openSession(nowhere).revoke(third);
    expect(await refusal(databases.openSession(nowhere).refresh(third))).toBe("There was a problem with authentication");
    expect(await refusal(databases.openSession(nowhere).revoke(third))).toBe("There was a problem with authentication");
    const both = await Promise.all([1, 2].map(async () => refusal(databases.openSession(nowhere).signin(ann("refresh")))));
    expect(both).toEqual(["let in", "let in"]);
    const race = await databases.openSession(nowhere).signin(ann("refresh"));
    const raced = await Promise.all([1, 2, 3].map(async () => refusal(databases.openSession(nowhere).refresh(race))));
    expect(raced.filter((one) => one === "let in")).toHaveLength(1);
    later = 0;
  });

  it("has refresh tokens that owners see, revoke and purge as grants", async () => {
    const root = await owner("refresh-grants");
    await run(root, `${accounts} WITH REFRESH`);
    const tokens = await databases.openSession(nowhere).signup(ann("refresh-grants"));
    expect(await run(root, "ACCESS account SHOW ALL").then(String)).toMatch(
      /subject: \{ record: user:ann \}, type: 'bearer' \}\]$/u,
    );
    await run(root, "ACCESS account REVOKE ALL");
    expect(await refusal(databases.openSession(nowhere).refresh(tokens))).toBe("There was a problem with authentication");
    later = 900;
    expect(await run(root, "ACCESS account PURGE REVOKED")).toEqual(["[]"]);
    later = 1500;
    expect(await run(root, "ACCESS account PURGE REVOKED FOR 1s")).toEqual(["[]"]);
    expect(await run(root, "RETURN 1; ACCESS account PURGE REVOKED; ACCESS account SHOW ALL").then((all) => all[2])).toBe("[]");
    later = 0;
  });
});

describe("bearer keys", () => {
  it("sign in the user or record that they were granted to, until they are revoked", async () => {
    const root = await owner("bearer");
    await run(
      root,
      `CREATE user:ann; DEFINE USER bot ON DATABASE PASSWORD 'x' ROLES VIEWER;
      DEFINE ACCESS robots ON DATABASE TYPE BEARER FOR USER; DEFINE ACCESS people ON DATABASE TYPE BEARER FOR RECORD`,
    );
    const granted = async (text: string) => {
      const [result] = await root.query(text, undefined);
      if (result === undefined || "error" in result) throw result?.error ?? new Error("no result");
      const grant = (result.result as ObjectValue).get("grant") as ObjectValue;
      return { id: printRaw(grant.get("id")), key: printRaw(grant.get("key")) };
    };
    const user = await granted("ACCESS robots GRANT FOR USER bot");
    const record = await granted("ACCESS people GRANT FOR RECORD user:ann");
    const by = (ac: string, key: string) => databases.openSession(nowhere).signin(object({ ns: "test", db: "bearer", ac, key }));
    expect(await run(await authenticated((await by("robots", user.key)).access), "$auth; SELECT VALUE id FROM user")).toEqual([
      "NONE",
      "[user:ann]",
    ]);
    for (const key of [user.key.slice(0, -1), `${user.key}x`, "", "surreal-bearer-a-b", user.key.replace("bearer", "token")])
      expect(await refusal(by("robots", key))).toBe("This bearer access grant has an invalid format");
    for (const key of [record.key, user.key.replace("bearer", "refresh"), `${user.key.slice(0, -4)}0000`])
      expect(await refusal(by("robots", key))).toBe("There was a problem with authentication");
    await run(root, `ACCESS robots REVOKE GRANT ${user.id}`);
    expect(await refusal(by("robots", user.key))).toBe("There was a problem with authentication");
    expect(await run(await authenticated((await by("people", record.key)).access), "$auth; $access")).toEqual([
      "user:ann",
      "'people'",
    ]);
  });

  it("are asked for by a BEARER access method alone", async () => {
    const root = await owner("bearer-kinds");
    await run(
      root,
      `DEFINE ACCESS robots ON DATABASE TYPE BEARER FOR USER; DEFINE ACCESS others ON DATABASE TYPE JWT ALGORITHM HS512 KEY 's';
      DEFINE ACCESS people ON DATABASE TYPE RECORD SIGNIN (SELECT * FROM user WHERE key = $key); CREATE user:ann SET key = 'k'`,
    );
    const by = (ac: string, more: Record<string, string> = {}) =>
      databases.openSession(nowhere).signin(object({ ns: "test", db: "bearer-kinds", ac, ...more }));
    expect(await refusal(by("robots"))).toBe("This bearer access method requires a key to be provided");
    expect(await refusal(by("others", { key: "k" }))).toBe("The access method cannot be used in the requested operation");
    expect(decodeJwt((await by("people", { key: "k" })).access)).toMatchObject({ ID: "user:ann" });
  });

  it("have ids that statements can name: their first character is a letter", async () => {
    const root = await owner("bearer-ids");
    await run(root, "DEFINE USER bot ON DATABASE PASSWORD 'x' ROLES VIEWER; DEFINE ACCESS robots ON DATABASE TYPE BEARER FOR USER");
    const ids = await run(root, "ACCESS robots GRANT FOR USER bot; ".repeat(60)).then(String);
    const first = [...ids.matchAll(/\bid: '(.)/g)].map(([, character]) => character);
    expect(first.length).toBeGreaterThanOrEqual(60);
    expect(first.filter((character) => !/[A-Za-z]/.test(character ?? ""))).toEqual([]);
  });
});

it("tells of an access method that its key cannot sign with its algorithm", async () => {
  const root = await owner("keys");
  await run(
    root,
    "DEFINE ACCESS account ON DATABASE TYPE RECORD SIGNUP (CREATE user) WITH JWT ALGORITHM RS256 KEY 'public' WITH ISSUER KEY 'private'",
  );
  expect(await refusal(databases.openSession(nowhere).signup(ann("keys")))).toBe("InvalidKeyFormat");
});

describe("tokens of others", () => {
  const token = (alg: string, key: Parameters<SignJWT["sign"]>[0], more: Record<string, unknown> = {}) =>
    new SignJWT({ ns: "test", db: "jwt", ac: alg, ...more })
      .setProtectedHeader({ alg, kid: "one" })
      .setExpirationTime(Math.floor(clock() / 1000) + 60)
      .sign(key);
  const shared = new TextEncoder().encode("shared-secret");

  beforeAll(async () => {
    const root = await owner("jwt");
    await run(
      root,
      `DEFINE ACCESS HS512 ON DATABASE TYPE JWT ALGORITHM HS512 KEY 'shared-secret';
      DEFINE ACCESS RS256 ON DATABASE TYPE JWT ALGORITHM RS256 KEY '${pem(rsa.publicKey)}';
      DEFINE ACCESS ES256 ON DATABASE TYPE JWT ALGORITHM ES256 KEY '${pem(ec.publicKey)}';
      DEFINE ACCESS keys ON DATABASE TYPE JWT URL 'https://keys.example.com/jwks.json';
      DEFINE ACCESS checked ON DATABASE TYPE JWT ALGORITHM HS512 KEY 'shared-secret' AUTHENTICATE { IF $token.bad { THROW 'bad' } };
      DEFINE ACCESS namespaces ON NAMESPACE TYPE JWT ALGORITHM HS512 KEY 'shared-secret';
      CREATE thing:1`,
    );
  });

  it("sign in by HS512, RS256 and ES256, as viewer unless they name roles", async () => {
    for (const [alg, key] of [
      ["HS512", shared],
      ["RS256", rsa.privateKey],
      ["ES256", ec.privateKey],
    ] as const) {
      const session = await authenticated(await token(alg, key));
      expect(await run(session, "SELECT VALUE id FROM thing; CREATE thing:2; DEFINE TABLE x")).toEqual([
        "[thing:1]",
        "[]",
        "IAM error: Not enough permissions to perform this action",
      ]);
      expect(await run(await authenticated(await token(alg, key, { rl: ["Editor"] })), "UPSERT thing:9")).toEqual([
        "[{ id: thing:9 }]",
      ]);
      await run(await owner("jwt"), "DELETE thing:9");
      expect(await refusal(authenticated(await token(alg, key, { rl: ["god"] })))).toBe("There was a problem with authentication");
    }
  });

  it("are refused where the key is another's, or a public key is used as a secret", async () => {
    const other = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const forged = new SignJWT({ ns: "test", db: "jwt", ac: "RS256" }).setProtectedHeader({ alg: "HS256" });
    for (const made of [
      await token("RS256", other.privateKey),
      await token("HS512", new TextEncoder().encode("other")),
      await forged.sign(new TextEncoder().encode(pem(rsa.publicKey))),
      await token("HS512", shared, { db: "records" }),
    ]) {
      expect(await refusal(authenticated(made))).toBe("There was a problem with authentication");
    }
  });

  it("are verified by a set of keys at an address, which is read once", async () => {
    const good = async () => authenticated(await token("RS256", rsa.privateKey, { ac: "keys" }));
    expect(await run(await good(), "SELECT VALUE id FROM thing")).toEqual(["[thing:1]"]);
    await good();
    expect(asked).toEqual(["https://keys.example.com/jwks.json"]);
    expect(await refusal(token("HS512", shared, { ac: "keys" }).then(authenticated))).toBe(
      "There was a problem with authentication",
    );
    const unable = openDatabases({ store, clock }).openSession(nowhere);
    expect(await refusal(unable.authenticate(await token("RS256", rsa.privateKey, { ac: "keys" })))).toMatch(
      /reads no keys from addresses/,
    );
  });

  it("go through AUTHENTICATE, and reach as far as their level", async () => {
    expect(await refusal(token("HS512", shared, { ac: "checked", bad: true }).then(authenticated))).toBe("An error occurred: bad");
    expect(await refusal(token("HS512", shared, { ac: "checked" }).then(authenticated))).toBe("let in");
    const session = await authenticated(await token("HS512", shared, { ac: "namespaces", db: undefined, rl: ["owner"] }));
    await session.use(undefined, "jwt");
    expect(await run(session, "SELECT VALUE id FROM thing; DEFINE NAMESPACE more")).toEqual([
      "[thing:1]",
      "IAM error: Not enough permissions to perform this action",
    ]);
  });
});

describe("system users", () => {
  const denied = "IAM error: Not enough permissions to perform this action";
  beforeAll(async () => {
    const root = await owner("users");
    await run(root, "DEFINE TABLE thing; CREATE thing:1; DEFINE NAMESPACE other");
    const levels = [
      ["ROOT", "r"],
      ["NAMESPACE", "n"],
      ["DATABASE", "d"],
    ] as const;
    for (const [level, letter] of levels) {
      for (const role of ["viewer", "editor", "owner"]) {
        await run(root, `DEFINE USER ${letter}_${role} ON ${level} PASSWORD 'pw' ROLES ${role}`);
      }
    }
  });
  const as = async (letter: "r" | "n" | "d", role: string): Promise<Session> => {
    const place = { ...(letter !== "r" && { ns: "test" }), ...(letter === "d" && { db: "users" }) };
    const session = await signedIn({ ...place, user: `${letter}_${role}`, pass: "pw" });
    session.place = { namespace: "test", database: "users" };
    return session;
  };

  it.each(["r", "n", "d"] as const)("of the level %s do what their roles allow", async (letter) => {
    const reads = "SELECT VALUE id FROM thing; INFO FOR TABLE thing";
    const writes = "UPSERT thing:2; UPDATE thing:2 SET a = 1; DELETE thing:2 RETURN BEFORE; CREATE fresh:1; DEFINE TABLE made";
    const viewer = await run(await as(letter, "viewer"), `${reads}; ${writes}`);
    expect(viewer[0]).toBe("[thing:1]");
    expect(viewer[1]).toMatch(/fields/);
    expect(viewer.slice(2)).toEqual(["[]", "[]", "[]", "[]", denied]);
    expect(
      await run(
        await as(letter, "viewer"),
        "REMOVE TABLE thing; DEFINE FIELD a ON thing; DEFINE USER x ON DATABASE PASSWORD 'x'; OPTION IMPORT",
      ),
    ).toEqual([denied, denied, denied, denied]);
    const editor = await as(letter, "editor");
    expect((await run(editor, "UPSERT thing:3; DELETE thing:3; DEFINE TABLE OVERWRITE made")).includes(denied)).toBe(false);
    const users = `DEFINE USER x ON DATABASE PASSWORD 'x'; DEFINE ACCESS x ON DATABASE TYPE BEARER FOR USER; REMOVE USER d_viewer ON DATABASE;
      ALTER USER d_viewer ON DATABASE PASSWORD 'y'; ACCESS x SHOW ALL`;
    expect((await run(editor, users)).slice(0, 4)).toEqual([denied, denied, denied, denied]);
    const beyond = `DEFINE SEQUENCE x; REMOVE SEQUENCE IF EXISTS x; DEFINE CONFIG GRAPHQL AUTO; DEFINE API '/x' FOR get THEN { 1 };
      REMOVE API IF EXISTS '/x'; ALTER SEQUENCE IF EXISTS x TIMEOUT 1s`;
    expect(await run(editor, beyond)).toEqual([denied, denied, denied, denied, denied, denied]);
    expect(await run(await as(letter, "owner"), `DEFINE USER made_by_${letter} ON DATABASE PASSWORD 'x'`)).toEqual(["NONE"]);
  });

  it("do nothing above their level", async () => {
    const above = "DEFINE USER evil ON ROOT PASSWORD 'x' ROLES OWNER; DEFINE NAMESPACE evil; REMOVE NAMESPACE other; INFO FOR ROOT";
    expect(await run(await as("n", "owner"), above)).toEqual([denied, denied, denied, denied]);
    const higher =
      "DEFINE USER evil ON NAMESPACE PASSWORD 'x' ROLES OWNER; DEFINE DATABASE evil; REMOVE DATABASE users; INFO FOR NS";
    expect(await run(await as("d", "owner"), `${above}; ${higher}`)).toEqual(Array.from({ length: 8 }, () => denied));
  });

  it("do not leave their namespace or database", async () => {
    for (const [letter, place] of [
      ["n", ["other", "x"]],
      ["d", ["test", "records"]],
    ] as const) {
      const session = await as(letter, "owner");
      expect(await refusal(session.use(place[0], place[1]).then(() => run(session, "CREATE thing:1")))).toBe(denied);
      const again = await as(letter, "owner");
      const [entered] = await run(again, `USE NS ${place[0]} DB ${place[1]}; CREATE thing:1`);
      expect(entered).toBe(`You don't have permission to change to the ${letter === "n" ? "other namespace" : "records database"}`);
    }
  });

  it("are told nothing of who exists", async () => {
    const attempts = [
      { user: "root", pass: "wrong" },
      { user: "nobody", pass: "wrong" },
      { user: "n_owner", pass: "pw" },
      { ns: "test", user: "n_owner", pass: "wrong" },
      { ns: "none", user: "n_owner", pass: "pw" },
      { ns: "none", db: "none", user: "n_owner", pass: "pw" },
      { db: "users", user: "d_owner", pass: "pw" },
    ];
    for (const attempt of attempts) expect(await refusal(signedIn(attempt))).toBe("There was a problem with authentication");
    expect(await refusal(signedIn({ user: "root" }))).toBe("Username or Password was not provided");
    const took = async (user: string): Promise<number> => {
      const times: number[] = [];
      for (let n = 0; n < 7; n++) {
        const start = performance.now();
        await refusal(signedIn({ user, pass: "wrong" }));
        times.push(performance.now() - start);
      }
      return times.toSorted((a, b) => a - b)[3] ?? 0;
    };
    const [known, unknown] = [await took("root"), await took("nobody")];
    expect(unknown).toBeGreaterThan(known / 4);
    expect(known).toBeGreaterThan(unknown / 4);
  });

  it("lose their tokens with their password, and their rights with their roles", async () => {
    const session = databases.openSession(nowhere);
    const { access: token } = await session.signin(object({ ns: "test", db: "users", user: "d_editor", pass: "pw" }));
    expect(decodeJwt(token)).toMatchObject({ NS: "test", DB: "users", ID: "d_editor" });
    const root = await owner("users");
    await run(root, "DEFINE USER OVERWRITE d_editor ON DATABASE PASSWORD 'new' ROLES VIEWER");
    expect(await refusal(authenticated(token))).toBe("There was a problem with authentication");
    await run(root, "REMOVE USER d_editor ON DATABASE");
    expect(await refusal(authenticated(token))).toBe("There was a problem with authentication");
  });
});

describe("strangers", () => {
  it("may nothing, unless guests are let in, who see what PERMISSIONS show to all", async () => {
    await run(await owner("guests"), "DEFINE TABLE open PERMISSIONS FULL; DEFINE TABLE shut; CREATE open:1; CREATE shut:1");
    expect(await refusal(open("guests").then((session) => run(session, "SELECT * FROM open")))).toBe(
      "Anonymous access not allowed: Not enough permissions to perform this action",
    );
    expect(await refusal(open("guests").then((session) => session.begin()))).toMatch(/^Anonymous access not allowed/);
    const guest = openDatabases({ store, clock, allowGuests: true }).openSession(nowhere);
    guest.place = { namespace: "test", database: "guests" };
    expect(
      await run(guest, "SELECT VALUE id FROM open; SELECT VALUE id FROM shut; CREATE fresh:1; DEFINE TABLE x; INFO FOR DB; $auth"),
    ).toEqual([
      "[open:1]",
      "[]",
      "[]",
      "IAM error: Not enough permissions to perform this action",
      "IAM error: Not enough permissions to perform this action",
      "NONE",
    ]);
  });

  it("are owners where nobody authenticates", async () => {
    const session = openDatabases({ store, clock, unauthenticated: true }).openSession(nowhere);
    await session.use("free", "free");
    expect(await run(session, "CREATE thing:1")).toEqual(["[{ id: thing:1 }]"]);
  });
});

const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

function changed(token: string, claims: Record<string, unknown>): string {
  const [header, , signature] = token.split(".");
  return `${header}.${coded({ ...decodeJwt(token), ...claims })}.${signature}`;
}

function hs256(token: string, secret: string): string {
  const head = `${coded({ alg: "HS256", typ: "JWT" })}.${token.split(".")[1]}`;
  return `${head}.${createHmac("sha256", secret).update(head).digest("base64url")}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
