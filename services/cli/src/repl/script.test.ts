import { Loci } from "@loci/client";
import { describe, expect, it } from "@jest/globals";
import { exitCodes } from "../failure.ts";
import { clientMemory } from "../workbench/client-memory.ts";
import { createWorkbench } from "../workbench/workbench.ts";
import { runScript } from "./script.ts";

const memory = clientMemory(new Loci({ url: "http://127.0.0.1:9", apiKey: "k", contextId: "dev" }), "repl");
const workbench = () => createWorkbench({ memory, sessionId: undefined, secrets: [], clock: Date.now });

describe("a script", () => {
  it("is interrupted also while it waits for a line", async () => {
    const controller = new AbortController();
    const printed: string[] = [];
    async function* lines() {
      yield "/help";
      controller.abort();
    }
    const running = runScript(workbench(), {
      lines: lines(),
      printer: { print: ({ type }) => void printed.push(type) },
      keepGoing: false,
      signal: controller.signal,
      warn: () => undefined,
    });
    await expect(running).rejects.toMatchObject({ exitCode: exitCodes.interrupted });
    expect(printed).toEqual(["help"]);
  });
});
