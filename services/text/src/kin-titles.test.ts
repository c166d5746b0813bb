import { expect, it } from "@jest/globals";
import { isKinTitle, withoutKinTitle } from "./kin-titles.ts";

it("a title of the family is no part of a name", () => {
  expect(withoutKinTitle("Aunt Ruth")).toBe("Ruth");
  expect(withoutKinTitle("Grandpa Joop de Vries")).toBe("Joop de Vries");
  expect(withoutKinTitle("Grandpa")).toBe("Grandpa");
  expect(withoutKinTitle("Nana's Kitchen")).toBe("Nana's Kitchen");
});

it("is told from other words", () => {
  expect(["Aunt", "Nana"].every(isKinTitle)).toBe(true);
  expect(["aunt", "Doctor", "Aunt Ruth"].some(isKinTitle)).toBe(false);
});
