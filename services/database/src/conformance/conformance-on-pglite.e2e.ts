import { openPglite } from "@loci/adapters/pglite";
import { conformanceSuite } from "./testing/suite.ts";

conformanceSuite("PGlite", async () => ({ database: await openPglite({ folder: undefined }), stop: async () => undefined }));
