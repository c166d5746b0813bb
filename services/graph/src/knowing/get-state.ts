import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { timeView } from "../rpc/checks.ts";
import { reading, type Parts } from "../rpc/deps.ts";
import { detailedFact } from "../rpc/detailed.ts";
import { entityDetail } from "../rpc/details.ts";
import { aboutText, reasonText } from "../rpc/uncertainty-text.ts";
import { factsByCategory } from "../store/detailed-facts.ts";
import { entitiesByCategory, instructionsAndUnknowns, type Unknown } from "../store/state.ts";
import { allowedLens, throughLens } from "./lens.ts";

/** Of each kind in each category the most important ones, and as many instructions and uncertainties. */
const most = 1_000;

/**
 * What stands within the lens, by memory category: at most 1,000 entities, attributes and relations of each, the most important
 * first; with the instructions that are active and the uncertainties that are open at that time, at most 1,000 of each too.
 * @throws LociError `forbidden` for a lens that lies outside of what the caller may read
 */
export async function getState(parts: Parts, request: graph.StateRequest, call: Call): Promise<graph.StateView> {
  const lens = allowedLens(request.lens, call);
  const view = timeView(request.time);
  return reading(parts, call, view, async (read) => {
    const { tx } = read;
    const sight = throughLens(read, lens);
    const entities = await entitiesByCategory(tx, sight, most);
    const facts = (await factsByCategory(tx, sight, most)).map((fact) => detailedFact(read, fact));
    const { instructions, unknowns } = await instructionsAndUnknowns(tx, sight, most);
    const category = (name: string): graph.CategoryState => ({
      entities: entities.filter((entity) => entity.category === name).map(entityDetail),
      attributes: facts.filter((fact) => fact.memoryCategory === name && fact.kind === "attribute"),
      relations: facts.filter((fact) => fact.memoryCategory === name && fact.kind === "relation"),
    });
    return {
      ...{ identity: category("identity"), knowledge: category("knowledge"), context: category("context"), instructions },
      unknowns: unknowns.flatMap(knownBy(view.asOf)).map(({ id, type, name, key, reason, candidates }) => ({
        ...{ id, about: aboutText(type, name, key), reason: reasonText(reason, candidates) },
      })),
    };
  });
}

/** An uncertainty as it was known on that day: with the values that were known, and none where there was but one. */
function knownBy(asOf: string): (unknown: Unknown) => Unknown[] {
  if (asOf === "") return (unknown) => [unknown];
  return (unknown) => {
    const candidates = unknown.candidates.filter(({ knownAt }) => Date.parse(knownAt) <= Date.parse(asOf));
    return candidates.length < 2 ? [] : [{ ...unknown, candidates }];
  };
}
