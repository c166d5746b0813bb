import type { Schemas } from "@loci/client";

export type ScopeNode = Schemas["ScopeNode"];

/** A path of the tree; without a node where only paths below it are registered. */
export interface Branch {
  readonly path: string;
  /** Its last segment. */
  readonly name: string;
  readonly node: ScopeNode | undefined;
  readonly children: readonly Branch[];
}

interface Growing {
  readonly path: string;
  readonly name: string;
  node: ScopeNode | undefined;
  readonly children: Map<string, Growing>;
}

/** Registered paths as a tree, each level by name. */
export function treeOf(nodes: readonly ScopeNode[]): Branch[] {
  const root: Growing = { path: "", name: "", node: undefined, children: new Map() };
  for (const node of nodes) {
    let at = root;
    for (const name of node.path.split("/").filter((segment) => segment !== "")) {
      const below = at.children.get(name) ?? {
        path: at.path === "" ? name : `${at.path}/${name}`,
        name,
        node: undefined,
        children: new Map(),
      };
      at.children.set(name, below);
      at = below;
    }
    at.node = node;
  }
  return branchesOf(root);
}

function branchesOf({ children }: Growing): Branch[] {
  return [...children.values()]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map((child) => ({ path: child.path, name: child.name, node: child.node, children: branchesOf(child) }));
}
