import { useComputedColorScheme } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import Sigma from "sigma";
import { inkColors } from "./colors.ts";
import { newDrawnGraph, updateDrawing, type DrawnGraph, type EdgeLook, type NodeLook } from "./drawing-model.ts";
import { createLayout, type Layout } from "./layout.ts";
import { lookOf, settingsFor, type Focus } from "./looks.ts";
import type { MemoryEdge, MemoryNode } from "./memory-graph.ts";

export interface DrawingProps {
  readonly nodes: readonly MemoryNode[];
  readonly edges: readonly MemoryEdge[];
  readonly colors: ReadonlyMap<string, string>;
  readonly selected: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
  /** Show its neighbours too. */
  readonly onOpen: (id: string) => void;
  /** There is no WebGL here. */
  readonly onImpossible: () => void;
}

interface Picture {
  readonly sigma: Sigma<NodeLook, EdgeLook>;
  readonly graph: DrawnGraph;
}

/** The graph as a picture that one can walk through: by pointer, or by arrow keys, Enter, + and -. */
export function Drawing({ nodes, edges, colors, selected, onSelect, onOpen, onImpossible }: DrawingProps) {
  const container = useRef<HTMLDivElement>(null);
  const focus = useRef<Focus>({ ink: inkColors(false), selected: undefined, near: new Set() });
  const [picture, setPicture] = useState<Picture>();
  const [layout, setLayout] = useState<Layout>();
  const dark = useComputedColorScheme("light") === "dark";
  const still = useReducedMotion();
  const acts = useRef({ onSelect, onOpen, onImpossible });
  useEffect(() => {
    acts.current = { onSelect, onOpen, onImpossible };
  });

  useEffect(() => {
    if (container.current === null) return;
    const made = openPicture(container.current, focus.current);
    if (made === undefined) return acts.current.onImpossible();
    made.sigma.on("clickNode", ({ node }) => acts.current.onSelect(node));
    made.sigma.on("doubleClickNode", (event) => {
      event.preventSigmaDefault();
      acts.current.onOpen(event.node);
    });
    made.sigma.on("clickStage", () => acts.current.onSelect(undefined));
    const running = createLayout(still);
    setPicture(made);
    setLayout(running);
    return () => {
      running.close();
      made.sigma.kill();
    };
  }, [still]);

  useEffect(() => {
    if (picture === undefined || layout === undefined) return;
    const { graph } = picture;
    const changed = updateDrawing(graph, nodes, edges, (type) => colors.get(type) ?? "#7d8896");
    if (changed) layout.run(graph);
  }, [picture, layout, nodes, edges, colors]);

  useEffect(() => {
    if (picture === undefined) return;
    focus.current.ink = inkColors(dark);
    picture.sigma.setSettings(settingsFor(focus.current.ink));
  }, [picture, dark]);

  useEffect(() => {
    if (picture === undefined) return;
    const { graph, sigma } = picture;
    const known = selected !== undefined && graph.hasNode(selected) ? selected : undefined;
    Object.assign(focus.current, { selected: known, near: new Set(known === undefined ? [] : graph.neighbors(known)) });
    sigma.refresh({ skipIndexation: true });
  }, [picture, selected, nodes, edges]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (picture === undefined) return;
    const camera = picture.sigma.getCamera();
    const keys: Readonly<Record<string, () => void>> = {
      ArrowRight: () => walk(1),
      ArrowDown: () => walk(1),
      ArrowLeft: () => walk(-1),
      ArrowUp: () => walk(-1),
      Enter: () => selected !== undefined && onOpen(selected),
      Escape: () => onSelect(undefined),
      "+": () => void camera.animatedZoom({ duration: 150 }),
      "-": () => void camera.animatedUnzoom({ duration: 150 }),
      "0": () => void camera.animatedReset({ duration: 150 }),
    };
    const act = keys[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };

  /** From one to the next, the most important first. */
  const walk = (step: 1 | -1) => {
    const next = neighbourInTurn(nodes, selected, step);
    if (next !== undefined) onSelect(next);
  };

  return (
    <div
      ref={container}
      className="drawing"
      tabIndex={0}
      role="application"
      aria-label="Drawing of the graph. Arrow keys go from one to the next, Enter shows the neighbours, plus and minus zoom."
      onKeyDown={onKeyDown}
    />
  );
}

/** The next of the list, which goes round. */
function neighbourInTurn(nodes: readonly MemoryNode[], selected: string | undefined, step: 1 | -1): string | undefined {
  const at = nodes.findIndex(({ id }) => id === selected);
  return nodes[at < 0 ? 0 : (at + step + nodes.length) % nodes.length]?.id;
}

/** undefined where the browser has no WebGL. */
function openPicture(element: HTMLElement, focus: Focus): Picture | undefined {
  const canvas = document.createElement("canvas");
  if (canvas.getContext("webgl2") === null) return undefined;
  const graph = newDrawnGraph();
  const sigma = new Sigma<NodeLook, EdgeLook>(graph, element, {
    allowInvalidContainer: true,
    renderEdgeLabels: true,
    zIndex: true,
    stagePadding: 60,
    labelDensity: 1.5,
    labelGridCellSize: 70,
    labelRenderedSizeThreshold: 6,
    labelFont: "system-ui, sans-serif",
    edgeLabelFont: "system-ui, sans-serif",
    labelSize: 12,
    edgeLabelSize: 11,
    minCameraRatio: 0.05,
    maxCameraRatio: 4,
    ...lookOf(graph, focus),
  });
  return { sigma, graph };
}
