/** The repl through a pipe and on a real terminal (tmux), against a real server. */
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { loci, printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import { openWindow, type Window } from "../workbench/testing/tmux.ts";

const binary = join(import.meta.dirname, "../../bin/loci.js");

describe("loci repl", () => {
  let folder = "";
  let server: RunningLoci;
  let env: Record<string, string>;
  let window: Window | undefined;

  const piped = (args: readonly string[], ...lines: string[]) => loci(["repl", ...args], env, `${lines.join("\n")}\n`);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "loci-repl-"));
    server = await startDev(`pglite:${join(folder, "data")}`, await freePort());
    const { contextId, contextKey } = printedKeys(server.output());
    env = {
      ...{ SERVICE_URL: server.url, SERVICE_API_KEY: contextKey, SERVICE_CONTEXT_ID: contextId, XDG_CONFIG_HOME: folder },
      ...{ NODE_NO_WARNINGS: "1", LANG: "C.UTF-8" },
    };
    await loci(["scopes", "create", "org/acme"], env);
  });
  afterEach(async () => {
    await window?.close();
    window = undefined;
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("runs each line of a pipe: writes, states, asks, talks, inspects", async () => {
    const { code, out, err } = await piped(
      [],
      "Mina moved to Lisbon in March 2024.",
      '/fact entity=Person/Mina attr=role val="chief architect"',
      "/fact entity=Person/Mina attr=works_for val=@Organisation/Acme",
      "Where does Mina live?",
      "/chat Where does Mina live?",
      "/inspect Person/Mina role",
      "/inspect Person/Mina",
    );
    expect([code, err]).toEqual([0, ""]);
    for (const part of [
      "+ Person/Mina residence: Lisbon",
      "+ Person/Mina role: chief architect",
      "1. Mina residence: Lisbon",
      "Lisbon (since 1 March 2024) [S1].",
      "value     chief architect",
      "works_for -> Organisation/Acme",
    ])
      expect(out).toContain(part);
  });

  it("keeps to a scope and to a time until told otherwise", async () => {
    const { code, out } = await piped(
      [],
      "/scope org/acme",
      "Ali lives in Porto.",
      "Where does Ali live?",
      "/as-of 2020-01-01",
      "Where does Ali live?",
      "/as-of now",
      "/scope -",
      "Where does Ali live?",
    );
    expect(code).toBe(0);
    expect(out).toMatch(
      /Scope: org\/acme[^]*1\. Ali residence: Porto[^]*As of 2020[^]*Nothing is remembered[^]*1\. Ali residence: Porto/,
    );
  });

  it("shows what it would forget, and forgets it after a yes alone", async () => {
    const no = await piped([], "The green door code is 4711.", "/forget The green door code", "What is the green door code?");
    expect(no.out).toMatch(/- The green door code is 4711[^]*Forget \d+ records?\?[^]*\d\. .*4711/);
    const yes = await piped([], "/forget The green door code", "y", "/recall green door code");
    expect(yes.out).toMatch(/Forgotten: \d+ record/);
    expect(yes.out.slice(yes.out.indexOf("Forgotten"))).not.toContain("4711");
  });

  it("uploads a document and waits until it is ready", async () => {
    const file = join(folder, "travel notes.md");
    await writeFile(file, "# Travel\n\nThe Porto office opens at seven.\n");
    const { code, out } = await piped([], `/upload "${file}"`, "When does the Porto office open?");
    expect(code).toBe(0);
    expect(out).toMatch(/It is ready: document:[^]*opens at seven/);
  });

  it("ends at the first line that fails, with its number, or goes on where told to", async () => {
    const first = await piped([], "/scope org/acme", "/recal x", "Where does Mina live?");
    expect([first.code, first.err]).toEqual([2, "loci: line 2: There is no command /recal. Did you mean /recall?\n"]);
    expect(first.out).not.toContain("Lisbon");
    const all = await piped(["--keep-going"], "/inspect Person/Nobody", "Where does Mina live?");
    expect(all.code).toBe(1);
    expect(all.out).toContain("Lisbon");
    expect(all.err).toContain("1 of 2 lines failed");
    const gone = await loci(["repl"], { ...env, SERVICE_URL: "http://127.0.0.1:9" }, "Where?\n");
    expect(gone.code).toBe(3);
  });

  it("prints events as JSON Lines under --json", async () => {
    const { out } = await piped(["--json"], "Where does Mina live?");
    expect(JSON.parse(out)).toMatchObject({ type: "answer", query: "Where does Mina live?" });
  });

  it("runs a recording again and shows what is answered otherwise", async () => {
    const file = join(folder, "session.jsonl");
    await piped([], `/record ${file}`, "Where does Mina live?", "/inspect Person/Mina role", "/record off");
    const same = await loci(["repl", "--replay", file], env);
    expect([same.code, same.out]).toEqual([
      0,
      "= Where does Mina live?\n= /inspect Person/Mina role\n2 lines, all answered as recorded.\n",
    ]);
    await piped([], "/fact entity=Person/Mina attr=role val=director");
    const other = await loci(["repl", "--replay", file], env);
    expect(other.code).toBe(1);
    expect(other.out).toContain("! /inspect Person/Mina role");
    expect(other.out).toContain("director");
  });

  it("completes, keeps a history, drops a line at Ctrl-C and leaves at Ctrl-D on a terminal", async () => {
    const command = `${process.execPath} ${binary} repl`;
    window = await openWindow(`loci-repl-${process.pid}`, { columns: 100, rows: 30, command, env });
    await window.until(/^loci>$/m);
    await window.type("/insp");
    await window.press("Tab");
    await window.until(/^loci> \/inspect$/m);
    await window.type("Person/Mi");
    // What the server does not tell within two seconds is not completed; another Tab asks again.
    do {
      await window.press("Tab");
      await pause(500);
    } while (!/\/inspect Person\/Mina/.test((await window.screen()).join("\n")));
    await window.press("Enter");
    // Until it is asked for the next line, Ctrl-C would end what runs.
    await window.until(/residence: Lisbon[^]*^loci>$/m);
    await window.type("half a line");
    await window.press("C-c");
    await window.until(/half a line\^C/);
    await window.type("/scope org/acme");
    await window.press("Enter");
    await window.until(/^loci org\/acme>$/m);
    await window.press("C-d");
    await window.until(/ended with 0/);
    const history = join(folder, "loci", "history");
    expect(await readFile(history, "utf8")).toBe("/inspect Person/Mina\n/scope org/acme\n");
    expect((await stat(history)).mode & 0o777).toBe(0o600);
  });
});
