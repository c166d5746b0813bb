import type { graph, retrieval } from "@loci/protos";

/** How closely two documents are linked: by which kinds of edge, and how strongly, 0 to 1. */
export interface Link {
  readonly kinds: ReadonlySet<string>;
  readonly weight: number;
}

/** The links of each document to others. */
export type Links = ReadonlyMap<string, ReadonlyMap<string, Link>>;

const maxEvidence = 5;

/** Links of one edge. Edges go both ways, and several between two documents support each other. */
export function linksOf(edges: readonly graph.DocumentEdge[]): Links {
  const links = new Map<string, Map<string, Link>>();
  const seen = new Set<string>();
  for (const { fromDocument, toDocument, kind, weight } of edges) {
    const [first = "", second = ""] = [fromDocument, toDocument].sort();
    const edge = `${kind} ${first} ${second}`;
    if (first === second || seen.has(edge)) continue;
    seen.add(edge);
    for (const [from, to] of [[first, second] as const, [second, first] as const]) {
      const own = links.get(from) ?? new Map<string, Link>();
      const held = own.get(to) ?? { kinds: [], weight: 0 };
      // Each is a further reason, and all together are never more than 1.
      own.set(to, { kinds: new Set([...held.kinds, kind]), weight: held.weight + weight - held.weight * weight });
      links.set(from, own);
    }
  }
  return links;
}

/** Links out to so many hops: a longer way is as strong as the product of its links, and the strongest way counts. */
export function linksWithin(direct: Links, hops: number): Links {
  let links = direct;
  for (let hop = 1; hop < hops; hop++) {
    const farther = new Map<string, Map<string, Link>>();
    for (const [from, own] of links) {
      const reached = new Map(own);
      for (const [middle, way] of own) {
        for (const [to, step] of direct.get(middle) ?? []) {
          const weight = way.weight * step.weight;
          if (to !== from && weight > (reached.get(to)?.weight ?? 0))
            reached.set(to, { kinds: new Set([...way.kinds, ...step.kinds]), weight });
        }
      }
      farther.set(from, reached);
    }
    links = farther;
  }
  return links;
}

/**
 * How much other documents speak for each of these, 1 for the one with most of it.
 * @param strengths the documents that speak for others, with the score of the best chunk of each
 */
export function supportOf(
  ids: Iterable<string>,
  links: Links,
  strengths: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const raw = [...ids].map((id): [string, number] => {
    const own = [...(links.get(id) ?? [])];
    return [id, own.reduce((sum, [other, link]) => sum + link.weight * (strengths.get(other) ?? 0), 0)];
  });
  const most = Math.max(0, ...raw.map(([, support]) => support));
  return new Map(most === 0 ? [] : raw.map(([id, support]) => [id, support / most]));
}

/** What speaks for a document, strongest first: its links to the other documents that answer. @param titles of those documents */
export function evidenceFor(id: string, links: Links, titles: ReadonlyMap<string, string>): retrieval.GraphEvidence[] {
  return [...(links.get(id) ?? [])]
    .filter(([other]) => titles.has(other))
    .sort(([a, one], [b, other]) => other.weight - one.weight || (a < b ? -1 : 1))
    .slice(0, maxEvidence)
    .map(([other, { kinds, weight }]) => {
      const [kind = ""] = kinds;
      return { edgeKind: kinds.size > 1 ? "hybrid_graph" : kind, neighbourLabel: titles.get(other) ?? "", weight };
    });
}
