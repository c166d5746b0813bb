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

/** What a document is compared by. */
export interface Features {
  /** The weight of all its features together; those at hand may be some of them only. */
  readonly mass: number;
  readonly byForm: ReadonlyMap<string, { readonly weight: number; readonly label: string }>;
}

/** A feature of more documents than these tells none of them apart. */
export const mostSharing = 200;
/** Rarity is measured as if among so many documents: what two documents share must weigh the same, however many others come. */
export const rarityAmong = 2_000;
/** Of a document's links of a kind so many are kept, the strongest. */
export const mostOfKind = 20;
const leastOverlap = 0.05;
const leastSimilarity = 0.6;

/**
 * Links documents by the features that they share: the weight of what both have in that of what either has, where a shared feature
 * counts the less the more documents have it.
 */
export function overlapLinks(kind: LinkKind, documents: ReadonlyMap<string, Features>): Link[] {
  const having = new Map<string, string[]>();
  for (const [id, { byForm }] of documents) {
    for (const form of byForm.keys()) {
      const listed = having.get(form);
      if (listed) listed.push(id);
      else having.set(form, [id]);
    }
  }
  const sharing = (form: string) => having.get(form)?.length ?? 1;
  const pairs = new Map<string, readonly [string, string]>();
  for (const ids of having.values()) {
    if (ids.length > mostSharing) continue;
    for (const a of ids) for (const b of ids) if (a < b) pairs.set(`${a} ${b}`, [a, b]);
  }
  return strongest([...pairs.values()].flatMap(([a, b]) => overlap(kind, documents, a, b, sharing) ?? []));
}

/** The strongest such links of one document to the others at hand; `sharing` tells how many documents have a feature. */
export function overlapLinksOf(
  kind: LinkKind,
  documents: ReadonlyMap<string, Features>,
  about: string,
  sharing: (form: string) => number,
): Link[] {
  const others = [...documents.keys()].filter((id) => id !== about);
  return strongestOfOne(others.flatMap((id) => overlap(kind, documents, ...inOrder(about, id), sharing) ?? []));
}

function inOrder(a: string, b: string): readonly [string, string] {
  return a < b ? [a, b] : [b, a];
}

const none: Features = { mass: 0, byForm: new Map() };

function overlap(
  kind: LinkKind,
  documents: ReadonlyMap<string, Features>,
  a: string,
  b: string,
  sharing: (form: string) => number,
): Link | undefined {
  const [left, right] = [documents.get(a) ?? none, documents.get(b) ?? none];
  let shared = 0;
  let either = left.mass + right.mass;
  let best = { value: 0, label: "" };
  for (const [form, { weight: x, label }] of left.byForm) {
    const y = right.byForm.get(form)?.weight;
    if (y === undefined) continue;
    const rare = rarity(sharing(form));
    const value = rare * Math.min(x, y);
    shared += value;
    either += rare * Math.max(x, y) - x - y;
    if (value > best.value) best = { value, label };
  }
  const weight = shared === 0 ? 0 : Math.min(shared / either, 1);
  return weight < leastOverlap ? undefined : { from: a, to: b, kind, weight, label: best.label };
}

/** 1 for a feature of one document, 0 for one that too many have. */
function rarity(documents: number): number {
  return documents > mostSharing ? 0 : Math.log(1 + rarityAmong / documents) / Math.log(1 + rarityAmong);
}

/** Links documents by how alike their mean vectors are. */
export function summaryLinks(vectors: ReadonlyMap<string, Float32Array>): Link[] {
  const all = [...vectors];
  const links: Link[] = [];
  for (const [i, one] of all.entries()) {
    for (let j = i + 1; j < all.length; j++) {
      const other = all[j];
      const link = other && alike(one, other);
      if (link) links.push(link);
    }
  }
  return strongest(links);
}

/** The strongest such links of one document to others. */
export function summaryLinksOf(own: Summary, others: ReadonlyMap<string, Float32Array>): Link[] {
  const links: Link[] = [];
  for (const other of others) {
    const link = other[0] === own[0] ? undefined : alike(own, other);
    if (link) links.push(link);
  }
  return strongestOfOne(links);
}

/** A document and its mean vector. */
export type Summary = readonly [id: string, vector: Float32Array];

function alike([a, left]: Summary, [b, right]: Summary): Link | undefined {
  if (left.length !== right.length) return undefined;
  const weight = cosine(left, right);
  if (weight < leastSimilarity) return undefined;
  const [from, to] = inOrder(a, b);
  return { from, to, kind: "document_summary", weight: Math.min(weight, 1), label: "" };
}

const leastRepetition = 0.1;

/** Links of a document to those of which it repeats a part. */
export function repetitionLinks(repetitions: readonly { readonly from: string; readonly to: string; readonly part: number }[]) {
  const telling = repetitions.filter(({ part }) => part >= leastRepetition);
  return telling.map(({ from, to, part }): Link => ({ from, to, kind: "document_link", weight: Math.min(part, 1), label: "" }));
}

/** The link of a document to one that it names. */
export function mentionLink(from: string, to: string, name: string): Link {
  return { from, to, kind: "document_link", weight: 1, label: name };
}

/** One link of a kind from one document to another: the strongest, and of those the one with a label. */
export function oneOfEach(links: readonly Link[]): Link[] {
  const best = new Map<string, Link>();
  for (const link of links) {
    const key = JSON.stringify([link.from, link.to, link.kind]);
    const known = best.get(key);
    if (known === undefined || link.weight > known.weight || (link.weight === known.weight && known.label === ""))
      best.set(key, link);
  }
  return [...best.values()];
}

/** Of each document its strongest links; a link stays when it is among those of either end. */
export function strongest(links: readonly Link[]): Link[] {
  const count = new Map<string, number>();
  return ranked(links).filter(({ from, to }) => {
    const [a, b] = [count.get(from) ?? 0, count.get(to) ?? 0];
    if (a >= mostOfKind && b >= mostOfKind) return false;
    count.set(from, a + 1);
    count.set(to, b + 1);
    return true;
  });
}

/** The strongest of links that have one document in common. */
export function strongestOfOne(links: readonly Link[]): Link[] {
  return ranked(links).slice(0, mostOfKind);
}

function ranked(links: readonly Link[]): Link[] {
  return [...links].sort((a, b) => b.weight - a.weight || (a.from < b.from || (a.from === b.from && a.to < b.to) ? -1 : 1));
}
