import { describe, expect, it } from "@jest/globals";
import { pressesOf } from "./keys.ts";

const names = (text: string) =>
  pressesOf(text, {}).map(({ key, text: typed, ctrl }) => `${ctrl ? "ctrl-" : ""}${key} ${typed}`.trim());

describe("the keyboard of the tui", () => {
  it("takes apart what was typed faster than it was read", () => {
    expect(names("Where does Mina live?\r")).toEqual(["text Where does Mina live?", "enter"]);
    expect(names("a\u007fb\ty\u0003")).toEqual(["text a", "backspace", "text b", "tab", "text y", "ctrl-text c"]);
    expect(names("日本")).toEqual(["text 日本"]);
    expect(names("")).toEqual([]);
  });

  it("knows keys by what Ink says of them", () => {
    expect(pressesOf("", { tab: true, shift: true })).toEqual([{ key: "shift-tab", text: "", ctrl: false }]);
    expect(pressesOf("c", { ctrl: true })).toEqual([{ key: "text", text: "c", ctrl: true }]);
    expect(pressesOf("", { pageDown: true })).toEqual([{ key: "page-down", text: "", ctrl: false }]);
  });
});
