import { invalidField, LociError } from "@loci/kernel";
import { regionFor, type Call } from "@loci/platform/call";
import type { graph, ingest } from "@loci/protos";
import { applyDerived } from "./apply.ts";
import { checkElaboration } from "./checks.ts";
import type { DeriveDeps } from "./deps.ts";
import { deriveFrom } from "./derive.ts";
import { groupsOf, sweepOf, type Pool } from "./pages.ts";
import { shownFact } from "./shown.ts";

const defaultBudget = 20;
const maxBudget = 200;
const factsOfAGroup = 200;

/**
 * Concludes relations and a summary of one entity, or of those of which the most is new. Loci's own call goes on until nothing is
 * new; each page is kept before the next is read.
 * @throws LociError `not_found` for an entity that the caller does not see
 */
export function elaborateWith(deps: DeriveDeps) {
  return async (request: ingest.ElaborateRequest, call: Call): Promise<ingest.ElaborateResponse> => {
    const isOwn = call.caller.kind === "service";
    if (!isOwn) regionFor(call, "memory:read");
    const outcomes: ingest.ElaborateOutcome[] = [];
    let relationsEmitted = 0;
    const pool = poolOf(request);
    const groups = isOwn && pool.sweep ? undefined : await groupsOf(pool, deps, call);
    if (groups?.length === 0 && !pool.sweep) throw new LociError("not_found", "There is no such entity.");
    const { degraded } = await deriveFrom(
      groups ? [groups] : sweepOf(pool, deps, call),
      {
        stage: "elaboration",
        async conclude(model, { entity: named, facts: gathered }, signal) {
          const entity = named ?? { type: "", name: "" };
          const facts = gathered.map(shownFact);
          return checkElaboration(await model.elaborate({ entity, facts }, signal), entity, facts);
        },
        async keep(derived, looked) {
          if (isOwn) {
            // A whole context's outcomes would be more than a message holds, and nobody reads them.
            relationsEmitted += emitted(await applyDerived("elaborate", derived, request.dryRun, deps, call));
            return;
          }
          // One by one: what was proposed is told for each entity.
          for (const [i, group] of derived.entries()) {
            const proposed = await applyDerived("elaborate", [group], request.dryRun, deps, call);
            const { type: entityType = "", name: entityName = "" } = looked[i]?.entity ?? {};
            const outcome = {
              traceId: call.traceId,
              entityType,
              entityName,
              dryRun: request.dryRun,
              proposed,
              relationsEmitted: emitted(proposed),
            };
            outcomes.push(outcome);
            relationsEmitted += outcome.relationsEmitted;
          }
        },
      },
      deps,
      call,
    );
    return { outcomes, relationsEmitted, degraded };
  };
}

/** How many of these are relations that are there now and were not before. */
function emitted(outcomes: readonly graph.DerivedOutcome[]): number {
  return outcomes.filter(({ committed, kind, target }) => committed && kind === "create" && target !== "").length;
}

function poolOf({ entityRef, budget }: ingest.ElaborateRequest): Pool {
  if (!Number.isInteger(budget) || budget < 0 || budget > maxBudget) {
    throw invalidField("/budget", `must be a whole number from 1 to ${maxBudget}`);
  }
  return {
    purpose: "elaborate",
    factLimit: factsOfAGroup,
    observationLimit: 0,
    groupLimit: entityRef === "" ? budget || defaultBudget : maxBudget,
    entityRef,
    sweep: entityRef === "",
  };
}
