import { normaliseName, regionAsScopeSet, selfName, type ScopeSet } from "@loci/kernel";
import { regionFor, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { personOf } from "../identity/self.ts";
import { allowedLens, throughLens } from "../knowing/lens.ts";
import { groupsOfSame, matchNames, type Match } from "../store/read-entities.ts";
import { present } from "../store/time-view.ts";
import { atMost, integer, text } from "./checks.ts";
import { reading, type Parts } from "./deps.ts";

/** The visible entities that these names may mean; what is seen as one with one of them comes beside it, under its name. */
export async function findEntities(
  parts: Parts,
  request: graph.FindEntitiesRequest,
  call: Call,
): Promise<graph.FindEntitiesResponse> {
  atMost("/names", request.names, 256);
  const limit = integer("/limit", request.limit, 1, 500);
  const asked = new Map<string, string>();
  request.names.forEach((name, i) => {
    const nameNorm = normaliseName(text(`/names/${i}`, name, 512));
    // Of two spellings the first one: a question's names come as they are written in it, then in lower case.
    if (!asked.has(nameNorm)) asked.set(nameNorm, name);
  });
  asked.delete("");
  const lens = allowedLens(request.lens, call);
  return reading(parts, call, present, async (read) => {
    const { tx } = read;
    const sight = throughLens(read, lens);
    const all = asked.size === 0 ? [] : await matchNames(tx, sight, [...asked.keys()], limit);
    const found = ofAsker(all, personOf(lens ?? askersRegion(call), ""));
    const same = await groupsOfSame(
      tx,
      sight,
      found.map(({ id }) => id),
    );
    const listed = new Set<string>();
    const byId = new Map(found.map((one) => [one.id, one.matched]));
    return {
      entities: found.flatMap(({ id, type, name, matched }) => {
        if (listed.has(id)) return [];
        const others = (same.get(id) ?? []).filter((other) => other !== id && !listed.has(other));
        for (const other of [id, ...others]) listed.add(other);
        // Each may have been found by a name of its own.
        const matchedBy = (one: string) => asked.get(byId.get(one) ?? matched) ?? name;
        return [id, ...others].map((one) => ({ id: one, entityType: type, name, matchedName: matchedBy(one) }));
      }),
    };
  });
}

/** "I" is one person: the asker, or the only one whom the asker sees; nobody where it may be several. */
function ofAsker(found: readonly Match[], asker: string): Match[] {
  const isSelf = ({ matched, person }: Match) => matched === selfName && person !== "";
  const persons = new Set(found.filter(isSelf).map(({ person }) => person));
  const [only, ...others] = persons.has(asker) ? [asker] : persons;
  return found.filter((one) => !isSelf(one) || (others.length === 0 && one.person === only));
}

function askersRegion(call: Call): ScopeSet {
  return call.caller.kind === "service" ? [] : regionAsScopeSet(regionFor(call, "memory:read"));
}
