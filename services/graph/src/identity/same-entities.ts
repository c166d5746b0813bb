import type { EntityLink } from "../memory/proposal.ts";

type Link = Pick<EntityLink, "id" | "keptId" | "mergedId">;

/** Which entities are one, by the merges that hold. It ends in circles too. */
export class SameEntities {
  private links: Link[];
  private groups: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor(links: readonly EntityLink[]) {
    this.links = links.filter((link) => !link.isUndone);
  }

  /** All that are one with this one, itself included. */
  of(id: string): ReadonlySet<string> {
    this.groups ??= groupsOf(this.links);
    return this.groups.get(id) ?? new Set([id]);
  }

  has(id: string, other: string): boolean {
    return this.of(id).has(other);
  }

  /** The same for all of a group. */
  rootOf(id: string): string {
    return [...this.of(id)].sort()[0] ?? id;
  }

  isMerged(id: string): boolean {
    return this.links.some(({ mergedId }) => mergedId === id);
  }

  join(link: Link): void {
    this.links.push(link);
    this.groups = undefined;
  }

  part(id: string): void {
    this.links = this.links.filter((link) => link.id !== id);
    this.groups = undefined;
  }
}

function groupsOf(links: readonly Link[]): Map<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>();
  for (const { keptId, mergedId } of links) {
    const [one, other] = [groups.get(keptId) ?? new Set([keptId]), groups.get(mergedId) ?? new Set([mergedId])];
    for (const id of other) one.add(id);
    for (const id of one) groups.set(id, one);
  }
  return groups;
}
