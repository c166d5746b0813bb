/** What the database's user has to be allowed, as a hosted Postgres gives users. */
import { identifier, nothing, sql, type Sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPostgres } from "@loci/adapters/postgres";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { migrate } from "@loci/platform/db";
import { migrations } from "../index.ts";

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

/** Makes the tables as this user, who owns an empty database. @returns which role rows are read as */
async function migrateAs(user: string, allowed: Sql): Promise<string | undefined> {
  const role = identifier(user);
  const url = new URL(await server.createDatabase(`of_${user}`));
  const superuser = await openPostgres({ connectionString: url.href });
  await superuser.asOwner((tx) =>
    tx.query(sql`create role ${role} login; alter database ${identifier(`of_${user}`)} owner to ${role}; ${allowed}`),
  );
  await superuser.close();
  url.username = user;
  const database = await openPostgres({ connectionString: url.href });
  try {
    await migrate(database, [migrations]);
    const rows = await database.inContext("acme", (tx) => tx.query<{ user: string }>(sql`select current_user as "user"`));
    return rows[0]?.user;
  } finally {
    await database.close();
  }
}

describe("the database's user", () => {
  it("is told what it lacks, where it may not make the role under which rows are read", async () => {
    await expect(migrateAs("nobody_special", nothing)).rejects.toThrow(
      /permission denied to create role.*createrole.*grant loci_app to/s,
    );
  });

  it("may make it, or be given it", async () => {
    expect(await migrateAs("maker", sql`alter role maker createrole`)).toBe("loci_app");
    expect(await migrateAs("member", sql`grant loci_app to member`)).toBe("loci_app");
  });

  it("of another installation on the same server is told that it has to be given it", async () => {
    await expect(migrateAs("second_maker", sql`alter role second_maker createrole`)).rejects.toThrow(
      /permission denied.*grant loci_app to/s,
    );
  });
});
