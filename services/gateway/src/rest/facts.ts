import { inferModes, memoryCategories, turnRoles } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { ingest, IngestService } from "@loci/protos";
import { z } from "zod";
import { factsBatchResponse, factsResponse as factsAnswer } from "../answers/facts.ts";
import { route, type Answer, type RequestFacts, type Route } from "../route.ts";
import { userField } from "../schemas/person.ts";
import { scopesField } from "../schemas/scopes.ts";
import { registerPerson, type PersonRegistry } from "./person.ts";
import { label, name, said, timestamp } from "../schemas/text.ts";

const category = z
  .enum(memoryCategories, { error: `must be one of ${memoryCategories.join(", ")}` })
  .meta({ id: "MemoryCategory" });
export const role = z.enum(turnRoles, { error: `must be one of ${turnRoles.join(", ")}` }).meta({ id: "TurnRole" });
export const infer = z.enum(inferModes, { error: `must be one of ${inferModes.join(", ")}` }).meta({ id: "InferMode" });
const tripleEntity = z.strictObject({ name: name(256), type: name(64) }).meta({ id: "TripleEntity" });

const triple = z
  .strictObject({
    entity: tripleEntity,
    key: name(64),
    value: z.string().nullish(),
    target: tripleEntity.nullish(),
    memoryCategory: category.nullish(),
    validFrom: timestamp.nullish(),
    validUntil: timestamp.nullish(),
  })
  .meta({ id: "Triple" });

const writeFields = {
  infer: infer.nullish(),
  scopes: scopesField,
  user: userField,
  labels: z.array(label).nullish(),
  sessionId: name(256).nullish(),
};

const factsRequest = z
  .strictObject({
    text: z.string().nullish(),
    ...writeFields,
    observedAt: timestamp.nullish(),
    role: role.nullish(),
    memoryCategory: category.nullish(),
    triples: z.array(triple).max(1000).nullish(),
  })
  .meta({ id: "FactsRequest", examples: [{ text: "Mina moved to Lisbon in May.", scopes: [["/team/support"]] }] });

const batchMessage = z.strictObject({ role, content: said, ts: timestamp.nullish() }).meta({ id: "BatchMessage" });

const batchRequest = z
  .strictObject({
    messages: z.array(batchMessage).min(1).max(1000),
    ...writeFields,
    extract: z.enum(["whole_conversation", "per_message"]).meta({ id: "BatchExtractionMode" }).nullish(),
  })
  .meta({
    id: "FactsBatchRequest",
    examples: [{ messages: [{ role: "user", content: "I moved to Lisbon in May." }], extract: "whole_conversation" }],
  });

/** The write path: what agents tell the memory. */
export function factsRoutes({
  ingest: service,
  auth,
}: {
  readonly ingest: IngestService<Call>;
  readonly auth: PersonRegistry;
}): Route[] {
  return [
    route({
      operationId: "remember",
      method: "post",
      path: "/facts",
      plane: "data",
      summary: "Remember a text or structured facts",
      status: 200,
      body: factsRequest,
      answer: factsAnswer,
      document: { respondsAsync: true },
      repetition: "own",
      async handle({ body, call, request, operation: { key, hash } }) {
        const respondAsync = prefersAsync(request);
        await registerPerson(body.user, auth, call);
        const written = await service.remember(
          {
            text: body.text ?? "",
            infer: body.infer ?? "full",
            scopes: body.scopes ? scopeSetMessage(body.scopes) : null,
            labels: body.labels ?? [],
            observedAt: body.observedAt ?? "",
            sessionId: body.sessionId ?? "",
            role: body.role ?? "",
            memoryCategory: body.memoryCategory ?? "",
            triples: (body.triples ?? []).map(tripleMessage),
            respondAsync,
            idempotencyKey: key,
            requestHash: hash,
            place: "",
          },
          call,
        );
        return written202(factsResponse(written), respondAsync && written.deferred);
      },
    }),
    route({
      operationId: "rememberBatch",
      method: "post",
      path: "/facts/batch",
      plane: "data",
      summary: "Remember a conversation",
      status: 200,
      body: batchRequest,
      answer: factsBatchResponse,
      document: { respondsAsync: true },
      repetition: "own",
      async handle({ body, call, request, operation: { key, hash } }) {
        const respondAsync = prefersAsync(request);
        await registerPerson(body.user, auth, call);
        const written = await service.rememberBatch(
          {
            messages: body.messages.map((message) => ({ role: message.role, content: message.content, ts: message.ts ?? "" })),
            infer: body.infer ?? "full",
            extract: body.extract ?? "whole_conversation",
            scopes: body.scopes ? scopeSetMessage(body.scopes) : null,
            labels: body.labels ?? [],
            sessionId: body.sessionId ?? "",
            respondAsync,
            idempotencyKey: key,
            requestHash: hash,
          },
          call,
        );
        const { extractions, sessionId, turnIds, chunkIds, deferred } = written;
        const answered = { extractions, sessionId, turnIds, chunkIds, deferred } satisfies z.input<typeof factsBatchResponse>;
        return written202(answered, respondAsync && deferred);
      },
    }),
  ];
}

function tripleMessage(given: z.output<typeof triple>): ingest.Triple {
  return {
    entity: given.entity,
    key: given.key,
    value: given.value ?? "",
    target: given.target ?? null,
    memoryCategory: given.memoryCategory ?? "",
    validFrom: given.validFrom ?? "",
    validUntil: given.validUntil ?? "",
  };
}

export function factsResponse(written: ingest.RememberResponse): z.input<typeof factsAnswer> {
  return {
    mode: written.mode,
    sessionId: written.sessionId,
    ...(written.turnId === "" ? {} : { turnId: written.turnId }),
    ...(written.chunkId === "" ? {} : { chunkId: written.chunkId }),
    extraction: written.extraction,
    ...(written.mode === "preview" ? { preview: true } : {}),
    deferred: written.deferred,
  };
}

export function written202(body: object, accepted: boolean): Answer {
  return accepted ? { status: 202, headers: { "preference-applied": "respond-async" }, body } : { body };
}

/** Whether the client asked not to be kept waiting (RFC 7240). */
export function prefersAsync(request: RequestFacts): boolean {
  return /(?:^|,)\s*respond-async\s*(?:$|[,;=])/i.test(request.header("prefer") ?? "");
}
