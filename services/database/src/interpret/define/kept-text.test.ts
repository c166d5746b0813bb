import { expect, it } from "@jest/globals";
import { keptText, parseDefinition } from "./kept-text.ts";

const text = "DEFINE INDEX i ON a FIELDS x COMMENT 'PREPARE REMOVE'";

it("keeps of an index that it is prepared for its removal, which no statement could say", () => {
  const plain = parseDefinition(text);
  if (plain.what !== "index") throw new Error("no index");
  const prepared = keptText({ ...plain, prepareRemove: true });
  expect(parseDefinition(prepared)).toEqual({ ...plain, prepareRemove: true });
  expect(parseDefinition(keptText(plain))).toEqual(plain);
  expect(plain).not.toHaveProperty("prepareRemove");
});

it("reads no definition out of another statement", () => {
  expect(() => parseDefinition("RETURN 1")).toThrow("a kept definition is none");
});
