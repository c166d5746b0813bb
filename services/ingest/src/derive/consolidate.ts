import { invalidField } from "@loci/kernel";
import { regionFor, type Call } from "@loci/platform/call";
import type { graph, ingest } from "@loci/protos";
import { applyDerived } from "./apply.ts";
import { checkObservations } from "./checks.ts";
import type { DeriveDeps } from "./deps.ts";
import { deriveFrom } from "./derive.ts";
import { groupsOf, sweepOf, type Pool } from "./pages.ts";
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
 * Concludes observations from several facts each. A caller's own, from what it may read, up to its limits: what it may not write
 * is shown and not kept. Loci's own, over the whole context, page by page; each page is kept before the next is read.
 */
export function consolidateWith(deps: DeriveDeps) {
  return async (request: ingest.ConsolidateRequest, call: Call): Promise<ingest.ConsolidateResponse> => {
    const isOwn = call.caller.kind === "service";
    if (!isOwn) regionFor(call, "memory:read");
    const limits = readLimits(request);
    const outcomes: graph.DerivedOutcome[] = [];
    const counts = { create: 0, update: 0, supersede: 0 };
    const { degraded } = await deriveFrom(
      isOwn
        ? sweepOf(poolOf(limits, isOwn), deps, call)
        : [withinLimits(await groupsOf(poolOf(limits, isOwn), deps, call), limits)],
      {
        stage: "consolidation",
        async conclude(model, { entity: named, facts: gathered, observations: earlier }, signal) {
          const entity = named ?? { type: "", name: "" };
          const facts = gathered.map(shownFact);
          const observations = earlier.map(({ key, value }) => ({ key, value }));
          return checkObservations(await model.consolidate({ entity, facts, observations }, signal), entity, facts);
        },
        async keep(groups) {
          const made = await applyDerived("consolidate", groups, request.dryRun, deps, call);
          for (const { kind, committed } of made) if (committed && isCounted(kind)) counts[kind]++;
          // A whole context's would be more than a message holds, and nobody reads them.
          if (!isOwn) outcomes.push(...made);
        },
      },
      deps,
      call,
    );
    const { create: created, update: updated, supersede: superseded } = counts;
    return { traceId: call.traceId, dryRun: request.dryRun, created, updated, superseded, outcomes, degraded };
  };
}

function isCounted(kind: string): kind is "create" | "update" | "supersede" {
  return kind === "create" || kind === "update" || kind === "supersede";
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

function poolOf({ facts, observations }: Limits, isOwn: boolean): Pool {
  return {
    purpose: "consolidate",
    factLimit: isOwn ? factsOfAGroup : Math.min(facts, factsOfAGroup),
    observationLimit: isOwn ? observationsOfAGroup : Math.min(observations, observationsOfAGroup),
    groupLimit: Math.min(maxGroups, Math.ceil(facts / usualFactsOfAGroup)),
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
