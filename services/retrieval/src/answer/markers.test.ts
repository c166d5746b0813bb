import { describe, expect, it } from "@jest/globals";
import { markerReader } from "./markers.ts";

const read = (...pieces: string[]) => {
  const reader = markerReader();
  return pieces.map((piece) => reader.read(piece));
};

describe("reading markers", () => {
  it("finds them in the order of the text", () => {
    expect(read("She lives in Oslo [S2][S1], since May [S2].")).toEqual([[2, 1, 2]]);
  });

  it("finds one that is cut apart, with the piece that completes it", () => {
    expect(read("in Oslo [", "S", "1", "2", "] since")).toEqual([[], [], [], [], [12]]);
    expect(read("in Oslo [S1", "] since [S2]", "")).toEqual([[], [1, 2], []]);
  });

  it("reads lists", () => {
    expect(read("[S1, S3]", "[S4;S5]")).toEqual([
      [1, 3],
      [4, 5],
    ]);
  });

  it("takes nothing else for one", () => {
    expect(read("[1] [S] S1 [s1] [S1", "x] [S 2] [Sources]", "[S1234]")).toEqual([[], [], []]);
  });

  it("does not read one twice, nor hold an endless bracket", () => {
    expect(read("[S1]", "]", "[".repeat(5_000), "S1]")).toEqual([[1], [], [], [1]]);
    expect(read(`[${"x".repeat(100)}`, "[S1]")).toEqual([[], [1]]);
  });
});
