import { setImmediate as nextTurn } from "node:timers/promises";
import { factText, packVector } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import { embedOrRefuse } from "../embed.ts";
import type { Conclusion } from "./checks.ts";
import type { DeriveDeps } from "./deps.ts";

/** What follows from a group; nothing, too: then it was looked at, and is not again until something new is known. */
export interface Concluded {
  readonly group: Pick<graph.FactGroup, "entityId" | "scopes"> & { readonly facts: readonly Pick<graph.GroupFact, "id">[] };
  readonly conclusions: readonly Conclusion[];
}

/** A model in this process embeds without a pause: others get their turn after so many texts. */
const textsAtOnce = 256;

/**
 * The groups as graph takes them, every conclusion embedded.
 * @throws LociError `unavailable` when the embedder fails: nothing was stored
 */
export async function derivedGroups(
  concluded: readonly Concluded[],
  { embedder }: Pick<DeriveDeps, "embedder">,
  signal: AbortSignal,
): Promise<graph.DerivedGroup[]> {
  const texts = [...new Set(concluded.flatMap(({ conclusions }) => conclusions.map(textOf)))];
  const vectors = new Map<string, Uint8Array>();
  for (let i = 0; i < texts.length; i += textsAtOnce) {
    if (i > 0) await nextTurn();
    const part = texts.slice(i, i + textsAtOnce);
    const made = await embedOrRefuse(embedder, part, signal);
    part.forEach((text, j) => vectors.set(text, packVector(made[j] ?? new Float32Array(embedder.spec.dimension))));
  }
  return concluded.map(({ group, conclusions }) => ({
    entityId: group.entityId,
    scopes: group.scopes,
    facts: conclusions.map((conclusion) => derivedFact(conclusion, group, vectors.get(textOf(conclusion)) ?? new Uint8Array())),
  }));
}

export async function applyDerived(
  purpose: "consolidate" | "elaborate" | "reflect",
  groups: graph.DerivedGroup[],
  dryRun: boolean,
  { graph }: Pick<DeriveDeps, "graph">,
  call: Call,
): Promise<graph.DerivedOutcome[]> {
  return (await graph.applyDerived({ purpose, groups, dryRun, traceId: call.traceId }, call)).outcomes;
}

function derivedFact(
  { subject, key, value, target, evidence, rationale }: Conclusion,
  group: Concluded["group"],
  embedding: Uint8Array,
) {
  const ids = evidence.flatMap((place) => group.facts[place]?.id ?? []);
  return { subject, key, value, target: target ?? null, evidence: ids, rationale, embedding, memoryCategory: "" };
}

function textOf({ subject, key, value, target }: Conclusion): string {
  return factText(subject.name, key, target?.name ?? value);
}
