/**
 * Writes clients/openapi.json, the API document of a server with the usual settings: clients are generated from it. `--check` fails
 * when what is committed differs.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defaultGatewaySettings } from "./src/index.ts";
import { openApiDocument } from "./src/openapi/index.ts";
import { restRoutes, type RestParts } from "./src/rest/index.ts";
import { productVersion } from "./src/version.ts";

const file = join(import.meta.dirname, "../../clients/openapi.json");

/** The rows are read and none is run: no service is asked. */
const unasked = {} as RestParts;
const routes = restRoutes({ ...unasked, settings: defaultGatewaySettings });
const text = `${JSON.stringify(openApiDocument(routes, { version: productVersion() }), null, 2)}\n`;

if (!process.argv.includes("--check")) {
  writeFileSync(file, text);
} else if (readFileSync(file, "utf8") !== text) {
  process.stderr.write("clients/openapi.json differs from the routes: run `npm run generate`\n");
  process.exitCode = 1;
}
