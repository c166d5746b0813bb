/** The file of stored connections. */
import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { messagesIn, type World } from "./world.ts";

export function profileFile(world: World): void {
  const stored = async (text: string) => {
    const home = join(world().folder, "broken");
    await mkdir(join(home, "loci"), { recursive: true });
    const file = join(home, "loci/config.toml");
    await writeFile(file, text);
    return { file, changed: { XDG_CONFIG_HOME: home } };
  };

  describe("the profile file", () => {
    it("is left as it is where it is broken, with the line that is", async () => {
      const { file, changed } = await stored('profile = "default"\n[profiles.default\nurl = "http://a"\n');
      for (const args of [["me"], ["config", "set", "url", "http://b"], ["login"]]) {
        const { code, err } = await world().run(args, changed);
        expect(code).toBe(1);
        expect(messagesIn(err)).toEqual([expect.stringMatching(/config\.toml cannot be read at line 2: .* Mend that line/)]);
      }
      expect(await readFile(file, "utf8")).toContain("[profiles.default\n");
    });

    it("is told to be closed where others may read it, and is closed by the next login", async () => {
      const { file, changed } = await stored('profile = "default"\n');
      await chmod(file, 0o644);
      const { code, err } = await world().run(["me"], changed);
      expect([code, err]).toEqual([0, `loci: others may read ${file}, which holds keys. 'chmod 600' on it ends that.\n`]);
      expect((await world().run(["me", "--json"], changed)).err).toBe("");
      expect((await world().run(["login"], changed)).code).toBe(0);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect((await world().run(["me"], changed)).err).toBe("");
    });
  });
}
