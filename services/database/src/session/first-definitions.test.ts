import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { Database } from "@loci/ports/database";
import { printValue } from "../values/print.ts";
import { openDatabases } from "./open.ts";
import { openStore } from "./open-store.ts";

describe("what a new store begins with", () => {
  let database: Database;
  beforeAll(async () => void (database = await openPglite({ folder: undefined })));
  afterAll(() => database.close());

  async function run(text: string): Promise<readonly string[]> {
    const session = openDatabases({ store: await openStore(database), unauthenticated: true }).openSession({
      ip: undefined,
      origin: undefined,
    });
    const results = await session.query(text, undefined);
    return results.map((result) => ("error" in result ? result.error.message : printValue(result.result)));
  }

  it("has a namespace and a database, made once by stores that are opened together", async () => {
    await Promise.all([openStore(database), openStore(database)]);
    const [root, used, namespace] = await run("INFO FOR ROOT; USE DEFAULT; INFO FOR NS");
    expect(root).toContain("namespaces: { main: \"DEFINE NAMESPACE main COMMENT 'Default namespace");
    expect(root).toContain("defaults: { database: 'main', namespace: 'main' }");
    expect(used).toBe("{ database: 'main', namespace: 'main' }");
    expect(namespace).toContain("databases: { main: \"DEFINE DATABASE main COMMENT 'Default database");
  });

  it("goes elsewhere by default where the root's configuration says it", async () => {
    const other = "DEFINE CONFIG OVERWRITE DEFAULT NAMESPACE a DATABASE b";
    const [taken, , used, namespace] = await run(`${other.replace("OVERWRITE ", "")}; ${other}; USE DEFAULT; INFO FOR NS`);
    expect(taken).toBe("The config for default already exists");
    expect(used).toBe("{ database: 'b', namespace: 'a' }");
    expect(namespace).toContain("databases: { b: 'DEFINE DATABASE b' }");
  });

  it("does not bring back what was removed", async () => {
    const [, , root] = await run("REMOVE NAMESPACE main; REMOVE NAMESPACE a; INFO FOR ROOT");
    expect(root).toContain("namespaces: {  }");
    expect((await run("INFO FOR ROOT"))[0]).toContain("namespaces: {  }");
  });
});
