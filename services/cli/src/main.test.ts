import { describe, expect, it } from "@jest/globals";
import { commands } from "./command-table.ts";
import { recorded, run as runWith } from "./testing/recorded.ts";

const run = (...args: string[]) => runWith(args);

const connection = ["--url", "http://127.0.0.1:9", "--api-key", "k", "--context-id", "dev"];

describe("the client loci", () => {
  it("lists its commands in groups, and what its exit codes mean", async () => {
    const { code, out } = await run("--help");
    expect(code).toBe(0);
    for (const [name, { group, hidden }] of Object.entries(commands)) {
      expect(new RegExp(`^  ${name} `, "m").test(out)).toBe(!hidden);
      expect(out).toContain(`${group}:`);
    }
    expect(out).toContain("3 not reachable");
  });

  it("has help with examples for each command, that fits in 80 columns", async () => {
    const lines: string[] = [];
    for (const words of await everyCommand()) {
      const { code, out } = await run(...words, "--help");
      expect(code).toBe(0);
      expect({ words, shows: /Examples?:\n|^Commands:\n|exit codes/m.test(out) }).toEqual({ words, shows: true });
      lines.push(
        ...out
          .split("\n")
          .filter((line) => line.length > 80)
          .map((line) => `${words.join(" ")}: ${line}`),
      );
    }
    expect(lines).toEqual([]);
  });

  it.each([
    ["remember", "--confidence", "0.9", "x"],
    ["remember", "--trust", "high", "x"],
    ["remember", "--location", "here", "x"],
    ["recall", "--min-trust", "0.5", "x"],
    ["recall", "--scope", "org/acme", "x"],
    ["lifecycle expire", "--older-than", "30d"],
  ])("refuses %s %s with a reason", async (...args) => {
    const { code, err } = await run(...args.flatMap((arg, i) => (i === 0 ? arg.split(" ") : [arg])));
    expect(code).toBe(2);
    expect(err).toContain(`${args[1]} is not accepted:`);
  });

  it.each([
    [["recall"], /nothing to look for/],
    [["nonsense"], /unknown command/],
    [["recall", "x", "--mode", "magic"], /hybrid, vector, bm25, graph/],
    [["recall", "x", "--limit", "many"], /whole number/],
    [["recall", "x", "--include", "dreams", ...connection], /facts and passages/],
    [["fsck", "--threshold", "alike", ...connection], /number from 0 to 1/],
    [["fsck", "--threshold", "2", ...connection], /number from 0 to 1/],
    [["ingest", ".", "--concurrency", "0", ...connection], /from 1 to 64/],
    [["import", "mem0", "m.json", "--concurrency", "65", ...connection], /from 1 to 64/],
    [["remember", ...connection], /nothing to remember/],
    [["remember", "x", "--extract", "per_message", ...connection], /belongs to --transcript/],
    [["remember", "--triple", "Person/Mina", "role", ...connection], /three words/],
    [["remember", "x", "--from-file", "y", ...connection], /one of them/],
    [["remember", "--transcript", "/nowhere", ...connection], /cannot be read/],
  ])("says what is wrong with %j", async (args, message) => {
    const { code, err } = await run(...args);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });

  it("says in JSON what failed when JSON was asked for", async () => {
    const { code, err } = await run("entities", "show", "Mina", "--json", ...connection);
    expect(code).toBe(2);
    expect(JSON.parse(err)).toEqual({ error: { detail: expect.stringContaining("Person/Ada"), exitCode: 2 } });
  });

  it.each([["documents"], ["recall"], ["recall", "x", "--mode", "magic"], ["nonsense"]])("and so for %j", async (...args) => {
    const { code, out, err } = await run(...args, "--json");
    expect(code).toBe(2);
    expect(out).toBe("");
    expect(JSON.parse(err)).toEqual({ error: { detail: expect.any(String), exitCode: 2 } });
  });
});

/** The words of every command and subcommand, as the completion finds them. */
async function everyCommand(): Promise<string[][]> {
  const all: string[][] = [];
  for (const [name, { hidden }] of Object.entries(commands)) {
    if (hidden) continue;
    const terminal = recorded();
    await runWith(["complete", "--", name, ""], {}, terminal);
    const subcommands = terminal.out
      .map((line) => line.split("\t")[0] ?? "")
      .filter((word) => /^[a-z]+$/.test(word) && word !== "help");
    const isGroup = name !== "completion" && subcommands.length > 0;
    all.push(...(isGroup ? subcommands.map((word) => [name, word]) : [[name]]));
  }
  return all;
}
