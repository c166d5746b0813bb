import type { IndexedScopeSet, SearchRequest, Tail } from "@loci/ports/search-index";
import { countedBy } from "./document.ts";
import { tailOf } from "./tail.ts";

/** What every leg's candidates must satisfy: the caller's ScopeSets, the classes and documents, the labels, the known time. */
export function filters(request: SearchRequest): object[] {
  const { contextId, classes, documentIds, labels, asOf, includeEnded } = request;
  const parts: object[] = [{ term: { contextId } }];
  if (!request.everything) parts.push(within(request.scopeSets));
  if (classes) parts.push({ terms: { class: classes } });
  if (documentIds) parts.push({ terms: { documentId: documentIds.filter((id) => id !== "") } });
  for (const { key, values } of labels) parts.push({ terms: { labels: values.map((value) => `${key}=${value}`) } });
  if (asOf !== "") parts.push({ range: { knownAt: { lte: asOf } } });
  if (!includeEnded) parts.push(asOf === "" ? stands : { bool: { should: [stands, { range: { knownUntil: { gt: asOf } } }] } });
  if (request.tail !== undefined) parts.push(...outside(request.tail));
  return parts;
}

/** What the tail brings along, or takes away, is not to be found as it was before. */
export function outside(tail: Tail): object[] {
  const ids = [...tailOf(tail).ids];
  return ids.length === 0 ? [] : [{ bool: { must_not: [{ terms: { id: ids } }] } }];
}

const stands = { bool: { must_not: [{ exists: { field: "knownUntil" } }] } };

export function within(scopeSets: readonly IndexedScopeSet[]): object {
  return { terms: { counted: scopeSets.map(countedBy) } };
}
