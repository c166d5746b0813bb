import { describe, expect, it } from "@jest/globals";
import { packPrints, unpackPrints, wordPrint } from "./word-prints.ts";

describe("fingerprints of words", () => {
  it("are told again from their packed form, each once", () => {
    const prints = ["heron", "harbour", "heron"].map((term) => wordPrint("salt", term));
    const packed = packPrints(prints);
    expect(packed).toHaveLength(16);
    expect(unpackPrints(packed)).toEqual(new Set(prints));
    expect(unpackPrints(packPrints([]))).toEqual(new Set());
  });

  it("are others with another salt", () => {
    expect(wordPrint("a", "heron")).not.toBe(wordPrint("b", "heron"));
  });
});
