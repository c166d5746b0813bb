import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { openStore } from "./open.ts";
import { parseDefinition } from "./testing/definitions.ts";

/** Runs the writer until it is killed, so long after its first commit. @returns the last pair that it told */
async function writeUntilKilled(folder: string, from: number, afterMs: number): Promise<number> {
  const program = join(import.meta.dirname, "testing", "writer-process.ts");
  const writer = spawn(process.execPath, [program, folder, String(from)], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  writer.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  await once(writer.stdout, "data");
  await pause(afterMs);
  const ended = once(writer, "exit");
  writer.kill("SIGKILL");
  await ended;
  return Number(output.slice(0, output.lastIndexOf("\n")).split("\n").at(-1));
}

describe("a store on PGlite whose process is killed", () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "loci-store-"))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("has every transaction that was told, and of the last one all or nothing", async () => {
    let told = -1;
    for (const afterMs of [150, 300, 40, 500, 210]) {
      told = await writeUntilKilled(folder, told + 1, afterMs);
      const store = await openStore(await openPglite({ folder }), { parseDefinition });
      const tx = await store.begin({ writes: false });
      const counts = [];
      for (const table of ["left", "right"]) counts.push(await tx.count({ namespace: "n", database: "d" }, { table }));
      await tx.commit();
      await store.close();
      const [left = 0, right] = counts;
      expect(right).toBe(left);
      // One more may have been committed and not be told.
      expect([told + 1, told + 2]).toContain(left);
    }
  });
});
