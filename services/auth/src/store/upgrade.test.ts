import { sql } from "@loci/ports/database";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { openPostgres } from "@loci/adapters/postgres";
import { startPostgres } from "@loci/e2e/parts/postgres";
import { migrate } from "@loci/platform/db";
import { migrations } from "../index.ts";
import { findGrantsAt } from "./grant-changes.ts";

it("a database of the first version keeps its principals' grants as the beginning of their history, under a plain owner too", async () => {
  const server = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), "loci-auth-first-"));
  const url = new URL(await server.createDatabase("first"));
  const superuser = await openPostgres({ connectionString: url.href });
  await superuser.asOwner((tx) => tx.query(sql`create role plain login createrole; alter database first owner to plain`));
  await superuser.close();
  url.username = "plain";
  const database = await openPostgres({ connectionString: url.href });
  try {
    await cp(join(migrations.folder, "0001_auth.sql"), join(folder, "0001_auth.sql"));
    await migrate(database, [{ ...migrations, folder }]);
    await database.inContext("acme", (tx) =>
      tx.query(sql`insert into auth.contexts (ctx, display_name, created_at) values ('acme', 'acme', '2029-01-01T00:00:00Z');
          insert into auth.principals (ctx, id, display_name, kind, grants, created_at)
            values ('acme', 'ada', 'Ada', 'agent', '{"memory:read": ["org"]}', '2029-01-02T00:00:00Z')`),
    );
    await migrate(database, [migrations]);
    const held = (day: number) => database.inContext("acme", (tx) => findGrantsAt(tx, "acme", "ada", Date.UTC(2029, 0, day)));
    expect([await held(1), await held(2)]).toEqual([{}, { "memory:read": ["org"] }]);
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
    await server.stop();
  }
});
