import { deedStore } from "@loci/platform/db";
import type { Call } from "@loci/platform/call";
import { deedOf } from "@loci/platform/messages";
import type { Transaction } from "@loci/ports/database";
import type { Parts } from "./deps.ts";

export const deeds = deedStore("graph");

/** What is done, as the audit names it, and the ids that it is done to. */
export type Named = readonly [operation: string, ...ids: string[]];

/** Does it, and notes for the audit that it was done: in one transaction, of which this is the last statement. */
export async function noted<T>(
  { ids, clock }: Pick<Parts, "ids" | "clock">,
  tx: Transaction,
  call: Call,
  { contextId, deed: [operation, ...about] }: { readonly contextId: string; readonly deed: Named },
  work: () => Promise<T>,
): Promise<T> {
  const answer = await work();
  const path = about.map((id) => `/${id}`).join("");
  const deed = deedOf(call, { id: ids("audit"), contextId, operation, path }, clock());
  if (deed) await deeds.note(tx, deed);
  return answer;
}
