import { describe, expect, it } from "@jest/globals";
import { memory } from "@loci/e2e/parts/memory";
import { startDev } from "@loci/e2e/parts/loci";
import { hasFact } from "./provider.ts";
import { contextKey, eventually, oneFact, settingsOf, type World } from "./world.ts";

/** To be told last: the world's server is stopped, and started again. */
export function stopped(world: World): void {
  describe("a server that is asked to stop", () => {
    it("answers what is under way, gives back what would take too long, and goes on with it at its next start", async () => {
      const { server, admin, provider, folder, port } = world();
      provider.clear();
      provider.script({ kind: "timeout" });
      await admin.post("/facts", { text: "Tess lives in Turin." }, { prefer: "respond-async" });
      await eventually(
        async () => provider.requests.some(({ path }) => path.endsWith("/chat/completions")),
        (asked) => asked,
      );
      provider.script({ kind: "slow", millis: 500, then: oneFact("Ulla lives in Ulm", "Ulla", "residence", "Ulm") });
      const written = admin.remember("Ulla lives in Ulm.");
      await eventually(
        async () => provider.requests.filter(({ path }) => path.endsWith("/chat/completions")).length === 2,
        (asked) => asked,
      );
      const exit = server.stop();
      expect((await written).deferred).toBe(false);
      expect(await exit).toBe(0);

      provider.clear();
      provider.script(oneFact("Tess lives in Turin", "Tess", "residence", "Turin"));
      const next = await startDev(`pglite:${folder}`, port, settingsOf(provider));
      try {
        const again = memory(next.url, "dev", contextKey);
        expect(await hasFact(again, "Ulla", "Ulm")).toBe(true);
        expect(
          await eventually(
            () => hasFact(again, "Tess", "Turin"),
            (there) => there,
          ),
        ).toBe(true);
      } finally {
        await next.stop();
      }
    });
  });
}
