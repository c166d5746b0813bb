import type { Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { graph } from "@loci/protos";
import { profileSections } from "../memory/profile.ts";
import { reading, type Parts } from "../rpc/deps.ts";
import { personFacts, type PersonFact } from "../store/detailed-facts.ts";
import { readInstructions } from "../store/state.ts";
import { allowedLens, throughLens } from "./lens.ts";
import { present } from "../store/time-view.ts";

const mostFacts = 1_000;
const mostInstructions = 1_000;

/**
 * Whom the caller's region, or the lens, speaks of: what stands of every person in it, the user first, then those of whom most is known. It is
 * made of at most 1,000 facts, each with whose it is. static: identity; preferences: what somebody likes, wants or avoids;
 * dynamic: the present context and the changes of the last 30 days; instructions: those that are active.
 */
export async function getProfile(parts: Parts, request: graph.ProfileRequest, call: Call): Promise<graph.ProfileView> {
  const now = parts.clock();
  const lens = allowedLens(request.lens, call);
  return reading(parts, call, present, async (read) => {
    const { tx } = read;
    const sight = throughLens(read, lens);
    const facts = await personFacts(tx, sight, mostFacts);
    const instructions = await readInstructions(tx, sight, mostInstructions);
    const view: graph.ProfileView = {
      ...{ static: [], dynamic: [], preferences: [] },
      instructions: instructions.map(({ scopeSet, ...instruction }) => ({
        ...instruction,
        scopes: scopeSetMessage(read.scopeSets.byKey.get(scopeSet) ?? []),
      })),
    };
    for (const fact of facts) {
      for (const section of profileSections({ ...fact, knownAt: fact.knownAt.getTime() }, now)) view[section].push(entry(fact));
    }
    return view;
  });
}

function entry({ key, value, id, entity, disputed }: PersonFact): graph.ProfileEntry {
  return { key, value, factId: id, entity, disputed };
}
