import type { AnswerOf, LociManagement } from "@loci/client";
import type { MemoryContext } from "../api/memory-context.ts";
import type { MemoryPrincipal } from "../api/memory-principal.ts";
import { OutsideError } from "../apply/outside-failure.ts";
import { contextIdFor, principalIdOf } from "../desired/principal.ts";
import { unlessMissing } from "./context.ts";

export interface ObservedPrincipal {
  readonly resource: MemoryPrincipal;
  /** What Loci keeps as the principal's external id: it tells that this resource made it. */
  readonly owner: string;
  /** The context's id; undefined while there is none. */
  readonly contextId: string | undefined;
  readonly outside: AnswerOf<"getContextPrincipal"> | undefined;
}

export async function observePrincipal(
  loci: LociManagement,
  resource: MemoryPrincipal,
  parts: { readonly owner: string; readonly context: MemoryContext | undefined },
): Promise<ObservedPrincipal> {
  const contextId = contextIdFor(resource, parts.context);
  const id = principalIdOf(resource);
  const outside = contextId === undefined ? undefined : await unlessMissing(loci.principals.get(contextId, id));
  if (outside !== undefined && outside.id !== id) {
    throw new OutsideError(
      "LociUnreachable",
      `What answers for Loci was asked for the principal ${id} and told of another.`,
      "retry",
    );
  }
  return { resource, owner: parts.owner, contextId, outside };
}
