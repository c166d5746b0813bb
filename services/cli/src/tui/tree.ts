/** The entity tree: types, their entities, their facts. Facts are loaded when an entity is opened. */
import { said } from "../workbench/details.ts";
import type { Entity, EntityPage, EntityView, Fact } from "../workbench/memory.ts";
import { scrolled } from "./layout.ts";

export interface Tree {
  readonly entities: readonly Entity[];
  /** How many there are on the server; more than are loaded, perhaps. */
  readonly total: number;
  readonly loaded: boolean;
  readonly open: ReadonlySet<string>;
  readonly views: ReadonlyMap<string, EntityView>;
  readonly chosen: number;
  readonly top: number;
}

export const emptyTree: Tree = {
  entities: [],
  total: 0,
  loaded: false,
  open: new Set(),
  views: new Map(),
  chosen: 0,
  top: 0,
};

export type TreeRow =
  | { readonly kind: "type"; readonly id: string; readonly label: string; readonly open: boolean; readonly count: number }
  | { readonly kind: "entity"; readonly id: string; readonly label: string; readonly open: boolean; readonly entity: Entity }
  | { readonly kind: "fact"; readonly id: string; readonly label: string; readonly fact: Fact; readonly entity: Entity }
  | { readonly kind: "more" | "note"; readonly id: string; readonly label: string };

/** What is seen of the tree, from its first row to its last. */
export function treeRows({ entities, total, open, views }: Tree): readonly TreeRow[] {
  const types = new Map<string, Entity[]>();
  for (const entity of entities) types.set(entity.type, [...(types.get(entity.type) ?? []), entity]);
  const rows: TreeRow[] = [];
  for (const [type, members] of [...types].sort(([a], [b]) => a.localeCompare(b))) {
    const id = `type:${type}`;
    rows.push({ kind: "type", id, label: type, open: open.has(id), count: members.length });
    if (!open.has(id)) continue;
    for (const entity of members.toSorted((a, b) => a.name.localeCompare(b.name))) {
      rows.push({ kind: "entity", id: entity.id, label: entity.name, open: open.has(entity.id), entity });
      if (open.has(entity.id)) rows.push(...factRows(entity, views.get(entity.id)));
    }
  }
  const left = total - entities.length;
  if (left > 0) rows.push({ kind: "more", id: "more", label: `${left} more` });
  return rows;
}

function factRows(entity: Entity, view: EntityView | undefined): readonly TreeRow[] {
  if (view === undefined) return [{ kind: "note", id: `${entity.id}#loading`, label: "loading" }];
  if (view.facts.length === 0) return [{ kind: "note", id: `${entity.id}#none`, label: "nothing is known" }];
  return view.facts.map((fact) => ({ kind: "fact", id: fact.id, label: said(fact), fact, entity }));
}

export function chosenRow(tree: Tree): TreeRow | undefined {
  return treeRows(tree)[tree.chosen];
}

export function moveTo(tree: Tree, index: number, height: number): Tree {
  const { length } = treeRows(tree);
  const chosen = Math.max(0, Math.min(length - 1, index));
  return { ...tree, chosen, top: scrolled(tree.top, chosen, length, height) };
}

export function setOpen(tree: Tree, id: string, isOpen: boolean): Tree {
  const open = new Set(tree.open);
  if (isOpen) open.add(id);
  else open.delete(id);
  return { ...tree, open };
}

/** The index of the row that the chosen one stands under; its own where it stands under none. */
export function parentIndex(tree: Tree): number {
  const rows = treeRows(tree);
  const kind = rows[tree.chosen]?.kind;
  const above = kind === "entity" ? "type" : kind === "fact" || kind === "note" ? "entity" : undefined;
  if (above === undefined) return tree.chosen;
  return rows.findLastIndex((row, i) => i < tree.chosen && row.kind === above);
}

/** The first page begins anew, later ones are added; the chosen row stays chosen where it is still there. */
export function withPage(tree: Tree, offset: number, { entities, total }: EntityPage): Tree {
  const before = chosenRow(tree)?.id;
  const kept = offset === 0 ? [] : tree.entities;
  const had = new Set(kept.map(({ id }) => id));
  const merged = [...kept, ...entities.filter(({ id }) => !had.has(id))];
  // A few types are shown open: a tree of closed types tells nothing.
  const types = [...new Set(merged.map(({ type }) => `type:${type}`))];
  const open = tree.loaded || types.length > 6 ? tree.open : new Set([...tree.open, ...types]);
  const views = offset === 0 ? new Map([...tree.views].filter(([id]) => tree.open.has(id))) : tree.views;
  const next: Tree = { ...tree, entities: merged, total, loaded: true, open, views };
  const at = treeRows(next).findIndex(({ id }) => id === before);
  return { ...next, chosen: at >= 0 ? at : Math.max(0, Math.min(tree.chosen, treeRows(next).length - 1)) };
}

export function withView(tree: Tree, view: EntityView): Tree {
  const views = new Map(tree.views);
  views.set(view.entity.id, view);
  const isThere = tree.entities.some(({ id }) => id === view.entity.id);
  const { id, type, name } = view.entity;
  return isThere ? { ...tree, views } : { ...tree, views, entities: [...tree.entities, { id, type, name }], total: tree.total + 1 };
}
