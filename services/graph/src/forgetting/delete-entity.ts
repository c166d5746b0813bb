import { isVisible, LociError } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { name as checkName } from "../rpc/proposals.ts";
import { forgottenEntities, forgottenPassagesAbout } from "../store/forget-match.ts";
import { entitiesNamed, ofOnePerson } from "../store/read-entities.ts";
import { present } from "../store/time-view.ts";
import { asWhole, endedQuietly, endRecords, inForgetRegionTold } from "./forget-records.ts";

const coversEntity =
  "The entity, all that was known of it, the words that this was read from, and what was derived from them alone: rows and their versions, vectors, texts of decisions, kept answers. A text that only mentions it stays.";

/**
 * Forgets an entity, all that is known of it, the relations to it, and the words that this was read from; of those that a reader sees as one,
 * each under a ScopeSet that memory:forget covers. A purge takes what was deleted under
 * the name before, too. A dry run tells what would go.
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
  const { operation, dryRun, purge, replies } = request;
  return inForgetRegionTold(parts, call, { operation, dryRun, deed: ["deleteEntity"] }, async (forgetting, tell) => {
    const { tx, contextId, covered, known, scopeSets } = forgetting;
    // Who is one with it for others alone is somebody else here.
    const sight = { contextId, scopeSets: known, view: present };
    const named = await entitiesNamed(tx, sight, typeNorm, nameNorm);
    const hidden = purge ? await forgottenEntities(tx, sight, typeNorm, nameNorm) : [];
    const isMine = ({ scopeSet }: { readonly scopeSet: string }) => covered === null || covered.includes(scopeSet);
    const mine = ofOnePerson([...named, ...hidden].filter(isMine));
    if (mine.length === 0) {
      const isSeen = named.some(({ scopeSet }) => isVisible(seen, scopeSets.byKey.get(scopeSet) ?? []));
      if (isSeen) throw new LociError("forbidden", "memory:forget does not cover the entity's scopes.");
      throw new LociError("not_found", "There is no such entity.");
    }
    const entities = mine.map(({ id }) => id);
    const told = purge ? await forgottenPassagesAbout(tx, contextId, entities, covered) : [];
    const asked = [...entities.map((id) => ({ ...asWhole(id), withWords: true })), ...[...told, ...replies].map(asWhole)];
    const ended = await endRecords(
      parts,
      forgetting,
      asked,
      { dryRun, purge, keep: false, reason: "", covers: coversEntity },
      tell,
    );
    return purge || dryRun ? ended : endedQuietly(ended);
  });
}
