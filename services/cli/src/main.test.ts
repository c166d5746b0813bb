import { describe, expect, it } from "@jest/globals";
import { main } from "./main.ts";
import { styleFor, type Terminal } from "./terminal.ts";

function recorded(): Terminal & { readonly out: string[]; readonly err: string[] } {
  const out: string[] = [];
  const err: string[] = [];
  return {
    out,
    err,
    print: (line = "") => void out.push(line),
    note: (text) => void err.push(text),
    columns: 80,
    isTerminal: false,
    showsProgress: false,
    style: styleFor(false),
    readInput: () => Promise.resolve("from stdin"),
    askSecret: () => Promise.resolve(undefined),
  };
}

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const terminal = recorded();
  const code = await main(args, terminal);
  return { code, out: terminal.out.join("\n"), err: terminal.err.join("") };
}

const connection = ["--url", "http://127.0.0.1:9", "--api-key", "k", "--context-id", "dev"];

describe("the client loci", () => {
  it("lists its commands", async () => {
    const { code, out } = await run("--help");
    expect(code).toBe(0);
    for (const command of ["remember", "recall", "context", "login", "scopes", "keys", "contexts", "principals"])
      expect(out).toContain(command);
  });

  it.each([
    "remember",
    "recall",
    "context",
    "login",
    "scopes create",
    "keys mint",
    "contexts create",
    "principals create",
    "entities show",
    "traces show",
  ])("shows examples in the help of %s", async (command) => {
    const { code, out } = await run(...command.split(" "), "--help");
    expect(code).toBe(0);
    expect(out).toMatch(/Examples?:\n/);
  });

  it.each([
    ["remember", "--confidence", "0.9", "x"],
    ["remember", "--trust", "high", "x"],
    ["remember", "--location", "here", "x"],
    ["recall", "--min-trust", "0.5", "x"],
    ["recall", "--scope", "org/acme", "x"],
  ])("refuses %s %s with a reason", async (...args) => {
    const { code, err } = await run(...args);
    expect(code).toBe(2);
    expect(err).toContain(`${args[1]} is not accepted:`);
  });

  it.each([
    [["recall"], /missing required argument/],
    [["nonsense"], /unknown command/],
    [["recall", "x", "--mode", "magic"], /hybrid, vector, bm25, graph/],
    [["recall", "x", "--limit", "many"], /whole number/],
    [["recall", "x", "--include", "dreams", ...connection], /facts and passages/],
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
    expect(JSON.parse(err)).toEqual({ error: { detail: expect.stringContaining("Person/Ada") } });
  });
});
