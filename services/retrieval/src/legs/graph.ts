import type { Call } from "@loci/platform/call";
import { presentTime } from "@loci/platform/messages";
import type { common, graph, GraphService } from "@loci/protos";

/** What the graph knows of the entities that a question names. */
export interface GraphLeg {
  readonly entities: readonly graph.FoundEntity[];
  /** Facts of those entities and of what they are related to, nearest first. */
  readonly facts: readonly graph.NeighbourhoodFact[];
  readonly distance: ReadonlyMap<string, number>;
  /** The turn that each fact was read from. */
  readonly sourceOf: ReadonlyMap<string, string>;
}

const maxEntities = 8;

/** How far is looked around the entities that are named. */
interface Around {
  /** Of how many facts at most. */
  readonly limit: number;
  readonly time: common.TimeView | null;
  readonly lens: common.ScopeSet | null;
  readonly hops?: 1 | 2;
}

export async function askGraph(
  service: Pick<GraphService<Call>, "findEntities" | "neighbourhood">,
  names: readonly string[],
  { limit, time, lens, hops = 2 }: Around,
  call: Call,
): Promise<GraphLeg> {
  const found =
    names.length === 0 ? { entities: [] } : await service.findEntities({ names: [...names], limit: maxEntities, lens }, call);
  if (found.entities.length === 0) return { entities: [], facts: [], distance: new Map(), sourceOf: new Map() };
  const entityIds = found.entities.map((entity) => entity.id);
  const { facts } = await service.neighbourhood({ entityIds, hops, limit, time: time ?? presentTime }, call);
  return {
    entities: found.entities,
    facts,
    distance: new Map(facts.map((fact) => [fact.id, Math.max(1, fact.distance)])),
    sourceOf: new Map(facts.filter((fact) => fact.turnId !== "").map((fact) => [fact.id, fact.turnId])),
  };
}
