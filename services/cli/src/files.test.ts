import { describe, expect, it } from "@jest/globals";
import { limitNamed, noDocument } from "./files.ts";

const bytes = (...values: number[]) => new Uint8Array(values);

describe("a file that is to be a document", () => {
  it("may be any text, and the formats that are read", () => {
    expect(noDocument("a.rst", 3, bytes(97, 98, 99))).toBeUndefined();
    expect(noDocument("a.pdf", 3, bytes(0x25, 0, 1))).toBeUndefined();
    expect(noDocument("utf16.txt", 4, bytes(0xff, 0xfe, 97, 0))).toBeUndefined();
  });

  it("is neither empty nor of a kind that nobody reads", () => {
    expect(noDocument("a.md", 0, bytes())).toBe("it is empty");
    expect(noDocument("photo.png", 4, bytes(0x89, 0x50, 0, 0))).toBe("it is of a kind that is not read");
  });

  it("has a limit that the server names", () => {
    expect(limitNamed("The file is longer than 104857600 bytes.")).toBe(104_857_600);
    expect(limitNamed("The document takes longer than 60 s to read.")).toBeUndefined();
  });
});
