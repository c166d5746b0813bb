import type { Call } from "@loci/platform/call";
import type { graph, GraphService } from "@loci/protos";
import { z } from "zod";
import { route, type Route } from "../route.ts";
import { name } from "../schemas/text.ts";
import { orNull } from "./answers.ts";

const classes = ["multi", "changing", "stable"] as const;
const maxKeys = 2_000;

const vocabularyRequest = z.strictObject({
  keys: z
    .record(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, "must be a key in snake_case"), z.enum(classes))
    .refine((keys) => Object.keys(keys).length <= maxKeys, `must have at most ${maxKeys} keys`),
  /** The version that was read; left out, whatever is in force is replaced. */
  version: z.int().min(0).nullish(),
});

const contextParams = z.strictObject({ ctx: name(128) });
const fromHere = z.strictObject({});

/** Which keys hold many values, which may change, and which never do: for a context, by management or by its administrator. */
export function vocabularyRoutes(service: GraphService<Call>): Route[] {
  const planes = [
    { plane: "management", path: "/contexts/{ctx}/vocabulary", params: contextParams },
    { plane: "data", path: "/vocabulary", params: fromHere },
  ] as const;
  return planes.flatMap(({ plane, path, params }) => [
    route({
      method: "get",
      path,
      plane,
      summary: "The classes of keys",
      status: 200,
      params,
      handle: async ({ params: { ctx = "" }, call }: { params: { ctx?: string }; call: Call }) => ({
        body: vocabularyBody(await service.getVocabulary({ contextId: ctx }, call)),
      }),
    }),
    route({
      method: "put",
      path,
      plane,
      summary: "Say the classes of keys anew",
      status: 200,
      params,
      body: vocabularyRequest,
      handle: async ({ params: { ctx = "" }, body, call }: PutInput) => ({
        body: vocabularyBody(
          await service.putVocabulary({ contextId: ctx, keys: body.keys, expectedVersion: body.version ?? -1 }, call),
        ),
      }),
    }),
  ]);
}

interface PutInput {
  readonly params: { readonly ctx?: string };
  readonly body: z.output<typeof vocabularyRequest>;
  readonly call: Call;
}

function vocabularyBody({ version, keys, builtIn, recordedAt }: graph.Vocabulary): object {
  return { version, keys, builtIn, recordedAt: orNull(recordedAt) };
}
