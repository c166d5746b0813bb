import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { openDatabases } from "../session/open.ts";
import { openStore } from "../session/open-store.ts";
import type { Session } from "../session/port.ts";
import type { Store } from "../store/port.ts";
import { printValue } from "../values/print.ts";
import { definitions, hidden, programs, records } from "./testing/guarded.ts";

const nowhere = { ip: undefined, origin: undefined };

describe("PERMISSIONS", () => {
  let store: Store;
  let owner: Session;
  const users: Session[] = [];
  beforeAll(async () => {
    store = await openStore(await openPglite({ folder: undefined }));
    owner = openDatabases({ store, unauthenticated: true }).openSession(nowhere);
    await owner.use("test", "test");
    for (const result of await owner.query(definitions, undefined)) if ("error" in result) throw result.error;
    const databases = openDatabases({ store, allowGuests: true });
    const [user, guest] = [databases.openSession(nowhere), databases.openSession(nowhere)];
    guest.place = { namespace: "test", database: "test" };
    await user.signup(
      new Map([
        ["NS", "test"],
        ["DB", "test"],
        ["AC", "account"],
      ]),
    );
    users.push(user, guest);
  });
  afterAll(() => store.close());

  const asked = async (session: Session, text: string): Promise<string> => {
    const results = await session.query(text, undefined).catch((error: unknown) => [{ error: error as Error }]);
    return results.map((result) => ("error" in result ? result.error.message : printValue(result.result))).join("\n");
  };

  it("hide records and fields from whoever asks, however they ask", async () => {
    const seed = Number(process.env["SEED"] ?? 1);
    const next = programs(seed);
    const leaks: string[] = [];
    for (let round = 0; round < Number(process.env["ROUNDS"] ?? 150); round++) {
      if (round % 5 === 0) await owner.query(records, undefined);
      const text = next();
      for (const user of users) {
        const answer = await asked(user, text);
        // What the text itself says is no secret.
        if (hidden.test(answer.replaceAll("'HIDDEN'", "").replaceAll(text, ""))) leaks.push(`${text}\n  ${answer}`);
      }
    }
    expect(leaks).toEqual([]);
  }, 60_000);

  it.each([
    ["SELECT", "SELECT VALUE id FROM note WHERE secret CONTAINS 'one'", "[]"],
    ["SELECT by an index", "SELECT VALUE id FROM note WHERE secret = 'HIDDEN one'", "[]"],
    ["SELECT by a number's index", "SELECT VALUE id FROM note WHERE rank = 666", "[]"],
    ["a search", "SELECT VALUE id FROM note WHERE secret @@ 'one'", "[]"],
    ["UPDATE", "UPDATE note SET n = 1 WHERE secret CONTAINS 'one' RETURN VALUE id", "[]"],
    ["UPDATE with a search", "UPDATE note SET n = 1 WHERE secret @@ 'one' RETURN VALUE id", "[]"],
    ["UPSERT", "UPSERT note:1 SET n = 1 WHERE secret CONTAINS 'one' RETURN VALUE id", "[]"],
    ["DELETE", "DELETE note WHERE rank > 100 RETURN VALUE $before.id", "[]"],
    ["a patch", "UPDATE note:1 PATCH [{ op: 'copy', from: '/secret', path: '/copy' }] RETURN VALUE copy", "[NONE]"],
    ["a sum", "UPDATE note:1 SET name = 'b', rank -= 1 RETURN VALUE rank", "[-1]"],
    ["ORDER BY", "SELECT VALUE id FROM (SELECT id, secret FROM note ORDER BY secret DESC)", "[note:1, note:2]"],
    ["GROUP BY", "SELECT secret, count() FROM note GROUP BY secret", "[{ count: 2, secret: NONE }]"],
    ["SELECT with a score", "SELECT VALUE search::score(1) FROM note WHERE secret @1@ 'one' OR true", "[NONE, NONE]"],
  ])("keep %s from telling what a hidden field holds", async (_statement, text, result) => {
    await owner.query(records, undefined);
    for (const user of users) {
      await owner.query(records, undefined);
      expect(await asked(user, text)).toBe(result);
    }
  });

  it.each([
    ["an edge", "RETURN note:1->about", "[about:1]"],
    ["a count of edges", "RETURN array::len(note:1->about)", "1"],
    ["an edge of any table", "RETURN note:1->?", "[about:1]"],
    ["an edge of several records", "RETURN [note:1, note:3]->about", "[about:1]"],
    ["an edge in both directions", "RETURN note:1<->about", "[about:1]"],
    ["the other end of an edge", "RETURN note:1->about->note", "[note:2]"],
    ["the other end of a few edges", "RETURN [about:1, about:2]->note", "[note:2]"],
    ["an edge behind a hidden record", "RETURN note:3<-about", "[]"],
    ["the ends of an edge", "RETURN about:2->note", "[]"],
    ["who refers to a record", "RETURN note:1<~locked", "[]"],
    ["who refers to a record by any table", "RETURN note:1<~?", "[]"],
  ])("keep a step from telling of %s that is hidden", async (_what, text, result) => {
    await owner.query(records, undefined);
    for (const user of users) expect(await asked(user, text)).toBe(result);
    expect(await asked(owner, text)).not.toBe(result);
  });

  it.each([
    ["RELATE note:3->about:2->note:1", "Database record `about:2` already exists"],
    ["RELATE note:1->about:2->note:3 SET name = secret", "Database record `about:2` already exists"],
    ["INSERT RELATION INTO about { id: about:2, in: note:3, out: note:1 }", "Database record `about:2` already exists"],
    ["INSERT RELATION INTO about { id: about:2, in: note:1, out: note:3 }", "Database record `about:2` already exists"],
    [
      "INSERT RELATION INTO about { id: about:1, in: note:1, out: note:2 }",
      "[{ id: about:1, in: note:1, open: true, out: note:2, weight: 1 }]",
    ],
  ])("keep a write of an edge that is there from telling what is hidden of it: %s", async (text, result) => {
    await owner.query(records, undefined);
    for (const user of users) expect(await asked(user, text)).toBe(result);
  });

  it.each([
    "RELATE note:3->about:1->note:1",
    "RELATE note:1->about:1->note:2",
    "INSERT RELATION INTO about { id: about:1, in: note:1, out: note:3 }",
    "INSERT RELATION INTO about { id: about:1, in: note:1, out: note:2 }",
    "INSERT RELATION INTO about { id: about:1, in: note:3, out: note:2 } ON DUPLICATE KEY UPDATE weight = 2",
    "INSERT RELATION INTO about { id: about:1, in: note:1, out: note:2 } ON DUPLICATE KEY UPDATE weight = 2",
    "INSERT RELATION INTO about { id: about:1, in: note:1, out: note:2 } ON DUPLICATE KEY UPDATE in = note:3",
  ])("keep a write of an edge from telling what its hidden ends are, or are not: %s", async (text) => {
    await owner.query(`${records} DEFINE FIELD OVERWRITE in ON about TYPE record<note> PERMISSIONS FOR select NONE`, undefined);
    for (const user of users) expect(await asked(user, text)).toBe("Database record `about:1` already exists");
    await owner.query("REMOVE FIELD in ON about", undefined);
  });

  it("keep a unique index from telling which hidden record has a value, or what a hidden column has", async () => {
    const [user = owner] = users;
    await owner.query(`${records} DEFINE INDEX OVERWRITE name ON note FIELDS name UNIQUE`, undefined);
    expect(await asked(user, "CREATE note:9 SET rank = 1, name = 'HIDDEN name'")).toBe(
      "Database index `name` already contains this value",
    );
    expect(await asked(user, "CREATE note:9 SET rank = 1, name = 'a'")).toBe(
      "Database index `name` already contains 'a', with record `note:1`",
    );
    expect(await asked(owner, "CREATE note:9 SET rank = 1, name = 'HIDDEN name'")).toContain("note:3");
    await owner.query("REMOVE INDEX name ON note; UPDATE note:2 SET secret = 'HIDDEN one'", undefined);
    expect(await asked(user, "UPDATE note:2 SET name = 'a'")).toBe("Database index `both` already contains this value");
  });

  it("leave in a record what whoever writes it does not see", async () => {
    const [user] = users;
    for (const change of ["SET name = 'x'", "MERGE { name: 'x' }", "PATCH [{ op: 'replace', path: '/name', value: 'x' }]"]) {
      await owner.query(records, undefined);
      await user?.query(`UPDATE note:1 ${change}`, undefined);
      expect(await asked(owner, "SELECT VALUE [name, secret, rank, inner.secret] FROM ONLY note:1")).toBe(
        "['x', 'HIDDEN one', 666, 'HIDDEN']",
      );
    }
  });

  it("hide from live queries what they hide from others", async () => {
    const [user] = users;
    const told: string[] = [];
    user?.onNotification(({ action, result }) => told.push(`${action} ${printValue(result)}`));
    await owner.query(records, undefined);
    for (const text of ["*", "DIFF", "$before, $after, secret", "* FROM note WHERE secret CONTAINS 'one'"])
      await user?.query(`LIVE SELECT ${text} ${text.includes("FROM") ? "" : "FROM note"}`, undefined);
    await user?.query("UPDATE note:1 SET name = 'seen', rank = 5; UPDATE note:1 SET rank = 666; DELETE note:1", undefined);
    await owner.query("UPDATE note:3 SET name = 'HIDDEN'; UPDATE note:2 SET secret = 'HIDDEN one'", undefined);
    await asked(owner, "SLEEP 300ms");
    expect(told.some((text) => text.includes("seen"))).toBe(true);
    expect(told.filter((text) => hidden.test(text))).toEqual([]);
  });
});
