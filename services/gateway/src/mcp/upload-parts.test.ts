import { describe, expect, it } from "@jest/globals";
import { uploadParts } from "./upload-parts.ts";

/** The bytes of the part that holds the file. */
async function fileOf(args: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const part of uploadParts(args)) {
    if (part.name === "file") for await (const bytes of part.bytes) pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

describe("a file's bytes in base64", () => {
  it.each([0, 1, 2, 3, 8_000_000])("are taken whole: %d of them", async (length) => {
    const bytes = Buffer.alloc(length, "Mina works at Acme.");
    const read = await fileOf({ bytes_base64: bytes.toString("base64") });
    expect(read.equals(bytes)).toBe(true);
  });

  it.each(["YQ", "YQ=", "YQ===", "Y===", "YWI=YQ==", "YQ==\n", "Y-Q_", "=", "====", 5])(
    "are refused where they are none: %j",
    (text) => {
      expect(() => uploadParts({ bytes_base64: text })).toThrow("/bytes_base64: must be base64");
    },
  );
});
