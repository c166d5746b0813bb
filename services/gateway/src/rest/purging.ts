import type { Call } from "@loci/platform/call";
import type { graph, RetrievalService } from "@loci/protos";
import { z } from "zod";
import { purgeResponse, type forgetResponse } from "../answers/forgetting.ts";
import type { Answer } from "../route.ts";

/** What a route that deletes a record takes, and answers where it purged. */
export const purging = {
  query: z.strictObject({ purge: z.enum(["true", "false"]).nullish() }),
  answer: purgeResponse,
  document: { alsoAnswers: { 200: "It was purged: the receipt." } },
} as const;

export function purgeAsked({ purge }: { readonly purge?: "true" | "false" | null | undefined }): { readonly purge: boolean } {
  return { purge: purge === "true" };
}

/** Nothing; of a purge the receipt, once what retrieval made of what is gone is gone too. */
export async function deletedAnswer(
  forgotten: graph.ForgetRecordsResponse,
  retrieval: Pick<RetrievalService<Call>, "followPurge">,
  call: Call,
): Promise<Answer> {
  // What an earlier release stored under an idempotency key has no fields.
  const { receipt = null } = forgotten as Partial<graph.ForgetRecordsResponse>;
  if (receipt === null) return {};
  await retrieval.followPurge({ since: receipt.createdAt }, call);
  return { status: 200, body: forgottenBody(forgotten) };
}

export function forgottenBody({
  deleted,
  refs,
  receipt,
}: graph.ForgetRecordsResponse): Omit<z.input<typeof forgetResponse>, "dryRun"> {
  return { deleted, refs, ...(receipt === null ? {} : { receipt }) };
}
