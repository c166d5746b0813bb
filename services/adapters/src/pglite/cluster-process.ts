/** Makes an empty cluster in the folder that the command line names, and ends. */
import { PGlite } from "@electric-sql/pglite";

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error("the folder is not named");
await (await PGlite.create({ dataDir })).close();
