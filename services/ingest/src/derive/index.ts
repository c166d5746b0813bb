import type { Call } from "@loci/platform/call";
import type { IngestService } from "@loci/protos";
import { consolidateWith } from "./consolidate.ts";
import type { DeriveDeps } from "./deps.ts";
import { elaborateWith } from "./elaborate.ts";
import { storeReflectionWith } from "./store-reflection.ts";

/** What is concluded from what is known: lower-trust facts, each with the facts that it follows from. */
export function deriveMethods(deps: DeriveDeps): Pick<IngestService<Call>, "consolidate" | "elaborate" | "storeReflection"> {
  return { consolidate: consolidateWith(deps), elaborate: elaborateWith(deps), storeReflection: storeReflectionWith(deps) };
}
