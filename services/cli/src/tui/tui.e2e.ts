/** The tui on a real terminal (tmux), against a real server. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { loci, printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import { openWindow, type Window } from "../workbench/testing/tmux.ts";

const binary = join(import.meta.dirname, "../../bin/loci.js");

describe("loci tui on a terminal", () => {
  let folder = "";
  let port = 0;
  let server: RunningLoci;
  let env: Record<string, string>;
  let window: Window | undefined;
  let opened = 0;

  const open = async (args: string, columns = 80, rows = 24): Promise<Window> => {
    opened += 1;
    const command = `${process.execPath} ${binary} tui ${args}`;
    window = await openWindow(`loci-tui-${process.pid}-${opened}`, { columns, rows, command, env });
    return window;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "loci-tui-"));
    port = await freePort();
    server = await startDev(`pglite:${join(folder, "data")}`, port);
    const { contextId, contextKey } = printedKeys(server.output());
    env = {
      ...{ SERVICE_URL: server.url, SERVICE_API_KEY: contextKey, SERVICE_CONTEXT_ID: contextId, XDG_CONFIG_HOME: folder },
      ...{ NODE_NO_WARNINGS: "1", LANG: "C.UTF-8" },
    };
    await loci(["remember", "Mina moved to Lisbon in March 2024. She works for Acme."], env);
  });
  afterEach(async () => {
    await window?.close();
    window = undefined;
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("asks, walks the tree and shows a fact with its times and source, then leaves the terminal as it was", async () => {
    const tui = await open("");
    await tui.until(/▸ Mina/);
    expect(await tui.isAlternate()).toBe(true);
    await tui.type("Where does Mina live?");
    await tui.press("Enter");
    await tui.until(/1\. Mina residence: Lisbon/);
    await tui.until(/direct +(?:\d+ms|\d+\.\ds) █+ +Where does Mina/);
    await tui.press("Tab", "Down", "Enter");
    // The conversation has the same words between the same borders until Tab is done.
    await tui.until(/┃[ ›]+residence: Lisbon +┃/);
    await tui.press("Down", "Enter");
    const shown = await tui.until(/from +turn:/);
    for (const part of ["value     Lisbon", "known     since", "holds     since 2024-03-01", "recorded  since"])
      expect(shown).toContain(part);
    for (const row of await tui.screen()) expect([...row].length).toBeLessThanOrEqual(80);
    await tui.press("q");
    await tui.until(/ended with 0/);
    expect(await tui.isAlternate()).toBe(false);
  });

  it("follows the size of the terminal, and draws with ASCII where asked", async () => {
    const tui = await open("--ascii", 60, 20);
    const narrow = await tui.until(/80x24 shows all/);
    expect(narrow).toMatch(/^[ -~\n]*$/);
    await tui.resize(30, 8);
    await tui.until(/too small/);
    await tui.resize(80, 24);
    await tui.until(/- Inspector -[^]*- Traces -/);
    await tui.press("C-c");
    await tui.until(/ended with 0/);
  });

  it("gives the terminal back when it is ended from outside", async () => {
    const go = join(folder, "go");
    // What a shell starts in the background has no terminal to read from, unless it is given one.
    const tui = await open(`</dev/tty & child=$!; until [ -e '${go}' ]; do sleep 0.1; done; kill -TERM $child; wait $child`);
    await tui.until(/▸ Mina/);
    expect(await tui.isAlternate()).toBe(true);
    await writeFile(go, "");
    await tui.until(/ended with/);
    expect(await tui.isAlternate()).toBe(false);
  });

  it("records a session that plays without a server and holds no key", async () => {
    const file = join(folder, "session.jsonl");
    const recording = await open("");
    await recording.until(/▸ Mina/);
    await recording.type(`/record ${file}`);
    await recording.press("Enter");
    await recording.until(/Recording into/);
    await recording.type(`My key is ${env["SERVICE_API_KEY"] ?? ""}.`);
    await recording.press("Enter");
    await recording.until(/turn:/);
    await recording.type("/chat Where does Mina live?");
    await recording.press("Enter");
    // The trace stands under a whole answer; while it still comes, Enter does nothing.
    await recording.until(/Lisbon \(since 1 March 2024\)[^]*\[S1\][^]*trace:/);
    await recording.type("/quit");
    do {
      await recording.press("Enter");
      await pause(500);
    } while (!(await recording.screen()).join("\n").includes("ended with"));
    await recording.until(/ended with 0/);
    await recording.close();
    expect(await readFile(file, "utf8")).not.toContain(env["SERVICE_API_KEY"]);

    env = { ...env, SERVICE_URL: "http://127.0.0.1:9" };
    const tui = await open(`--replay ${file} --at-once`);
    const shown = await tui.until(/replay (\d+)\/\1 /);
    expect(shown).toMatch(/Lisbon \(since 1 March 2024\)[^]*\[S1\]/);
    expect(shown).toMatch(/▸ Mina/);
    await tui.press("C-c");
    await tui.until(/ended with 0/);
    env = { ...env, SERVICE_URL: server.url };
  });

  it("says when the server is gone, and when it is back", async () => {
    const tui = await open("");
    await tui.until(/▸ Mina/);
    await server.stop();
    await tui.until(/no answer from .*trying again/);
    await pause(500);
    server = await startDev(`pglite:${join(folder, "data")}`, port);
    await tui.until(/● \S+ @ 127/);
    await tui.press("C-c");
  });
});
