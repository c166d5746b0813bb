import { invalidField } from "@loci/kernel";
import { regionFor, type Call } from "@loci/platform/call";
import type { graph, ingest } from "@loci/protos";
import { applyDerived, derivedGroups } from "./apply.ts";
import { askAbout } from "./ask.ts";
import { checkObservations } from "./checks.ts";
import type { DeriveDeps } from "./deps.ts";
import { pagesOf } from "./pages.ts";
import { shownFact } from "./shown.ts";

const defaultFacts = 1_000;
const maxFacts = 10_000;
const defaultObservations = 200;
const maxObservations = 1_000;

/** What a model is shown of one entity: its most important facts, and what was observed before. */
const factsOfAGroup = 100;
const observationsOfAGroup = 50;
const maxGroups = 200;
/** A limit on facts allows for groups of this size. */
const usualFactsOfAGroup = 10;

/**
 * Concludes observations from several facts each. A caller's own, from what it may read, up to its limits: what it may not write is shown
 * and not kept. Loci's own, over the whole context, page by page; each page is kept before the next is read.
 */
export function consolidateWith(deps: DeriveDeps) {
  return async (request: ingest.ConsolidateRequest, call: Call): Promise<ingest.ConsolidateResponse> => {
    const isOwn = call.caller.kind === "service";
    if (!isOwn) regionFor(call, "memory:read");
    const limits = readLimits(request);
    const outcomes: graph.DerivedOutcome[] = [];
    const degraded: string[] = [];
    const counts = { create: 0, update: 0, supersede: 0 };
    for await (const page of pagesOf(gathering(limits, isOwn), deps, call)) {
      const groups = isOwn ? page : withinLimits(page, limits);
      const round = await consolidateGroups(groups, request.dryRun, deps, call);
      degraded.push(...round.degraded);
      for (const { kind, committed } of round.outcomes) if (committed && isCounted(kind)) counts[kind]++;
      // A whole context's would be more than a message holds, and nobody reads them.
      if (!isOwn) outcomes.push(...round.outcomes);
      if (!isOwn || request.dryRun || round.ended) break;
    }
    const { create: created, update: updated, supersede: superseded } = counts;
    return { traceId: call.traceId, dryRun: request.dryRun, created, updated, superseded, outcomes, degraded };
  };
}

function isCounted(kind: string): kind is "create" | "update" | "supersede" {
  return kind === "create" || kind === "update" || kind === "supersede";
}

async function consolidateGroups(groups: readonly graph.FactGroup[], dryRun: boolean, deps: DeriveDeps, call: Call) {
  const { asked, degraded, ended } = await askAbout(
    groups,
    "consolidation",
    async (model, group, signal) => {
      const entity = group.entity ?? { type: "", name: "" };
      const facts = group.facts.map(shownFact);
      const observations = group.observations.map(({ key, value }) => ({ key, value }));
      return checkObservations(await model.consolidate({ entity, facts, observations }, signal), entity, facts);
    },
    deps,
    call,
  );
  const concluded = asked.map(({ group, answer }) => ({ group, conclusions: answer }));
  const derived = await derivedGroups(concluded, deps, call.signal);
  const outcomes = derived.length === 0 ? [] : await applyDerived("consolidate", derived, dryRun, deps, call);
  return { outcomes, degraded, ended };
}

interface Limits {
  readonly facts: number;
  readonly observations: number;
}

function readLimits({ factLimit, observationLimit }: ingest.ConsolidateRequest): Limits {
  return {
    facts: limit("/factLimit", factLimit, maxFacts) || defaultFacts,
    observations: limit("/observationLimit", observationLimit, maxObservations) || defaultObservations,
  };
}

function gathering({ facts, observations }: Limits, isOwn: boolean): graph.GatherGroupsRequest {
  return {
    purpose: "consolidate",
    factLimit: isOwn ? factsOfAGroup : Math.min(facts, factsOfAGroup),
    observationLimit: isOwn ? observationsOfAGroup : Math.min(observations, observationsOfAGroup),
    groupLimit: isOwn ? maxGroups : Math.min(maxGroups, Math.ceil(facts / usualFactsOfAGroup)),
    entityRef: "",
    sweep: isOwn,
  };
}

/** The first groups that hold no more facts in all than asked for; the observations of those behind the limit are not shown. */
function withinLimits(groups: readonly graph.FactGroup[], limits: Limits): graph.FactGroup[] {
  let facts = limits.facts;
  let observations = limits.observations;
  const kept: graph.FactGroup[] = [];
  for (const group of groups) {
    if (group.facts.length > facts) break;
    kept.push({ ...group, observations: group.observations.slice(0, observations) });
    facts -= group.facts.length;
    observations -= Math.min(observations, group.observations.length);
  }
  return kept;
}

/** 0 stays 0: the default. */
function limit(pointer: string, value: number, max: number): number {
  if (!Number.isInteger(value) || value < 0 || value > max) throw invalidField(pointer, `must be a whole number from 1 to ${max}`);
  return value;
}
