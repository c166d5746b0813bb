import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { readSettings } from "../config.ts";
import { roleSettings } from "../roles.ts";
import { openingOf, type Opening } from "./database-opening.ts";
import { surroundings } from "./surroundings.ts";

describe("the database's first user and its folder", () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "loci-opening-"))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const start = async <T>(
    options: { readonly bootstrap: boolean; readonly secrets: string; readonly pass?: string },
    work: (opening: Opening) => Promise<T>,
  ): Promise<T> => {
    const { secrets, pass } = options;
    const config = readSettings(roleSettings.database, {
      connectionString: `pglite:${folder}/data`,
      secretsDir: join(folder, secrets),
      logLevel: "error",
      ...(pass !== undefined && { pass }),
    });
    const parts = await surroundings(config, "database");
    try {
      return await work(openingOf(config, options.bootstrap, parts));
    } finally {
      await parts.lifecycle.close();
    }
  };
  const isKept = (secrets: string): Promise<boolean> =>
    access(join(folder, secrets, "database-root.json")).then(
      () => true,
      () => false,
    );

  it("is said not to be there, by a start that opens nothing", async () => {
    const secrets = "first";
    expect(await start({ bootstrap: false, secrets }, (opening) => opening.news())).toEqual({ root: "none" });
  });

  it("gets a password that is one, and the folder is refused to a second process from its start", async () => {
    const secrets = "first";
    await start({ bootstrap: true, secrets }, async (opening) => {
      const news = await opening.news();
      expect(news).toMatchObject({ root: "made", name: "root", password: expect.stringMatching(/^.{24}$/) });
      await expect(start({ bootstrap: false, secrets }, (second) => second.hold())).rejects.toThrow(
        "is in use by another process. Stop it, or choose another folder.",
      );
      const databases = await opening.open();
      const session = databases.openSession({ ip: undefined, origin: undefined });
      if (news.root !== "made") throw new Error("none was made");
      await session.signin(
        new Map([
          ["user", "root"],
          ["pass", news.password],
        ]),
      );
      await session.close();
    });
    expect(await isKept(secrets)).toBe(true);
    expect(await start({ bootstrap: true, secrets }, (opening) => opening.news())).toEqual({ root: "there" });
  }, 60_000);

  it("is no other one where the root has a user: no password is told or kept", async () => {
    const secrets = "second";
    expect(await start({ bootstrap: true, secrets }, (opening) => opening.news())).toEqual({ root: "others" });
    expect(await isKept(secrets)).toBe(false);
    expect(await start({ bootstrap: false, secrets }, (opening) => opening.news())).toEqual({ root: "unknown" });
  }, 60_000);
});
