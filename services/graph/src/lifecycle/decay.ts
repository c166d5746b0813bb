import { invalidField, memoryCategories, type MemoryCategory } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { graph } from "@loci/protos";
import type { Parts } from "../rpc/deps.ts";
import { decayPage } from "../store/lifecycle.ts";
import { inSteps } from "./region.ts";

/** By what a fact's importance is multiplied for each day, where the context sets nothing else. */
const builtIn: Readonly<Record<MemoryCategory, number>> = { identity: 1, knowledge: 0.995, context: 0.95 };

/** Lets the importance of facts fall with time. It is read with each hit, so nothing has to be indexed anew. */
export async function decay(parts: Parts, request: graph.LifecycleRequest, call: Call): Promise<graph.LifecycleResponse> {
  const given = perCategory("/decayPerDay", request.decayPerDay, { above: 0, max: 1 });
  const factors = new Map(memoryCategories.map((category) => [category, given.get(category) ?? builtIn[category]]));
  const falling = new Map([...factors].filter(([, factor]) => factor < 1));
  if (falling.size === 0) return { affected: 0 };
  let after = "";
  const affected = await inSteps(parts, call, async ({ tx, contextId, scopeSets, author, limit }) => {
    const page = await decayPage(tx, contextId, scopeSets, falling, { after, limit }, author.now);
    after = page.last;
    return { affected: page.changed, isLast: page.last === "" };
  });
  return { affected };
}

/** A number for each category that is named; 0 for none. */
export function perCategory(
  pointer: string,
  given: Readonly<Record<string, number>>,
  bounds: { readonly above: number; readonly max: number },
): Map<MemoryCategory, number> {
  const named = new Map<MemoryCategory, number>();
  for (const [name, value] of Object.entries(given)) {
    const category = memoryCategories.find((one) => one === name);
    if (category === undefined) throw invalidField(`${pointer}/${name}`, `must be one of ${memoryCategories.join(", ")}`);
    if (value === 0) continue;
    if (!(value > bounds.above && value <= bounds.max)) {
      throw invalidField(`${pointer}/${name}`, `must be above ${bounds.above} and at most ${bounds.max}`);
    }
    named.set(category, value);
  }
  return named;
}
