import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { lociServer } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import type { World } from "./world.ts";

/** A start that cannot be: one line that says why, and an exit code. */
export function refusedStarts(world: World): void {
  describe("a start is refused with one clear line", () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "loci-refused-"));
      await writeFile(join(folder, "file"), "a file");
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    const start = async (connection: string, env: Readonly<Record<string, string>> = {}) => {
      const address = `127.0.0.1:${await freePort()}`;
      const { code, out, err } = await lociServer(
        ["dev", "start", "--bootstrap", "--connection-string", connection, "--bind-address", address],
        env,
      );
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toMatch(/^loci-server: [^\n]+\n$/);
      return err;
    };

    it("on a folder that another process has", async () => {
      expect(await start(`pglite:${world().folder}`)).toContain("in use by another process");
    });

    it("on a path that is a file", async () => {
      expect(await start(`pglite:${join(folder, "file")}`)).toMatch(/cannot be written/);
    });

    it("on a database that nobody serves, without its password", async () => {
      const said = await start("postgres://loci:canary-password@127.0.0.1:9/loci");
      expect(said).toContain("127.0.0.1:9/loci");
      expect(said).not.toContain("canary-password");
    });

    it.each(["pglite:", "postgres:loci"])("on a connection string '%s' that is none", async (connection) => {
      expect(await start(connection)).toMatch(/DB_CONNECTION \(--connection-string\) must be/);
    });

    it("without what its provider needs", async () => {
      expect(await start(`pglite:${join(folder, "new")}`, { SERVICE_LLM_PROVIDER: "openai" })).toContain("SERVICE_LLM_URL");
    });
  });
}
