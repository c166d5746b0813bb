import { describe, expect, it } from "@jest/globals";
import { basic, root, served } from "../testing/served.ts";

const database = served();
const send: typeof database.send = (path, init) => database.send(path, init);
const json = async (path: string, init?: Parameters<typeof send>[1]) => {
  const response = await send(path, init);
  return { status: response.status, body: await response.json() };
};
const sql = async (text: string, more: Parameters<typeof send>[1] = {}) => json("/sql", { method: "POST", body: text, ...more });

describe("the database over HTTP", () => {
  it.each(["/status", "/health", "/ready"])("says at %s that it is there, to anybody", async (path) => {
    const response = await send(path, { as: "" });
    expect({ status: response.status, body: await response.text() }).toEqual({ status: 200, body: "" });
  });

  it("names the version that clients look for", async () => {
    const response = await send("/version", { as: "" });
    expect(await response.text()).toMatch(/^surrealdb-3\./);
    expect(response.headers.get("surreal-version")).toMatch(/^surrealdb-3\./);
    expect(response.headers.get("server")).toBe("Loci");
  });

  it("lets pages of any origin ask", async () => {
    const response = await send("/sql", { method: "OPTIONS", as: "", headers: { "access-control-request-headers": "surreal-ns" } });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-headers")).toBe("surreal-ns");
  });

  it("runs a text, and answers with the result of each statement", async () => {
    await sql("DEFINE NAMESPACE IF NOT EXISTS test; DEFINE DATABASE IF NOT EXISTS main");
    const { status, body } = await sql("RETURN $a; THROW 'no'; LET $x = 1", { headers: { accept: "application/json" } });
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { status: "OK", result: null, type: null },
      { status: "ERR", result: "An error occurred: no", kind: "Thrown" },
      { status: "OK", result: null },
    ]);
  });

  it("takes parameters of the address as variables", async () => {
    expect((await json("/sql?a=7", { method: "POST", body: "RETURN $a" })).body).toMatchObject([{ result: "7" }]);
    expect((await json("/sql?auth=7", { method: "POST", body: "RETURN 1" })).status).toBe(400);
  });

  it.each([
    ["a text that is no program", { body: "SELEC 1" }, 400, /Parse error/],
    ["bytes that are no text", { body: new Uint8Array([0xff, 0xfe]) }, 400, /UTF-8/],
    ["a body that is too long", { body: " ".repeat(1_100_000) }, 413, /too long/],
    ["a format that is none", { body: "RETURN 1", headers: { accept: "text/html" } }, 415, /format/],
    ["a wrong password", { body: "RETURN 1", as: basic("root", "wrong") }, 401, /^There was a problem with authentication$/],
    ["a user that is none", { body: "RETURN 1", as: basic("nobody", "wrong") }, 401, /^There was a problem with authentication$/],
    ["a token that is none", { body: "RETURN 1", as: "Bearer nothing" }, 401, /^There was a problem with authentication$/],
    ["a scheme that is none", { body: "RETURN 1", as: "Digest nothing" }, 401, /^There was a problem with authentication$/],
    ["a stranger", { body: "RETURN 1", as: "" }, 403, /^Anonymous access not allowed/],
  ])("refuses %s", async (_, init, status, information) => {
    const { body, ...answer } = await json("/sql", { method: "POST", ...init });
    expect(answer.status).toBe(status);
    expect(body).toMatchObject({ code: status, information: expect.stringMatching(information) });
  });

  it("knows no other address", async () => {
    expect(await json("/nothing")).toMatchObject({ status: 404, body: { code: 404 } });
  });

  it("keeps records at /key", async () => {
    const at = async (method: string, path: string, body?: string) =>
      ((await json(`/key/person${path}`, { method, ...(body !== undefined && { body }) })).body as { result: unknown }[])[0]
        ?.result;
    expect(await at("POST", "/tobie", '{ "name": "Tobie" }')).toEqual([{ id: "person:tobie", name: "Tobie" }]);
    expect(await at("PUT", "/jaime", "{ name: 'Jaime', age: 1 }")).toEqual([{ id: "person:jaime", name: "Jaime", age: 1 }]);
    expect(await at("PATCH", "/jaime", "{ age: 2 }")).toEqual([{ id: "person:jaime", name: "Jaime", age: 2 }]);
    expect(await at("GET", "/jaime")).toEqual([{ id: "person:jaime", name: "Jaime", age: 2 }]);
    expect(await at("GET", "?limit=1&start=1")).toEqual([{ id: "person:tobie", name: "Tobie" }]);
    expect(await at("PATCH", "", "{ age: 3 }")).toHaveLength(2);
    expect(await at("PUT", "", "{ name: 'X' }")).toHaveLength(2);
    expect(await at("POST", "", "{ name: 'Y' }")).toHaveLength(1);
    expect(await at("DELETE", "/jaime")).toHaveLength(1);
    expect(await at("DELETE", "")).toHaveLength(2);
    expect(await at("GET", "")).toEqual([]);
    expect((await json("/key/person?limit=many")).status).toBe(400);
    expect((await json("/key/person/1", { method: "POST", body: "x".repeat(20_000) })).status).toBe(413);
    expect((await json("/key/person/1", { method: "POST", body: "{ a: " })).status).toBe(400);
  });

  it("takes and gives CBOR where it is asked to", async () => {
    const response = await send("/sql", { method: "POST", body: "RETURN 1", headers: { accept: "application/cbor" } });
    expect(response.headers.get("content-type")).toBe("application/cbor");
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(10);
  });

  it("gives a token for a user, in JSON or alone", async () => {
    const body = '{ "user": "root", "pass": "secret" }';
    expect(await json("/signin", { as: "", method: "POST", body })).toMatchObject({
      status: 200,
      body: { code: 200, details: "Authentication succeeded", token: expect.stringMatching(/^ey/) },
    });
    const alone = await send("/signin", { as: "", method: "POST", body, headers: { accept: "text/plain" } });
    const token = await alone.text();
    expect(await sql("RETURN 1", { as: `Bearer ${token}` })).toMatchObject({ status: 200, body: [{ result: 1 }] });
  });

  it.each([
    ["no object", "[]", 400],
    ["nothing to sign in with", "{}", 401],
    ["a wrong password", '{ "user": "root", "pass": "x" }', 401],
    ["too much", `{ "user": "${"x".repeat(2000)}" }`, 413],
    ["no value", "{ a", 400],
  ])("refuses to sign in by %s", async (_, body, status) => {
    expect((await json("/signin", { as: "", method: "POST", body })).status).toBe(status);
  });

  it("writes a database that it reads again", async () => {
    const made = `DEFINE TABLE city SCHEMAFULL; DEFINE FIELD name ON city TYPE string; DEFINE INDEX by_name ON city FIELDS name UNIQUE;
      DEFINE PARAM $p VALUE 1; DEFINE FUNCTION fn::f($x: int) { RETURN $x };
      DEFINE API '/a' FOR get THEN { { body: 7 } };
      CREATE city:1 SET name = 'Aachen'; CREATE city:\u27e8a b\u27e9 SET name = 'Bonn'; RELATE city:1->road->city:\u27e8a b\u27e9 SET length = 1.5dec, at = d'2024-01-01T00:00:00Z';
      CREATE road:plan SET in = city:1, out = city:1`;
    await sql("DEFINE DATABASE source; DEFINE DATABASE copy");
    expect(JSON.stringify((await sql(made, { database: "source" })).body)).not.toContain('"ERR"');
    const written = await (await send("/export", { database: "source" })).text();
    expect(written).toMatch(/^OPTION IMPORT;$/m);
    const read = await json("/import", { method: "POST", body: written, database: "copy" });
    expect(read.status).toBe(200);
    expect(JSON.stringify(read.body)).not.toContain('"ERR"');
    const all =
      "SELECT * FROM city ORDER BY name; SELECT VALUE [in, out, length, at, record::is_edge(id)] FROM road; RETURN city:1->road->city; RETURN fn::f($p); RETURN api::invoke('/a').{ body, status }";
    const results = async (database: string) =>
      ((await sql(all, { database })).body as { result: unknown }[]).map(({ result }) => result);
    expect(await results("copy")).toEqual(await results("source"));
    const chosen = async (body: string) => {
      const text = await (await send("/export", { method: "POST", body, database: "source" })).text();
      return ["TABLE: road", "TABLE: city", "fn::f", "city:1"].map((part) => text.includes(part));
    };
    expect(await chosen('{ "tables": ["road"], "functions": false, "records": false }')).toEqual([true, false, false, false]);
    expect(await chosen('{ "tables": { "exclude": ["road"] } }')).toEqual([false, true, true, true]);
    expect(await chosen('{ "tables": false }')).toEqual([false, false, true, false]);
  });

  it.each([
    ["JSON", "application/json"],
    ["JSON, where an import that went well answers in FlatBuffers,", "application/vnd.surrealdb.flatbuffers"],
  ])("answers an import of which a statement failed with 422 and each result as %s", async (_, accept) => {
    const body = "CREATE town:1; CREATE town:1; CREATE town:2;";
    await sql("DEFINE DATABASE IF NOT EXISTS failing; USE DB failing; REMOVE TABLE IF EXISTS town");
    const answer = await json("/import", { method: "POST", body, database: "failing", headers: { accept } });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject([
      { status: "OK" },
      { status: "ERR", result: "Database record `town:1` already exists" },
      { status: "OK" },
    ]);
  });

  it("refuses an export of versions of the past, of which it has none", async () => {
    await sql("DEFINE DATABASE IF NOT EXISTS source");
    const asked = (versions: boolean) =>
      send("/export", { method: "POST", body: JSON.stringify({ versions }), database: "source" });
    expect((await asked(false)).status).toBe(200);
    const refused = await asked(true);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ information: "An export of versions of the past is not supported here" });
  });

  it("exports a table of any name so that an import runs nothing of it", async () => {
    await sql("DEFINE DATABASE named");
    await sql("DEFINE TABLE `a\\nREMOVE TABLE b; --`", { database: "named" });
    const written = await (await send("/export", { database: "named" })).text();
    expect(written.split("\n").filter((line) => line.startsWith("REMOVE"))).toEqual([]);
    expect(written).toContain("-- TABLE: a REMOVE TABLE b; --\n");
  });

  it.each(["/export", "/import"])("refuses a stranger at %s before the body is read", async (path) => {
    const method = path === "/import" ? { method: "POST", body: "x".repeat(5_000_000) } : {};
    expect((await json(path, { as: "", ...method })).status).toBe(403);
  });

  it("blames nobody else for all this", () => {
    expect(database.failures).toEqual([]);
  });

  it("takes a user's level from its headers", async () => {
    await sql("DEFINE USER ann ON NAMESPACE PASSWORD 'x' ROLES EDITOR; DEFINE USER bob ON DATABASE PASSWORD 'x' ROLES EDITOR");
    const ns = { "surreal-auth-ns": "test" };
    expect((await sql("RETURN 1", { as: basic("ann", "x"), headers: ns })).status).toBe(200);
    expect((await sql("RETURN 1", { as: basic("ann", "x") })).status).toBe(401);
    expect((await sql("RETURN 1", { as: basic("bob", "x"), headers: { ...ns, "surreal-auth-db": "main" } })).status).toBe(200);
    expect((await sql("RETURN 1", { as: basic("bob", "x"), headers: ns })).status).toBe(401);
    expect((await sql("RETURN 1", { as: root })).status).toBe(200);
  });
});
