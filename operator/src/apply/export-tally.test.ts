import { createHash } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { createExportTally } from "./export-tally.ts";

const header = JSON.stringify({ type: "header", format: "loci-export", version: 1, contextId: "acme", product: "Loci" });
const long = JSON.stringify({ type: "original", content: "x".repeat(70_000) });
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
function exportOf(...records: readonly string[]): string {
  const before = [header, ...records].map((line) => `${line}\n`).join("");
  const said = { type: "trailer", lines: records.length + 1, counts: { turn: records.length }, sha256: sha256(before) };
  return `${before}${JSON.stringify(said)}\n`;
}
/** What it finds when the text comes in pieces of this length. */
function told(text: string, length = text.length) {
  const tally = createExportTally();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) tally.add(bytes.subarray(at, at + length));
  return tally.end();
}

describe("what passes as an export", () => {
  const text = exportOf('{"type":"turn","content":"é"}', long, '{"type":"turn"}');

  it.each([1, 2, 7, 64, 65_536, 70_000, 1_000_000])("is counted and hashed in pieces of %i bytes", (length) => {
    expect(told(text, length)).toEqual({
      ...{ contextId: "acme", exportVersion: 1, bytes: Buffer.byteLength(text), sha256: sha256(text) },
      ...{ records: 3, counts: { turn: 3 } },
    });
  });

  it("may hold nothing but its ends", () => {
    expect(told(exportOf(), 5)).toMatchObject({ records: 0 });
  });

  it.each<[string, string]>([
    ["nothing", ""],
    ["one that breaks off in a line", text.slice(0, -300)],
    ["one that breaks off after a line", text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1)],
    ["one without its last line feed", text.slice(0, -1)],
    ["one with a line less", text.replace('{"type":"turn"}\n', "")],
    ["one with a changed line", text.replace("é", "e")],
    ["one with something after its trailer", `${text}{"type":"turn"}\n`],
    ["a page of HTML", "<html>\n</html>\n"],
    ["one line without an end", "x".repeat(100_000)],
  ])("is not %s", (_what, broken) => {
    for (const length of [3, 1_000_000]) expect(() => told(broken, length)).toThrow("The context's export broke off.");
  });
});
