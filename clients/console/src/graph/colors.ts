import { valueType } from "./memory-graph.ts";

/** Told apart in light and dark, and by most who see colours otherwise. */
const palette = ["#13898f", "#c2701c", "#7a5cd0", "#3f7fd0", "#b0568f", "#5d8a2f", "#c24b4b", "#8a6d3b"];
const valueColor = "#7d8896";
/** Of a relation about which sources disagree. */
export const disputedColor = "#d07f2c";

/** A colour for each type, the most frequent types first; they come again where there are more types than colours. */
export function colorsOf(types: readonly string[]): ReadonlyMap<string, string> {
  const named = types.filter((type) => type !== valueType);
  const colors = named.map((type, i): [string, string] => [type, palette[i % palette.length] ?? valueColor]);
  return new Map([...colors, [valueType, valueColor]]);
}

/** What the canvas needs of the page's colours. */
export interface InkColors {
  readonly text: string;
  readonly faint: string;
  readonly edge: string;
  readonly ground: string;
  readonly accent: string;
}

export function inkColors(dark: boolean): InkColors {
  return dark
    ? { text: "#dde2e8", faint: "#333c48", edge: "#4a5563", ground: "#1a2029", accent: "#57abaf" }
    : { text: "#1b2430", faint: "#dfe4e9", edge: "#bcc5ce", ground: "#ffffff", accent: "#0b6b70" };
}
