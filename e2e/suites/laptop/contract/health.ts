import { describe, expect, it } from "@jest/globals";
import { caller } from "@loci/e2e/parts/memory";
import type { World } from "../main-job/world.ts";
import { answered, refused, until } from "./asking.ts";

/** Contract: Health; what holds of every answer. @param parts that readiness names */
export function health(world: World, parts: () => Record<string, string>): void {
  describe("GET /api/v1/health and /api/v1/ready", () => {
    it("need no credential, and mind none", async () => {
      for (const key of ["", "nonsense"]) {
        const anybody = caller(`${world().url}/api/v1`, key);
        answered(await anybody.get("/health"), 200);
        // Each part has a second to say so, which a busy machine may take for itself.
        const ready = await until(
          () => anybody.get("/ready"),
          ({ status }) => status === 200,
        );
        expect(answered(ready, 200)).toMatchObject({ parts: parts() });
      }
    });
  });

  describe("every answer", () => {
    it("may be kept by nobody, and a problem names its place and trace", async () => {
      const memory = await world().tenant();
      expect((await memory.get("/me")).headers.get("cache-control")).toBe("no-store");
      const { instance, traceId } = refused(await memory.get("/sessions/session:nope"), 404);
      expect([instance, traceId]).toEqual([`/api/v1/${memory.contextId}/sessions/session:nope`, expect.stringMatching(/^trace:/)]);
    });
  });
}
