import Graph from "graphology";
import { disputedColor } from "./colors.ts";
import type { MemoryEdge, MemoryNode } from "./memory-graph.ts";

export interface NodeLook {
  x: number;
  y: number;
  size: number;
  color: string;
  label: string;
}

export interface EdgeLook {
  size: number;
  /** Written along the edge; "" until one of its ends is selected. */
  label: string;
  relation: string;
  /** Where sources disagree; all others have the page's own colour. */
  color?: string;
}

export type DrawnGraph = Graph<NodeLook, EdgeLook>;

export function newDrawnGraph(): DrawnGraph {
  return new Graph<NodeLook, EdgeLook>({ multi: true, type: "directed" });
}

/**
 * Brings the drawing to these nodes and the edges between them. What is drawn already keeps its place, and what is new begins
 * beside a neighbour.
 * @returns whether anything came or went, so that the layout has work
 */
export function updateDrawing(
  graph: DrawnGraph,
  nodes: readonly MemoryNode[],
  edges: readonly MemoryEdge[],
  colorOf: (type: string) => string,
): boolean {
  const wanted = new Set(nodes.map(({ id }) => id));
  const between = edges.filter(({ from, to }) => wanted.has(from) && wanted.has(to));
  const wantedEdges = new Set(between.map(({ id }) => id));
  const before = [graph.order, graph.size];
  const gone = graph.filterNodes((id) => !wanted.has(id));
  const goneEdges = graph.filterEdges((id) => !wantedEdges.has(id));
  for (const id of goneEdges) graph.dropEdge(id);
  for (const id of gone) graph.dropNode(id);

  let came = false;
  const beside = new Map(between.flatMap(({ from, to }) => [[from, to] as const, [to, from] as const]));
  for (const [i, node] of nodes.entries()) {
    const look = { size: sizeOf(node), color: colorOf(node.type), label: node.name };
    if (graph.hasNode(node.id)) graph.mergeNodeAttributes(node.id, look);
    else {
      came = true;
      graph.addNode(node.id, { ...look, ...placeOf(graph, beside.get(node.id), i) });
    }
  }
  for (const { id, from, to, label, disputed } of between) {
    if (graph.hasEdge(id)) continue;
    came = true;
    graph.addEdgeWithKey(id, from, to, {
      ...{ label: "", relation: label, size: disputed ? 2.5 : 1.2 },
      ...(disputed ? { color: disputedColor } : {}),
    });
  }
  return came || gone.length > 0 || goneEdges.length > 0 || before[0] === 0;
}

function sizeOf({ degree, importance }: MemoryNode): number {
  return Math.min(18, 4 + 1.6 * Math.sqrt(degree) + 2 * importance);
}

/** A place on a spiral: the same graph begins the same way each time, and no two nodes begin at one point. */
function placeOf(graph: DrawnGraph, neighbour: string | undefined, i: number): { x: number; y: number } {
  const angle = i * 2.399963;
  const around = (x: number, y: number, radius: number) => ({ x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) });
  if (neighbour === undefined || !graph.hasNode(neighbour)) return around(0, 0, 10 * Math.sqrt(i + 1));
  const { x, y } = graph.getNodeAttributes(neighbour);
  return around(x, y, 8);
}
