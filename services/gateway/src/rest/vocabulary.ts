import type { Call } from "@loci/platform/call";
import type { AuthService, graph, GraphService } from "@loci/protos";
import { z } from "zod";
import { vocabulary } from "../answers/vocabulary.ts";
import { operationMessage, type Operation } from "../idempotency.ts";
import { route, type Route } from "../route.ts";
import { name } from "../schemas/text.ts";
import { orNull } from "./answers.ts";

const classes = ["multi", "changing", "stable"] as const;
const maxKeys = 2_000;

const vocabularyRequest = z
  .strictObject({
    keys: z
      .record(
        z
          .string()
          .max(64)
          .regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, "must be a key in snake_case"),
        z.enum(classes),
      )
      .refine((keys) => Object.keys(keys).length <= maxKeys, `must have at most ${maxKeys} keys`),
    /** The version that was read; left out, whatever is in force is replaced. */
    version: z.int().min(0).max(2_147_483_647).nullish(),
  })
  .meta({ id: "VocabularyRequest", examples: [{ keys: { likes: "multi", lives_in: "changing" } }] });

const contextParams = z.strictObject({ ctx: name(128) });
const fromHere = z.strictObject({});

/** Which keys hold many values, which may change, and which never do: for a context, by management or by its administrator. */
export function vocabularyRoutes(service: GraphService<Call>, auth: Pick<AuthService<Call>, "getContext">): Route[] {
  /** Management may name a context that does not exist, of which graph knows nothing. */
  const requireContext = async (contextId: string, call: Call) => {
    if (contextId !== "") await auth.getContext({ contextId }, call);
  };
  const planes = [
    { plane: "management", path: "/contexts/{ctx}/vocabulary", params: contextParams },
    { plane: "data", path: "/vocabulary", params: fromHere },
  ] as const;
  return planes.flatMap(({ plane, path, params }) => [
    route({
      operationId: plane === "data" ? "getVocabulary" : "getContextVocabulary",
      method: "get",
      path,
      plane,
      summary: "The classes of keys",
      status: 200,
      params,
      answer: vocabulary,
      async handle({ params: { ctx = "" }, call }: { params: { ctx?: string }; call: Call }) {
        await requireContext(ctx, call);
        return { body: vocabularyBody(await service.getVocabulary({ contextId: ctx }, call)) };
      },
    }),
    route({
      operationId: plane === "data" ? "putVocabulary" : "putContextVocabulary",
      method: "put",
      path,
      plane,
      summary: "Say the classes of keys anew",
      status: 200,
      params,
      body: vocabularyRequest,
      answer: vocabulary,
      // Management has no place in a context where its operations could be kept.
      repetition: plane === "data" ? "own" : "never",
      async handle({ params: { ctx = "" }, body, call, operation }: PutInput) {
        await requireContext(ctx, call);
        const kept = { contextId: ctx, operation: operationMessage(operation) };
        const wanted = { ...kept, keys: body.keys, expectedVersion: body.version ?? -1 };
        return { body: vocabularyBody(await service.putVocabulary(wanted, call)) };
      },
    }),
  ]);
}

interface PutInput {
  readonly params: { readonly ctx?: string };
  readonly body: z.output<typeof vocabularyRequest>;
  readonly call: Call;
  readonly operation: Operation;
}

function vocabularyBody({ version, keys, builtIn, recordedAt }: graph.Vocabulary): z.input<typeof vocabulary> {
  return { version, keys, builtIn, recordedAt: orNull(recordedAt) };
}
