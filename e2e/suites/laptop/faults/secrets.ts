import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { contextKey, embeddingsKey, modelKey, type World } from "./world.ts";

/** To be told after everything else: looks at what all of it left behind. */
export function secrets(world: World): void {
  describe("what is secret", () => {
    it("stands in no log, whatever failed, at the finest level", () => {
      const log = world().log();
      expect(log).toContain("extraction deferred");
      for (const secret of [contextKey, modelKey, embeddingsKey, "Bearer "]) expect(log).not.toContain(secret);
    });

    it("nor does what was remembered, asked, or answered by a model", () => {
      const log = world().log();
      for (const text of [
        "canary-of-the-text",
        "canary-of-the-model",
        "lantern",
        "Zanzibar",
        "kite",
        "You extract",
        "repairs clocks",
      ]) {
        expect(log).not.toContain(text);
      }
    });

    it("lies in files that are their owner's alone", async () => {
      const { folder } = world();
      const kept = (await readdir(join(folder, "secrets"))).map((file) => join(folder, "secrets", file));
      expect(kept.length).toBeGreaterThanOrEqual(2);
      for (const file of kept) expect((await stat(file)).mode & 0o777).toBe(0o600);
      for (const inner of ["secrets", "database"]) expect((await stat(join(folder, inner))).mode & 0o077).toBe(0);
    });
  });
}
