import type { NodeHoverDrawingFunction } from "sigma/rendering";
import type { Settings } from "sigma/settings";
import type { InkColors } from "./colors.ts";
import type { DrawnGraph, EdgeLook, NodeLook } from "./drawing-model.ts";

/** What is looked at: the rest of the picture steps back. */
export interface Focus {
  ink: InkColors;
  selected: string | undefined;
  near: ReadonlySet<string>;
}

type DrawSettings = Settings<NodeLook, EdgeLook>;

/** The settings that follow the page's colours. */
export function settingsFor(colors: InkColors): Partial<DrawSettings> {
  return {
    labelColor: { color: colors.text },
    edgeLabelColor: { color: colors.text },
    defaultEdgeColor: colors.edge,
    defaultDrawNodeHover: drawHovered(colors),
  };
}

/** How each node and edge looks now: those around the selected one as they are, all others faint. */
export function lookOf(graph: DrawnGraph, focus: Focus): Pick<DrawSettings, "nodeReducer" | "edgeReducer"> {
  return {
    nodeReducer(id, look) {
      if (focus.selected === undefined) return look;
      if (id === focus.selected) return { ...look, highlighted: true, forceLabel: true, zIndex: 2 };
      if (focus.near.has(id)) return { ...look, forceLabel: true, zIndex: 1 };
      return { ...look, label: "", color: focus.ink.faint, zIndex: 0 };
    },
    edgeReducer(id, look) {
      const { ink, selected } = focus;
      // Called for each edge in each frame: most of the time there is nothing to change.
      if (selected === undefined) return look;
      if (!graph.hasExtremity(id, selected)) return { ...look, color: ink.faint };
      return { ...look, color: look.color ?? ink.accent, label: look.relation, forceLabel: true, zIndex: 1 };
    },
  };
}

/** The name of what is pointed at, on the page's own ground. */
function drawHovered({ ground, text, accent }: InkColors): NodeHoverDrawingFunction<NodeLook, EdgeLook> {
  return (context, { x, y, size, label, color }, { labelSize, labelFont }) => {
    context.font = `600 ${labelSize}px ${labelFont}`;
    const padding = 6;
    const name = typeof label === "string" ? label : "";
    const width = name === "" ? 0 : context.measureText(name).width + padding * 2;
    context.fillStyle = ground;
    context.strokeStyle = accent;
    context.lineWidth = 1.5;
    context.beginPath();
    context.roundRect(x - size - 3, y - labelSize, size * 2 + 3 + width, labelSize * 2, labelSize);
    context.fill();
    context.stroke();
    context.beginPath();
    context.arc(x, y, size, 0, Math.PI * 2);
    context.fillStyle = color;
    context.fill();
    context.fillStyle = text;
    context.fillText(name, x + size + padding, y + labelSize / 3);
  };
}
