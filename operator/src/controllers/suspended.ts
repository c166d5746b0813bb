import type { MemoryContext } from "../api/memory-context.ts";
import { OutsideError } from "../apply/outside-failure.ts";

/** @throws OutsideError where the context's resource forbids to write to Loci */
export function unlessSuspended(context: MemoryContext | undefined): void {
  if (context?.spec.suspend !== true) return;
  const { name } = context.metadata;
  throw new OutsideError("Suspended", `The MemoryContext ${name} says suspend: nothing is written to Loci meanwhile.`, "wait");
}
