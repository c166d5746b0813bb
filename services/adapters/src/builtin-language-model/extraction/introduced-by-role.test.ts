import { expect, it } from "@jest/globals";
import { roleHoldersIn } from "./introduced-by-role.ts";

it.each([
  ["Had lunch with my boss, Fatou Diallo.", ["manager Fatou Diallo"]],
  ["Off to see my cardiologist Dr. Okafor at ten.", ["cardiologist Dr. Okafor"]],
  ["Dinner at my older sister Noor's place.", ["sibling Noor"]],
  ["Picked up the keys from our landlady (Mrs Grabowska).", ["landlady Mrs Grabowska"]],
  ["My mother-in-law Ana van der Meulen called.", ["relative Ana van der Meulen"]],
  ["Lunch with my former boss, Tom.", []],
  ["Saw my dentist Monday.", []],
  ["Is my doctor Dr. Smith or Dr. Wu?", []],
  ["Our CEO Dana White resigned.", []],
  ["My colleagues Ana and Ben left.", []],
  ["I told my boss I was ill.", []],
])("%j tells of its speaker %j", (text, expected) => {
  expect(roleHoldersIn(text).map(({ key, name }) => `${key} ${name}`)).toEqual(expected);
});

it("reads hostile text in little time", () => {
  const begun = performance.now();
  roleHoldersIn("my boss A".repeat(5_000));
  roleHoldersIn("my boss, Aa de de Bb ".repeat(5_000));
  expect(performance.now() - begun).toBeLessThan(1_000);
});
