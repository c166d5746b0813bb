/** A process that is killed while it works: it takes queued work and holds it for ever. Its argument is a PGlite folder. */
import { migrate } from "@loci/platform/db";
import { openPglite } from "../../pglite/index.ts";
import { createPostgresQueue } from "../index.ts";
import { rest } from "./rig.ts";

const database = await openPglite({ folder: process.argv[2] });
await migrate(database, []);
const runner = await createPostgresQueue({ database, exclusive: true, ...rest });
const forEver = new Promise<void>(() => undefined);
runner.register({
  name: "line",
  concurrency: 2,
  stages: [
    { name: "first", timeoutSeconds: 60, maxAttempts: 3, run: async () => undefined },
    {
      name: "second",
      timeoutSeconds: 60,
      maxAttempts: 3,
      run: async ({ id }) => (process.stdout.write(`holds ${id}\n`), forEver),
    },
  ],
  onFailed: async () => undefined,
});
for (const id of ["d1", "d2", "d3"]) await runner.submit("line", { contextId: "a", id });
await runner.start();
