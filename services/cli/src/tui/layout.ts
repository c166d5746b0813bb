/** Where each pane stands. Pure: the size of the terminal and the focus decide. */

export const panes = ["input", "tree", "timeline", "inspector"] as const;
export type Pane = (typeof panes)[number];

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** All four panes in two columns; one column with one of the three lower panes; or no room for anything. */
export type Layout =
  | { readonly kind: "wide"; readonly left: number; readonly right: number; readonly heights: Readonly<Record<Pane, number>> }
  | { readonly kind: "narrow"; readonly top: number; readonly bottom: number; readonly shown: Exclude<Pane, "input"> }
  | { readonly kind: "tiny" };

export const fullSize: Size = { columns: 80, rows: 24 };
const wideFrom = 72;
export const leastSize: Size = { columns: 36, rows: 12 };

/** `shown` is the pane that was last in focus beside the input. */
export function layoutOf({ columns, rows }: Size, shown: Exclude<Pane, "input">): Layout {
  if (columns < leastSize.columns || rows < leastSize.rows) return { kind: "tiny" };
  const height = rows - 1;
  if (columns < wideFrom || rows < 16) {
    const top = Math.ceil(height * 0.5);
    return { kind: "narrow", top, bottom: height - top, shown };
  }
  const left = Math.ceil(columns * 0.55);
  const timeline = Math.max(5, Math.round(height * 0.3));
  const tree = Math.round(height * 0.45);
  return {
    kind: "wide",
    left,
    right: columns - left,
    heights: { input: height - timeline, timeline, tree, inspector: height - tree },
  };
}

/** The window of a list of `length` that shows `chosen`: moves no further than it must. */
export function scrolled(top: number, chosen: number, length: number, height: number): number {
  const highest = Math.max(0, length - height);
  const least = chosen - height + 1;
  return Math.min(highest, Math.max(0, Math.min(chosen, Math.max(least, top))));
}

/** The room within a pane's border, beside a gutter of one column; the input keeps two rows for its rule and its line. */
export function innerSize(layout: Layout, columns: number, pane: Pane): Size {
  if (layout.kind === "tiny") return { columns: 0, rows: 0 };
  if (layout.kind === "narrow") {
    return { columns: columns - 3, rows: (pane === "input" ? layout.top - 2 : layout.bottom) - 2 };
  }
  const isLeft = pane === "input" || pane === "timeline";
  return { columns: (isLeft ? layout.left : layout.right) - 3, rows: layout.heights[pane] - (pane === "input" ? 4 : 2) };
}
