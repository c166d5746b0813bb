import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Loci } from "@loci/client";
import { describe, expect, it } from "@jest/globals";
import { clientMemory } from "./client-memory.ts";
import { readRecording } from "./recording.ts";
import { createWorkbench } from "./workbench.ts";

describe("a workbench", () => {
  it("records what failed on this side of the server too", async () => {
    const folder = await mkdtemp(join(tmpdir(), "loci-workbench-"));
    const file = join(folder, "session.jsonl");
    const loci = new Loci({ url: "http://127.0.0.1:9", apiKey: "k", contextId: "dev" });
    const memory = clientMemory(loci, "repl");
    const workbench = createWorkbench({ memory, sessionId: undefined, secrets: [], clock: Date.now });
    const upload = `/upload ${join(folder, "nowhere.md")}`;
    const types: string[] = [];
    for (const line of [`/record ${file}`, upload, "/record off"])
      for await (const { type } of workbench.submit(line, new AbortController().signal)) types.push(type);
    expect(types).toEqual(["note", "problem", "note"]);
    expect((await readRecording(file)).slice(0, 2)).toMatchObject([{ input: upload }, { event: { type: "problem" } }]);
    await rm(folder, { recursive: true, force: true });
  });
});
