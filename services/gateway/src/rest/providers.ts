import type { Call } from "@loci/platform/call";
import type { auth, graph, IngestService, RetrievalService } from "@loci/protos";
import type { z } from "zod";
import { providerTests, retriedPending, type providerFailure } from "../answers/providers.ts";
import { route, type Route } from "../route.ts";
import { orNull } from "./answers.ts";
import { adviceOn } from "./provider-advice.ts";

export interface ProviderServices {
  readonly ingest: Pick<IngestService<Call>, "retryPending">;
  readonly retrieval: Pick<RetrievalService<Call>, "testProviders">;
}

/** The models that a context works with: whether they answer, and what waits for them. */
export function providerRoutes({ ingest, retrieval }: ProviderServices): Route[] {
  return [
    route({
      operationId: "testProviders",
      method: "post",
      path: "/providers/test",
      plane: "data",
      summary: "Ask each model that the context works with a tiny question",
      status: 200,
      repetition: "never",
      answer: providerTests,
      async handle({ call }) {
        const { tests } = await retrieval.testProviders({}, call);
        const body: z.input<typeof providerTests> = {
          ok: tests.every(({ ok }) => ok),
          tests: tests.map(({ parts: usedFor, model, shared, ok, latencyMs, error }) => ({
            ...{ usedFor, model, shared, ok, latencyMs, error: orNull(error) },
            advice: ok ? null : adviceOn({ usedFor, shared, error }),
          })),
        };
        return { body };
      },
    }),
    route({
      operationId: "retryPending",
      method: "post",
      path: "/providers/retry",
      plane: "data",
      summary: "Have what waits for a model, or was given up for want of it, go on at once",
      status: 202,
      repetition: "kept",
      answer: retriedPending,
      async handle({ call }) {
        const { turns, documents } = await ingest.retryPending({}, call);
        return { body: { turns, documents } };
      },
    }),
  ];
}

const nothing: graph.Waiting = { turns: 0, chunks: 0, documents: 0 };

/** A failure, with what waits because of it. */
export function failureBody(
  { part, model, shared, error, ...failure }: auth.ProviderFailure,
  { toExtract, toEmbed }: Pick<graph.MemoryStats, "toExtract" | "toEmbed">,
): z.input<typeof providerFailure> {
  const isFailing = failure.recoveredAt === "";
  const waits = part === "extraction" ? toExtract : part === "embeddings" ? toEmbed : null;
  return {
    ...{ usedFor: [part], model, shared, error },
    status: isFailing ? "failing" : "recovered",
    failingSince: failure.failingSince,
    lastFailedAt: orNull(failure.lastFailedAt),
    recoveredAt: orNull(failure.recoveredAt),
    failures: failure.lastFailedAt === "" ? null : failure.failures,
    advice: isFailing ? adviceOn({ usedFor: [part], shared, error }) : "It answers again.",
    waiting: isFailing && waits ? waits : nothing,
  };
}
