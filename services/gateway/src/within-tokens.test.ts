import { expect, it } from "@jest/globals";
import { tokensOf, withinTokens } from "./within-tokens.ts";

const fact = (id: string, importance: number, text = "x".repeat(400)) => ({ id, importance, text });
const body = {
  name: "Mina",
  identity: { facts: [fact("a", 0.2), fact("b", 0.9), fact("c", 0.5)] },
  context: { facts: [fact("d", 0.1), fact("e", 0.1, "y".repeat(4_000)), fact("f", 0.1)] },
  decisions: [fact("g", 1), fact("h", 1)],
};
const groups = [["identity.facts", "context.facts", "absent.facts"], ["decisions"]];
const idsOf = (facts: readonly { readonly id: string }[]) => facts.map(({ id }) => id).join("");

it("is whole without a bound, and where all of it has room", () => {
  expect(withinTokens(body, undefined, groups)).toBe(body);
  expect(withinTokens(body, null, groups)).toBe(body);
  expect(withinTokens(body, 10_000, groups)).toEqual({ ...body, leftOut: 0 });
});

it("is filled group by group, in turns, the most important first, in the order that was, passing over what has no room", () => {
  const bounded = withinTokens(body, 620, groups);
  expect(tokensOf(bounded)).toBeLessThanOrEqual(640);
  expect([idsOf(bounded.identity.facts), idsOf(bounded.context.facts), idsOf(bounded.decisions)]).toEqual(["abc", "df", ""]);
  expect(bounded.leftOut).toBe(3);
  const narrow = withinTokens(body, 400, groups);
  expect([idsOf(narrow.identity.facts), idsOf(narrow.context.facts), narrow.leftOut]).toEqual(["bc", "d", 5]);
  expect(body.identity.facts).toHaveLength(3);
});

it("cuts a text that is too long alone, and keeps what is short", () => {
  const passage = { kind: "turn", record: { id: "turn:1", text: "word ".repeat(5_000) }, decisions: [fact("g", 1)] };
  const bounded = withinTokens(passage, 200, [["decisions"]]);
  expect(tokensOf(bounded)).toBeLessThanOrEqual(210);
  expect(bounded).toMatchObject({
    kind: "turn",
    record: { id: "turn:1", text: expect.stringMatching(/^word .* \u2026$/) },
    leftOut: 1,
  });
});
