/** `import` and `export` of the official command line, as they are over HTTP: a file of its layout goes in, and comes out again. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "@jest/globals";

interface Result {
  readonly status: string;
  readonly result: unknown;
}

/** What it sends with an export: every option, each of its own. */
const everything = {
  users: true,
  accesses: true,
  params: true,
  functions: true,
  analyzers: true,
  tables: true,
  versions: false,
  records: true,
  sequences: true,
};

/** Of the file that was imported. */
const asked: readonly (readonly [string, unknown])[] = [
  [
    "SELECT * FROM person:mina",
    [{ at: "2024-01-02T03:04:05.207512787Z", born: "1990-01-01T00:00:00Z", id: "person:mina", name: "Mina O'Hara" }],
  ],
  ["RETURN person:1.name", "a 'b' \" c 🦀 \n"],
  ["SELECT VALUE ->knows->person FROM person:mina", [["person:1"]]],
  [
    "SELECT VALUE [b, big, d, dur, f, n, o.a.b, other, p, r, s, u].map(|$value| type::of($value)) FROM ONLY knows:1",
    ["bytes", "int", "decimal", "duration", "float", "null", "array", "record", "geometry<point>", "range", "set", "uuid"],
  ],
  // No event was run, and the view is right.
  ["SELECT VALUE id FROM log", ["log:first", "log:second"]],
  ["SELECT VALUE n FROM counted", [2]],
  ["RETURN [$rate, fn::half(5), sequence::nextval('counter')]", [0.5, 2, 5]],
  ['SELECT VALUE id FROM person WHERE name = "Mina O\'Hara"', ["person:mina"]],
  ["RETURN `my table`:`a-b`.`x y`", 1],
];

/** @param address where the database is served */
export function exportAndImport(address: () => string): void {
  const send = (path: string, database: string, init: RequestInit): Promise<Response> =>
    fetch(`http://${address()}/${path}`, {
      method: "POST",
      ...init,
      headers: {
        authorization: `Basic ${btoa("root:secret")}`,
        "surreal-ns": "command_line",
        "surreal-db": database,
        ...(init.headers as Record<string, string>),
      },
    });
  const ask = async (database: string, text: string): Promise<readonly Result[]> =>
    (await (await send("sql", database, { body: text, headers: { accept: "application/json" } })).json()) as Result[];
  const importInto = async (database: string, text: string): Promise<readonly Result[]> => {
    await ask("none", `USE NS command_line DB ${database}`);
    const headers = { "content-type": "application/octet-stream", accept: "application/json" };
    const answer = await send("import", database, { body: text, headers });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Result[];
  };
  const exportOf = async (database: string, options: object): Promise<string> => {
    const headers = { "content-type": "application/json", accept: "application/octet-stream" };
    const answer = await send("export", database, { body: JSON.stringify(options), headers });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/octet-stream"]);
    return answer.text();
  };
  const dump = (): Promise<string> => readFile(join(import.meta.dirname, "dump.surql"), "utf8");

  it("imports a file of another server, whole", async () => {
    const results = await importInto("whole", await dump());
    expect(results.filter(({ status }) => status !== "OK")).toEqual([]);
    for (const [text, expected] of asked) {
      const [answer] = await ask("whole", text);
      expect([text, answer?.result]).toEqual([text, expected]);
    }
  });

  it("exports it as it was, so that it can be imported and exported again, the same", async () => {
    await importInto("first", await dump());
    const exported = await exportOf("first", everything);
    expect(exported.trim()).toBe((await dump()).trim());
    expect((await importInto("second", exported)).filter(({ status }) => status !== "OK")).toEqual([]);
    expect(await exportOf("second", everything)).toBe(exported);
    expect(await (await send("export", "second", { method: "GET" })).text()).toBe(exported);
  });

  it("leaves out what the options leave out", async () => {
    await importInto("options", await dump());
    const only = Object.fromEntries(Object.keys(everything).map((name) => [name, false]));
    expect((await exportOf("options", only)).replaceAll(/^--.*$/gm, "").trim()).toBe("OPTION IMPORT;");
    const some = await exportOf("options", { ...only, tables: ["log"], records: true, functions: true });
    const others = await exportOf("options", { ...only, tables: { exclude: ["log", "person"] } });
    expect([/TABLE: knows/, /TABLE: person/, /TABLE: log/].map((table) => table.test(others))).toEqual([true, false, false]);
    expect(some.match(/^(DEFINE \w+ \S+|INSERT \[)/gm)).toEqual(["DEFINE FUNCTION fn::half($x:", "DEFINE TABLE log", "INSERT ["]);
  });
}
