/** An ingest that is ended in its midst, from this side or the other. */
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { messagesIn, type World } from "./world.ts";

const count = 250;
/** It is ended when so many are there. */
const enough = 10;

export function stoppedIngests(world: World): void {
  const folderOf = async (what: string) => {
    for (let i = 0; i < count; i++) await world().file(`${what}/${what}-${i}.md`, `${what} ${i}: room ${i % 17}, item ${i * 7}.`);
    return dirname(await world().file(`${what}/${what}-0.md`, `${what} 0: room 0, item 0.`));
  };
  const stored = async (what: string) => {
    const names: string[] = [];
    for await (const { filename } of world().client.documents.all({ pageSize: 500 }))
      if (filename.startsWith(what)) names.push(filename);
    return names;
  };
  const untilSome = async (what: string) => {
    while ((await stored(what)).length < enough) await sleep(50);
  };
  /** A second run completes it: nothing is there twice, and all of it can be read. */
  const completes = async (what: string, folder: string) => {
    const { code, out, err } = await world().run(["ingest", folder, "--json", "--wait"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const { uploaded, known } = JSON.parse(out) as { uploaded: object[]; known: string[] };
    expect(known.length).toBeGreaterThanOrEqual(enough);
    expect(uploaded.length + known.length).toBe(count);
    const names = await stored(what);
    expect([names.length, new Set(names).size]).toEqual([count, count]);
    expect((await world().run(["fsck"])).code).toBe(0);
  };

  describe(`an ingest of ${count} files that is ended in its midst`, () => {
    it("by Ctrl-C, says what is open and how to go on, and goes on", async () => {
      const folder = await folderOf("pressed");
      const run = world().begin(["ingest", folder]);
      await untilSome("pressed");
      run.signal("SIGINT");
      const { code, out, err } = await run.ended;
      expect(code).toBe(130);
      expect(out).toMatch(/Uploaded \d+ files[^]*Not sent: \d+ files/);
      expect(messagesIn(err)).toEqual([expect.stringContaining("Run the same command again to go on")]);
      await completes("pressed", folder);
    });

    it("by kill -9, goes on", async () => {
      const folder = await folderOf("killed");
      const run = world().begin(["ingest", folder]);
      await untilSome("killed");
      run.signal("SIGKILL");
      await run.ended;
      await completes("killed", folder);
    });

    it("by the server's end, says so once, and goes on when it is back", async () => {
      const folder = await folderOf("lost");
      const run = world().begin(["ingest", folder]);
      await untilSome("lost");
      await world().killServer();
      const { code, out, err } = await run.ended;
      expect(code).toBe(3);
      expect(out).toMatch(/Not sent: \d+ files/);
      expect(messagesIn(err)).toEqual([expect.stringContaining(`Cannot reach ${world().url}`)]);
      expect(err).toMatch(/\d+ files not sent\. Run the same command again to go on/);
      await world().startServer();
      await completes("lost", folder);
    });
  });
}
