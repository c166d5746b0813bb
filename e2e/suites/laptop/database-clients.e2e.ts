/** The official clients of the database's language, as their packages are, against the server as a process. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { exportAndImport } from "./database-clients/command-line.ts";
import { areaNames } from "./database-clients/javascript/area-names.ts";
import {
  onPglite,
  onPostgres,
  runJavascript,
  runPython,
  runReconnecting,
  type DatabaseServer,
  type Told,
} from "./database-clients/world.ts";

function expectNoFailure(told: readonly Told[], area: string): void {
  const ofArea = told.filter((each) => each.area === area);
  expect(ofArea.length).toBeGreaterThan(0);
  for (const { check, error } of ofArea) expect([check, error ?? undefined]).toEqual([check, undefined]);
}

describe.each([
  ["PGlite", onPglite],
  ["Postgres", onPostgres],
])("with the database on %s", (_on, start) => {
  let server: DatabaseServer;
  beforeAll(async () => void (server = await start()));
  afterAll(() => server.stop());

  describe.each(["ws", "http"])("npm's surrealdb over %s", (scheme) => {
    let told: readonly Told[];
    beforeAll(async () => void (told = await runJavascript(`${scheme}://${server.address}`)));
    it.each([...areaNames, "members"])("does what it promises: %s", (area) => expectNoFailure(told, area));
  });

  describe("PyPI's surrealdb", () => {
    let told: readonly Told[];
    beforeAll(async () => void (told = await runPython(server.address)));
    const kinds = ["blocking over http", "async over http", "blocking over ws", "async over ws"];
    it.each(kinds)("does what it promises: %s", (kind) => expectNoFailure(told, kind));
  });

  it("npm's surrealdb connects again when the server was killed, and goes on", async () => {
    expectNoFailure(await runReconnecting(server), "reconnecting");
  });

  describe("what the official command line sends", () => exportAndImport(() => server.address));
});
