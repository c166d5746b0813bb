/** Terminals that are narrow or know no colours, and readers that go away. */
import { dirname } from "node:path";
import { describe, expect, it } from "@jest/globals";
import type { World } from "./world.ts";

const columns = 60;
const escape = "\u001b";

export function terminals(world: World): void {
  /** On a terminal of 60 columns. */
  const onTerminal = async (script: string, changed = {}) => {
    const { out } = await world().shell(
      `export -f loci; SHELL=bash script -qec 'stty cols ${columns}; ${script}' /dev/null`,
      changed,
    );
    return out.replaceAll("\r", "");
  };

  describe("a terminal", () => {
    it("without colours gets no escape sequence", async () => {
      expect(await onTerminal("loci me")).toContain(escape);
      for (const changed of [{ NO_COLOR: "1" }, { TERM: "dumb" }])
        expect(await onTerminal("loci me", changed)).not.toContain(escape);
      const folder = dirname(await world().file("plain/a.md", "Plain."));
      const { out } = await world().shell(`loci ingest ${folder} 2>&1; loci me`);
      expect(out).not.toContain(escape);
    });

    it(`of ${columns} columns is kept to by the help of every command, but for lines to copy`, async () => {
      const commands = (await world().run(["complete", "--", ""])).out;
      const names = commands
        .split("\n")
        .map((line) => line.split("\t")[0] ?? "")
        .filter((name) => /^[a-z]+$/.test(name));
      expect(names.length).toBeGreaterThan(25);
      const out = await onTerminal(`for name in ${names.join(" ")}; do loci $name --help; done; loci --help`);
      expect(out.match(/^Usage: /gm)).toHaveLength(names.length + 1);
      const wide = out
        .split("\n")
        .filter((line) => line.length > columns && !/^ {2}(?:loci|git|source|printf|SERVICE_)/.test(line));
      expect(wide).toEqual([]);
    });

    it(`of ${columns} columns is kept to by tables and reports`, async () => {
      await world().run(["remember", "--triple", "Person/Mina", "residence", "Lisbon"]);
      await world().run(["remember", "--triple", "Person/Mina", "residence", "Porto"]);
      const commands = ["recall Mina", "documents list", "entities list", "entities history Person/Mina residence", "traces list"];
      const more = ["traces stats", "audit --limit 5", "me", "keys list", "principals list", "sessions list", "state", "inspect"];
      const out = await onTerminal([...commands, ...more].map((command) => `loci --no-color ${command}`).join("; "));
      expect(out.split("\n").length).toBeGreaterThan(60);
      expect(out.split("\n").filter((line) => line.length > columns)).toEqual([]);
    });
  });

  it("a reader that has gone is no failure", async () => {
    const { code, out } = await world().shell(
      "set -o pipefail; loci --help | head -1; loci contexts export | head -c 10 > /dev/null; loci audit | true",
    );
    expect(out.split("\n")).toEqual(["Usage: loci <command> [flags]", ""]);
    expect(code).toBe(0);
  });
}
