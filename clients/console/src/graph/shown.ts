import type { MemoryGraph, MemoryNode } from "./memory-graph.ts";

/** So many nodes are shown before anybody asks for more. */
export const firstShown = 60;

/** What somebody looks at: where it began, what was opened up, and which types are hidden. */
export interface Exploring {
  /** Show everything, not only what was opened up. */
  readonly all: boolean;
  readonly opened: ReadonlySet<string>;
  readonly hiddenTypes: ReadonlySet<string>;
}

/** The nodes to draw: all, or the most important and what was opened up with its neighbours; none of a hidden type. */
export function shownNodes(graph: MemoryGraph, { all, opened, hiddenTypes }: Exploring): MemoryNode[] {
  const nodes = [...graph.nodes.values()];
  const wanted = new Set(nodes.slice(0, firstShown).map(({ id }) => id));
  for (const id of opened) {
    wanted.add(id);
    for (const neighbour of graph.neighbours.get(id) ?? []) wanted.add(neighbour);
  }
  return nodes.filter(({ id, type }) => (all || wanted.has(id)) && !hiddenTypes.has(type));
}

/** Those whose name holds what was typed; names that begin with it come first. */
export function searchNodes(graph: MemoryGraph, text: string, most: number): MemoryNode[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  const found = [...graph.nodes.values()].filter(({ name }) => name.toLowerCase().includes(wanted));
  return found
    .sort((a, b) => Number(b.name.toLowerCase().startsWith(wanted)) - Number(a.name.toLowerCase().startsWith(wanted)))
    .slice(0, most);
}

/** The types in a graph with how many nodes each has, the largest first. */
export function typesOf(graph: MemoryGraph): { type: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { type } of graph.nodes.values()) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1));
}
