import { expect, it } from "@jest/globals";
import { estimatedTokens } from "./token-estimate.ts";

it.each([
  ["", 0],
  ["a", 1],
  ["Mina lives in Lisbon.", 6],
  ["東京に住む", 5],
  ["Mina 東京", 4],
])("%j has about %d tokens", (text, tokens) => expect(estimatedTokens(text)).toBe(tokens));
