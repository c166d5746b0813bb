import { afterAll, beforeAll, describe, it } from "@jest/globals";
import { startPostgres, type TestPostgres } from "@loci/e2e/parts/postgres";
import { durableRunnerContract } from "@loci/ports/durable-runner/contract";
import { openPostgres } from "../postgres/index.ts";
import { createPostgresQueue } from "./index.ts";
import { rest, rigOver } from "./testing/rig.ts";

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

durableRunnerContract("a queue on Postgres", async () =>
  rigOver(await openPostgres({ connectionString: await server.createDatabase("queue_contract") })),
);

describe("a queue on Postgres", () => {
  it("is made once, however many processes start at the same time", async () => {
    const connectionString = await server.createDatabase("queue_start");
    const databases = await Promise.all([1, 2, 3, 4].map(() => openPostgres({ connectionString })));
    await Promise.all(databases.map((database) => createPostgresQueue({ database, exclusive: false, ...rest })));
    await Promise.all(databases.map((database) => database.close()));
  });
});
