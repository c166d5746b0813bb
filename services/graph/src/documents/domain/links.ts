import { cosine } from "@loci/kernel";

export const linkKinds = ["knowledge_has_keyword", "section_match", "document_link", "document_summary"] as const;
export type LinkKind = (typeof linkKinds)[number];

export interface Link {
  readonly from: string;
  readonly to: string;
  readonly kind: LinkKind;
  /** 0 to 1. */
  readonly weight: number;
  readonly label: string;
}

/** What documents have in common, by what it is compared by. */
export type Features = ReadonlyMap<string, { readonly weight: number; readonly label: string }>;

const leastOverlap = 0.05;
const leastSimilarity = 0.6;
const mostOfKind = 20;
/** A feature of more documents than these tells none of them apart. */
const mostSharing = 200;

/**
 * Links documents by the features that they share: the weight of what both have in that of what either has, where a feature
 * counts the more the fewer documents have it. With `about` only the links of that document.
 */
export function overlapLinks(kind: LinkKind, documents: ReadonlyMap<string, Features>, about?: string): Link[] {
  const having = new Map<string, string[]>();
  for (const [id, features] of documents) {
    for (const feature of features.keys()) {
      const listed = having.get(feature);
      if (listed) listed.push(id);
      else having.set(feature, [id]);
    }
  }
  const rarity = (feature: string) => Math.log(1 + documents.size / (having.get(feature)?.length ?? 1));
  const pairs = new Map<string, readonly [string, string]>();
  for (const ids of having.values()) {
    if (ids.length > mostSharing) continue;
    for (const a of about === undefined ? ids : ids.filter((id) => id === about)) {
      for (const b of ids) if (a !== b) pairs.set(pairKey(a, b), a < b ? [a, b] : [b, a]);
    }
  }
  const links = [...pairs.values()].flatMap(([a, b]) => overlap(kind, a, b, documents, rarity) ?? []);
  return strongest(links);
}

function pairKey(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

const none: Features = new Map();

function overlap(
  kind: LinkKind,
  a: string,
  b: string,
  documents: ReadonlyMap<string, Features>,
  rarity: (feature: string) => number,
): Link | undefined {
  const [left, right] = [documents.get(a) ?? none, documents.get(b) ?? none];
  let shared = 0;
  let either = 0;
  let best = { value: 0, label: "" };
  for (const feature of new Set([...left.keys(), ...right.keys()])) {
    const [x, y] = [left.get(feature)?.weight ?? 0, right.get(feature)?.weight ?? 0];
    const value = rarity(feature) * Math.min(x, y);
    shared += value;
    either += rarity(feature) * Math.max(x, y);
    if (value > best.value) best = { value, label: left.get(feature)?.label ?? "" };
  }
  const weight = either === 0 ? 0 : shared / either;
  return weight < leastOverlap ? undefined : { from: a, to: b, kind, weight, label: best.label };
}

/** Links documents by how alike their mean vectors are. */
export function summaryLinks(vectors: ReadonlyMap<string, Float32Array>, about?: string): Link[] {
  const all = [...vectors].sort(([a], [b]) => (a < b ? -1 : 1));
  const links: Link[] = [];
  for (const [i, [a, left]] of all.entries()) {
    for (const [b, right] of all.slice(i + 1)) {
      if ((about !== undefined && a !== about && b !== about) || left.length !== right.length) continue;
      const weight = cosine(left, right);
      if (weight >= leastSimilarity)
        links.push({ from: a, to: b, kind: "document_summary", weight: Math.min(weight, 1), label: "" });
    }
  }
  return strongest(links);
}

/** Of each document its strongest links; a link stays when it is among those of either end. */
export function strongest(links: readonly Link[]): Link[] {
  const ranked = [...links].sort((a, b) => b.weight - a.weight || (pairKey(a.from, a.to) < pairKey(b.from, b.to) ? -1 : 1));
  const count = new Map<string, number>();
  return ranked.filter(({ from, to }) => {
    const [a, b] = [count.get(from) ?? 0, count.get(to) ?? 0];
    if (a >= mostOfKind && b >= mostOfKind) return false;
    count.set(from, a + 1);
    count.set(to, b + 1);
    return true;
  });
}
