import { describe, expect, it } from "@jest/globals";
import { uuidText } from "../testing/plain.ts";
import { served } from "../testing/served.ts";

const database = served();
const named = (kind: string, name: string) => ({ kind, details: { name } });
const auth = (kind: string) => ({ kind: "Auth", details: { kind } });

describe("what programs read of a failure", () => {
  it.each([
    ["CREATE a:1; CREATE a:1", "AlreadyExists", { kind: "Record", details: { id: "a:1" } }],
    ["DEFINE TABLE b; DEFINE TABLE b", "AlreadyExists", named("Table", "b")],
    ["DEFINE NAMESPACE test", "AlreadyExists", named("Namespace", "test")],
    ["SELECT * FROM nowhere", "NotFound", named("Table", "nowhere")],
    ["REMOVE DATABASE nowhere", "NotFound", named("Database", "nowhere")],
    ["REMOVE INDEX nowhere ON a", "Internal", undefined],
    ["LET $auth = 1", "Validation", named("InvalidParameter", "auth")],
    ["CREATE a CONTENT 5", "Validation", { kind: "InvalidContent", details: { value: "5" } }],
    ["UPSERT a:2 MERGE 5", "Validation", { kind: "InvalidMerge", details: { value: "5" } }],
    ["BEGIN; RETURN 1; CANCEL", "Query", { kind: "Cancelled" }],
    ["BEGIN; CREATE a:3; THROW 'no'; COMMIT", "Query", { kind: "NotExecuted" }],
    ["SELECT * FROM a TIMEOUT 0ns", "Query", { kind: "TimedOut", details: { duration: { secs: 0, nanos: 0 } } }],
    ["RETURN function() { return 1 }", "NotAllowed", { kind: "Scripting" }],
    ["THROW 'no'", "Thrown", undefined],
  ])("of the statement %s", async (text, kind, details) => {
    const client = await database.asRoot("details_of_statements");
    const results = (await client.call("query", text)) as { status: string; kind?: string; details?: object }[];
    const failure = results.find(({ status, kind: told }) => status === "ERR" && told === kind);
    expect(failure).toBeDefined();
    expect(failure?.details).toEqual(details);
  });

  it.each([
    ["query", ["SELECT"], "Validation", { kind: "Parse" }],
    ["query", [1], "Validation", { kind: "InvalidParams" }],
    ["query", ["RETURN 1", { session: 1 }], "Validation", named("InvalidParameter", "session")],
    ["let", ["auth", 1], "Validation", { kind: "InvalidParams" }],
    ["nothing", [], "NotFound", named("Method", "nothing")],
    ["commit", ["018e0c1e-0000-7000-8000-000000000000"], "NotFound", { kind: "Transaction" }],
    ["signin", [{ user: "root", pass: "wrong" }], "NotAllowed", auth("InvalidAuth")],
    ["signin", [{ user: "root" }], "NotAllowed", auth("MissingUserOrPass")],
    ["signup", [{}], "NotAllowed", auth("InvalidSignup")],
  ])("of the call %s %j", async (method, params, kind, details) => {
    const client = await database.asRoot("details_of_calls");
    const failure = await client.call(method, ...params).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind, details });
  });

  it("of a conflict that may be run again", async () => {
    const [first, second] = [await database.asRoot("conflicts"), await database.asRoot("conflicts")];
    await first.query("CREATE a:1 SET n = 0");
    const [one, two] = [uuidText(await first.call("begin")), uuidText(await second.call("begin"))];
    await first.query("UPDATE a:1 SET n += 1", {}, { txn: one });
    await second.query("UPDATE a:1 SET n += 1", {}, { txn: two });
    await first.call("commit", one);
    const failure = await second.call("commit", two).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: -32_009, kind: "Query", details: { kind: "TransactionConflict" } });
  });
});
