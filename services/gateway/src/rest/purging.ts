import type { Call } from "@loci/platform/call";
import type { graph, retrieval, RetrievalService } from "@loci/protos";
import { z } from "zod";
import { purgeResponse, type forgetResponse } from "../answers/forgetting.ts";
import type { Answer } from "../route.ts";

/** What a route that deletes a record takes, and answers where it purged or only told. */
const flag = z.enum(["true", "false"]).nullish();
export const purging = {
  query: z.strictObject({ purge: flag, dryRun: flag }),
  answer: purgeResponse,
  document: { alsoAnswers: { 200: "With purge what was erased, and the receipt; with dryRun what would go." } },
} as const;

type Asked = Readonly<Record<"purge" | "dryRun", boolean>>;

export function purgeAsked({ purge, dryRun }: z.output<(typeof purging)["query"]>): Asked {
  return { purge: purge === "true", dryRun: dryRun === "true" };
}

export type Following = Pick<RetrievalService<Call>, "findReplies" | "followForgetting" | "followPurge">;

/** How a record is deleted, which retrieval is told in the words of `FindReplies`. */
export interface Deleting {
  readonly asked: Asked;
  readonly record: Partial<retrieval.FindRepliesRequest>;
  /** @param replies the turns that are to go with it */
  readonly remove: (replies: string[]) => Promise<graph.ForgetRecordsResponse>;
}

/**
 * Deletes a record with the replies that were made of it. Answers nothing; of a dry run what would go; of a purge the receipt, once what
 * retrieval made of what is gone is gone too.
 */
export async function deletedAnswer({ asked, record, remove }: Deleting, following: Following, call: Call): Promise<Answer> {
  const { dryRun, purge } = asked;
  const { ids } = await following.findReplies({ documentId: "", sessionId: "", entity: null, ...record, purge }, call);
  // Its twin is under way at another gateway, or whoever asked has gone.
  call.signal.throwIfAborted();
  const forgotten = await remove(ids);
  if (dryRun) return { status: 200, body: forgottenBody(forgotten) };
  // What an earlier release stored under an idempotency key has no fields.
  const { receipt = null, gone = [] } = forgotten as Partial<graph.ForgetRecordsResponse>;
  if (receipt === null) {
    if (gone.length > 0) await following.followForgetting({ ids: gone }, call);
    return {};
  }
  await following.followPurge({ receipt: receipt.id }, call);
  return { status: 200, body: forgottenBody(forgotten) };
}

export function forgottenBody({
  deleted,
  refs,
  receipt,
}: graph.ForgetRecordsResponse): Omit<z.input<typeof forgetResponse>, "dryRun"> {
  return { deleted, refs: refs.map(refBody), ...(receipt === null ? {} : { receipt }) };
}

/** What an earlier release stored under an idempotency key lacks the later fields. */
function refBody(stored: graph.ForgottenRef): z.input<typeof forgetResponse>["refs"][number] {
  const { id, kind, label, extent, matchedBy, score, goesWith }: graph.ForgottenRef = Object.assign({ ...unknownRef }, stored);
  return {
    ...{ id, kind, label, score },
    extent: extent === "part" ? "part" : "whole",
    matchedBy: matchedBy === "words" || matchedBy === "meaning" || matchedBy === "along" ? matchedBy : "id",
    ...(goesWith === "" ? {} : { goesWith }),
  };
}

const unknownRef = { extent: "whole", matchedBy: "id", score: 0, goesWith: "" } as const;
