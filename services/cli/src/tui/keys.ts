/** What Ink tells of the keyboard, as single presses. */
import type { Key } from "ink";
import type { KeyName, Press } from "./press.ts";

type Flags = Partial<Key>;

const named: readonly (readonly [keyof Key, KeyName])[] = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["pageUp", "page-up"],
  ["pageDown", "page-down"],
  ["home", "home"],
  ["end", "end"],
  ["return", "enter"],
  ["escape", "escape"],
  ["backspace", "backspace"],
  ["delete", "delete"],
];

/** Keys that have a letter of their own in what the terminal sends. */
const lettered: Readonly<Record<string, Press>> = {
  "\r": { key: "enter", text: "", ctrl: false },
  "\n": { key: "enter", text: "", ctrl: false },
  "\t": { key: "tab", text: "", ctrl: false },
  "\u007f": { key: "backspace", text: "", ctrl: false },
  "\u0003": { key: "text", text: "c", ctrl: true },
};

/** Who types faster than the screen is drawn sends a text and its Enter as one: they are taken apart. Pasting comes elsewhere. */
export function pressesOf(text: string, flags: Flags): readonly Press[] {
  if (flags.tab) return [{ key: flags.shift ? "shift-tab" : "tab", text: "", ctrl: false }];
  const known = named.find(([flag]) => flags[flag]);
  if (known !== undefined) return [{ key: known[1], text: "", ctrl: false }];
  if (flags.ctrl) return [{ key: "text", text, ctrl: true }];
  const parts = text.match(/[\r\n\t\u007f\u0003]|[^\r\n\t\u007f\u0003]+/gu) ?? [];
  return parts.map((part) => lettered[part] ?? { key: "text", text: part, ctrl: false });
}
