import { describe, expect, it } from "@jest/globals";
import { parseLine } from "./parse.ts";

const command = (line: string): unknown => {
  const parsed = parseLine(line);
  return "command" in parsed ? parsed.command : parsed;
};
const problem = (line: string): string => {
  const parsed = parseLine(line);
  return "problem" in parsed ? parsed.problem : "";
};

describe("a line of a workbench", () => {
  it("recalls where plain text ends in a question mark, and remembers elsewhere", () => {
    expect(command("Where does Mina live?")).toEqual({ name: "recall", text: "Where does Mina live?" });
    expect(command("住所は？")).toEqual({ name: "recall", text: "住所は？" });
    expect(command("  Mina lives in Lisbon. ")).toEqual({ name: "remember", text: "Mina lives in Lisbon." });
    expect(command("//etc/hosts is a file")).toEqual({ name: "remember", text: "/etc/hosts is a file" });
    expect(parseLine("   ")).toEqual({ nothing: true });
  });

  it("lists sessions, and takes one by its number, its id, or a new one", () => {
    expect(["/sessions", "/sessions more", "/sessions 2", "/sessions new", "/sessions session:1x"].map(command)).toEqual(
      ["newest", "more", 2, "new", { id: "session:1x" }].map((wish) => ({ name: "sessions", wish })),
    );
    expect(problem("/sessions tomorrow")).toMatch(/number/);
  });

  it("takes a text as it stands after a command", () => {
    expect(command('/remember She said "no".')).toEqual({ name: "remember", text: 'She said "no".' });
    expect(command("/CHAT  who is Ali")).toEqual({ name: "chat", text: "who is Ali" });
    expect(command("/forget Mina's phone")).toEqual({ name: "forget", text: "Mina's phone", confirmed: false });
  });

  it.each([
    ['/fact entity=Person/Mina attr=residence val="Lisbon, Portugal"', "Lisbon, Portugal"],
    ["/fact val=architect attr=residence entity=Person/Mina", "architect"],
    ["/fact 'entity=Person/Mina' attr=residence 'val=a b'", "a b"],
    ["/fact entity=Person/Mina attr=residence val=Mina's", "Mina's"],
    ["/fact entity=Person/Mina attr=residence val=a=b", "a=b"],
    ["/fact entity=Person/Mina attr=residence val=@handle", "@handle"],
  ])("reads %s", (line, value) => {
    expect(command(line)).toEqual({ name: "fact", entity: { type: "Person", name: "Mina" }, key: "residence", value });
  });

  it("reads a value @Type/name as a relation, and a name with slashes and spaces", () => {
    expect(command('/fact entity="Web Page/http://a/b" attr=of val=@Organisation/Acme')).toEqual({
      name: "fact",
      entity: { type: "Web Page", name: "http://a/b" },
      key: "of",
      value: { type: "Organisation", name: "Acme" },
    });
  });

  it.each([
    ["/fact entity=Person/Mina attr=residence", "val= is missing"],
    ["/fact entity=Person/Mina attr=residence val=Lisbon Portugal", 'val="Lisbon Portugal"'],
    ["/fact entity=Mina attr=a val=b", "looks like Person/Mina"],
    ["/fact name=Mina", "knows no name="],
    ["/fact entity=Person/A entity=Person/B attr=a val=b", "stands twice"],
    ['/fact entity=Person/Mina attr=a val="b', 'The quote " is not closed'],
    ["/recal x", "Did you mean /recall?"],
    ["/rmember x", "Did you mean /remember?"],
    ["/h", "Did you mean /help?"],
    ["/nonsense", "/help lists them"],
    ["/recall", "/recall <text>"],
    ["/inspect Ada Lovelace x", "Quote a name with spaces"],
    ["/inspect Mina", "looks like Person/Mina"],
    ["/scope org//acme", "not a scope path"],
    ["/as-of yesterday", "looks like 2026-03-01"],
    ["/as-of 2026-13-01", "not a time"],
    ["/upload my file.pdf", '/upload "my file.pdf"'],
    ["/quit now", "takes nothing"],
  ])("says of %s what to type instead", (line, hint) => {
    expect(problem(line)).toContain(hint);
  });

  it("reads references, scopes, times and files", () => {
    expect(command('/inspect "Person/Ada Lovelace" role')).toEqual({
      name: "inspect",
      entity: { type: "Person", name: "Ada Lovelace" },
      key: "role",
    });
    expect(command("/inspect trace:01jq3m9c7v5k2x8d4b6n0r1t9w")).toEqual({
      name: "inspect",
      id: "trace:01jq3m9c7v5k2x8d4b6n0r1t9w",
    });
    expect(command("/scope /org/acme/ team/x team/x")).toEqual({ name: "scope", change: ["org/acme", "team/x"] });
    expect(command("/scope -")).toEqual({ name: "scope", change: [] });
    expect(command("/as-of 2026-03-01")).toEqual({ name: "as-of", change: "2026-03-01T00:00:00.000Z" });
    expect(command("/as-of 2026-03-01 12:30")).toEqual({ name: "as-of", change: "2026-03-01T12:30:00.000Z" });
    expect(command("/as-of 2026-03-01T12:30:00+02:00")).toEqual({ name: "as-of", change: "2026-03-01T10:30:00.000Z" });
    expect(command('/upload "my file.pdf"')).toEqual({ name: "upload", file: "my file.pdf" });
    expect(command("/record off")).toEqual({ name: "record", file: undefined });
  });

  it("never throws, whatever is typed", () => {
    const parts = ["/", "fact", " ", '"', "'", "\\", "=", "entity=", "/x", "?", "é", "\n", "as-of", "scope", "-"];
    for (let i = 0; i < 3_000; i += 1) {
      const line = Array.from({ length: 1 + (i % 7) }, (_, j) => parts[(i * 31 + j * j * 17 + j * 7) % parts.length]).join("");
      expect(parseLine(line)).toBeDefined();
    }
  });
});
