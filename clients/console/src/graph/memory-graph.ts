import type { AnswerOf, Schemas } from "@loci/client";

/** An entity, or a value that several entities share. */
export interface MemoryNode {
  /** `Type/name` of an entity; `=value` of a value. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly importance: number;
  /** How many edges it has. */
  readonly degree: number;
}

export interface MemoryEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly label: string;
  /** Sources disagree about it. */
  readonly disputed: boolean;
}

/** What is known at one time: nodes by id, the most important first, and the edges between them. */
export interface MemoryGraph {
  readonly nodes: ReadonlyMap<string, MemoryNode>;
  readonly edges: readonly MemoryEdge[];
  readonly neighbours: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The type of a value that several entities share. */
export const valueType = "shared value";
const longestValue = 80;

type State = Pick<AnswerOf<"getState">, "identity" | "knowledge" | "context">;

/** The graph in a state: entities and relations, and with each value that more than one entity has a node of its own. */
export function memoryGraphOf(state: State): MemoryGraph {
  const categories = [state.identity, state.knowledge, state.context];
  const found = new Map<string, Omit<MemoryNode, "degree">>();
  for (const { name, entityType, importance } of categories.flatMap((category) => category.entities)) {
    const id = `${entityType}/${name}`;
    found.set(id, { id, name, type: entityType, importance });
  }
  const edges = [...relationEdges(categories, found), ...sharedValues(categories, found)];
  const neighbours = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    neighboursOf(neighbours, from).add(to);
    neighboursOf(neighbours, to).add(from);
  }
  const nodes = [...found.values()]
    .map((node) => ({ ...node, degree: neighbours.get(node.id)?.size ?? 0 }))
    .sort((a, b) => weight(b) - weight(a) || (a.id < b.id ? -1 : 1));
  return { nodes: new Map(nodes.map((node) => [node.id, node])), edges, neighbours };
}

const weight = ({ importance, degree }: MemoryNode) => importance + Math.log2(1 + degree);

function neighboursOf(neighbours: Map<string, Set<string>>, id: string): Set<string> {
  const known = neighbours.get(id) ?? new Set();
  neighbours.set(id, known);
  return known;
}

type Categories = readonly Schemas["CategoryState"][];
type Found = Map<string, Omit<MemoryNode, "degree">>;

/** Relations whose ends are both known; what only a relation names becomes a node too. */
function relationEdges(categories: Categories, found: Found): MemoryEdge[] {
  return categories
    .flatMap((category) => category.relations)
    .map(({ id, subject, object, label, uncertaintyIds }) => {
      for (const end of [subject, object]) if (!found.has(end)) found.set(end, named(end));
      return { id, from: subject, to: object, label: spoken(label), disputed: uncertaintyIds.length > 0 };
    });
}

function named(id: string): Omit<MemoryNode, "degree"> {
  const slash = id.indexOf("/");
  return { id, name: id.slice(slash + 1), type: slash < 0 ? "Thing" : id.slice(0, slash), importance: 0 };
}

/**
 * Attributes as edges: to the entity whose name their value is, or to a node for a value that several entities have. A value that
 * is the name of more than one entity names none of them.
 */
function sharedValues(categories: Categories, found: Found): MemoryEdge[] {
  const byName = new Map<string, string | undefined>();
  for (const { id, name } of found.values()) {
    const key = name.toLowerCase();
    byName.set(key, byName.has(key) ? undefined : id);
  }
  const facts = categories
    .flatMap((category) => category.attributes)
    .filter(({ value, entity }) => value.length <= longestValue && found.has(entity));
  const holders = Map.groupBy(facts, ({ value }) => `=${value.trim().toLowerCase()}`);
  return [...holders].flatMap(([id, facts]) => {
    const [first] = facts;
    const named = byName.get(id.slice(1));
    if (named !== undefined) return facts.filter(({ entity }) => entity !== named).map((fact) => valueEdge(fact, named));
    if (first === undefined || new Set(facts.map(({ entity }) => entity)).size < 2) return [];
    found.set(id, { id, name: first.value, type: valueType, importance: 0 });
    return facts.map((fact) => valueEdge(fact, id));
  });
}

function valueEdge({ id, entity, key, uncertaintyIds }: Schemas["AttributeDetail"], to: string): MemoryEdge {
  return { id, from: entity, to, label: spoken(key), disputed: uncertaintyIds.length > 0 };
}

const spoken = (key: string) => key.replaceAll("_", " ");

/** When anything in a state came to be known, from the earliest on. */
export function knownTimes(state: State): number[] {
  const times = [state.identity, state.knowledge, state.context].flatMap(({ entities, attributes, relations }) =>
    [...entities, ...attributes, ...relations].map(({ createdAt }) => Date.parse(createdAt)),
  );
  return [...new Set(times)].sort((a, b) => a - b);
}
