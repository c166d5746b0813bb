import { isVisible, LociError } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { name as checkName } from "../rpc/proposals.ts";
import { passagesAbout } from "../store/forget-match.ts";
import { entitiesNamed, ofOnePerson } from "../store/read-entities.ts";
import { present } from "../store/time-view.ts";
import { endedQuietly, purgeRecords } from "./forget-records.ts";
import { forget, noTargets } from "./forgetting.ts";
import { inForgetRegion } from "./region.ts";

const coversEntity =
  "The entity, all that was known of it, the texts that this was read from, and what was derived from them alone: rows and their versions, vectors, texts of decisions, kept answers. A text that only mentions it stays.";

/**
 * Forgets an entity, all that is known of it, and the relations to it; of those that a reader sees as one, each under a ScopeSet
 * that memory:forget covers. A purge takes the texts that its facts were read from too, as they say the same.
 * @throws LociError `not_found` where the caller sees none and may forget none, `forbidden` where it sees some and may forget
 * none
 */
export async function deleteEntity(
  parts: Parts,
  request: graph.DeleteEntityRequest,
  call: Call,
): Promise<graph.ForgetRecordsResponse> {
  const { typeNorm, nameNorm } = checkName("", request);
  const seen = principalOf(call).grants["memory:read"] ?? [];
  return inForgetRegion(parts, call, { operation: request.operation, dryRun: false }, async (forgetting) => {
    const { tx, contextId, covered, scopeSets, author } = forgetting;
    const everywhere = { contextId, scopeSets: null, view: present };
    const named = await entitiesNamed(tx, everywhere, typeNorm, nameNorm);
    const mine = ofOnePerson(named.filter(({ scopeSet }) => covered === null || covered.includes(scopeSet)));
    if (mine.length === 0) {
      const isSeen = named.some(({ scopeSet }) => isVisible(seen, scopeSets.byKey.get(scopeSet) ?? []));
      if (isSeen) throw new LociError("forbidden", "memory:forget does not cover the entity's scopes.");
      throw new LociError("not_found", "There is no such entity.");
    }
    const entities = mine.map(({ id }) => id);
    if (request.purge) {
      const told = await passagesAbout(tx, contextId, entities, covered);
      return purgeRecords(parts, forgetting, [...entities, ...told], coversEntity);
    }
    await forget(parts, tx, contextId, { ...noTargets, entities }, { purge: false, keep: false, reason: "" }, author);
    return endedQuietly;
  });
}
