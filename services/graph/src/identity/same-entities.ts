import type { EntityLink } from "../memory/proposal.ts";

type Link = Pick<EntityLink, "id" | "keptId" | "mergedId">;

interface Group {
  readonly ids: Set<string>;
  /** The first id in the order of text: the same whichever member is asked. */
  root: string;
}

/** Which entities are one, by the merges that hold. It ends in circles too, and joining costs what the smaller group has. */
export class SameEntities {
  private links: Link[];
  private readonly merged = new Map<string, number>();
  private readonly groups = new Map<string, Group>();

  constructor(links: readonly EntityLink[]) {
    this.links = links.filter((link) => !link.isUndone);
    for (const link of this.links) this.unite(link);
  }

  /** All that are one with this one, itself included. */
  of(id: string): ReadonlySet<string> {
    return this.groups.get(id)?.ids ?? new Set([id]);
  }

  has(id: string, other: string): boolean {
    return this.of(id).has(other);
  }

  /** The same for all of a group. */
  rootOf(id: string): string {
    return this.groups.get(id)?.root ?? id;
  }

  isMerged(id: string): boolean {
    return (this.merged.get(id) ?? 0) > 0;
  }

  join(link: Link): void {
    this.links.push(link);
    this.unite(link);
  }

  part(id: string): void {
    this.links = this.links.filter((link) => link.id !== id);
    this.groups.clear();
    this.merged.clear();
    for (const link of this.links) this.unite(link);
  }

  private unite({ keptId, mergedId }: Link): void {
    this.merged.set(mergedId, (this.merged.get(mergedId) ?? 0) + 1);
    const [a, b] = [this.groupOf(keptId), this.groupOf(mergedId)];
    if (a === b) return;
    const [large, small] = a.ids.size < b.ids.size ? [b, a] : [a, b];
    if (small.root < large.root) large.root = small.root;
    for (const id of small.ids) {
      large.ids.add(id);
      this.groups.set(id, large);
    }
  }

  private groupOf(id: string): Group {
    const known = this.groups.get(id) ?? { ids: new Set([id]), root: id };
    this.groups.set(id, known);
    return known;
  }
}
