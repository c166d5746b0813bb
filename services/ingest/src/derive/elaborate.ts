import { invalidField, LociError } from "@loci/kernel";
import { regionFor, type Call } from "@loci/platform/call";
import type { graph, ingest } from "@loci/protos";
import { applyDerived, derivedGroups } from "./apply.ts";
import { askAbout } from "./ask.ts";
import { checkElaboration } from "./checks.ts";
import type { DeriveDeps } from "./deps.ts";
import { pagesOf } from "./pages.ts";
import { shownFact } from "./shown.ts";

const defaultBudget = 20;
const maxBudget = 200;
/** Loci's own work reads so many entities at once. */
const pageSize = 100;
const factsOfAGroup = 200;

/**
 * Concludes relations and a summary of one entity, or of those of which the most is new. Loci's own call goes on until nothing is new;
 * each page is kept before the next is read.
 * @throws LociError `not_found` for an entity that the caller does not see
 */
export function elaborateWith(deps: DeriveDeps) {
  return async (request: ingest.ElaborateRequest, call: Call): Promise<ingest.ElaborateResponse> => {
    const isOwn = call.caller.kind === "service";
    if (!isOwn) regionFor(call, "memory:read");
    const outcomes: ingest.ElaborateOutcome[] = [];
    const degraded: string[] = [];
    let relationsEmitted = 0;
    let found = false;
    for await (const groups of pagesOf(readRequest(request, isOwn), deps, call)) {
      found = true;
      const round = await elaborateGroups(groups, request.dryRun, deps, call);
      degraded.push(...round.degraded);
      for (const outcome of round.outcomes) relationsEmitted += outcome.relationsEmitted;
      // A whole context's would be more than a message holds, and nobody reads them.
      if (!isOwn) outcomes.push(...round.outcomes);
      if (!isOwn || request.dryRun || round.ended || request.entityRef !== "") break;
    }
    if (!found && request.entityRef !== "") throw new LociError("not_found", "There is no such entity.");
    return { outcomes, relationsEmitted, degraded };
  };
}

async function elaborateGroups(groups: readonly graph.FactGroup[], dryRun: boolean, deps: DeriveDeps, call: Call) {
  const { asked, degraded, ended } = await askAbout(
    groups,
    "elaboration",
    async (model, group, signal) => {
      const entity = group.entity ?? { type: "", name: "" };
      const facts = group.facts.map(shownFact);
      return checkElaboration(await model.elaborate({ entity, facts }, signal), entity, facts);
    },
    deps,
    call,
  );
  const concluded = asked.map(({ group, answer }) => ({ group, conclusions: answer }));
  const derived = await derivedGroups(concluded, deps, call.signal);
  const outcomes: ingest.ElaborateOutcome[] = [];
  // One by one: what was proposed is told for each entity.
  for (const [i, group] of derived.entries()) {
    const proposed = await applyDerived("elaborate", [group], dryRun, deps, call);
    const entity = concluded[i]?.group.entity;
    outcomes.push({
      traceId: call.traceId,
      entityType: entity?.type ?? "",
      entityName: entity?.name ?? "",
      dryRun,
      proposed,
      relationsEmitted: proposed.filter(({ committed, kind, target }) => committed && kind === "create" && target !== "").length,
    });
  }
  return { outcomes, degraded, ended };
}

function readRequest({ entityRef, budget }: ingest.ElaborateRequest, isOwn: boolean): graph.GatherGroupsRequest {
  if (!Number.isInteger(budget) || budget < 0 || budget > maxBudget) {
    throw invalidField("/budget", `must be a whole number from 1 to ${maxBudget}`);
  }
  return {
    purpose: "elaborate",
    factLimit: factsOfAGroup,
    observationLimit: 0,
    groupLimit: entityRef === "" ? budget || (isOwn ? pageSize : defaultBudget) : 1,
    entityRef,
    sweep: entityRef === "",
  };
}
