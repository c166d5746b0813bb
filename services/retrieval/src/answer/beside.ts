import type { common, graph } from "@loci/protos";
import type { RetrievalDeps } from "../deps.ts";
import type { Answered } from "./synthesise.ts";

/** What a model was shown beside its sources, as a reply may tell of it. */
export interface Beside {
  readonly id: string;
  readonly text: string;
  readonly source: "instruction" | "turn";
  readonly score: 0;
  readonly scopes: common.ScopeSet | null;
}

/** Of an answer by the built-in model nothing: it takes no word from these. */
export function besideIn(
  { model }: Pick<Answered, "model">,
  shown: { readonly instructions: readonly graph.ActiveInstruction[]; readonly turns: readonly graph.Turn[] },
  { extractive }: Pick<RetrievalDeps, "extractive">,
): Beside[] {
  if (model === extractive.id) return [];
  return [
    ...shown.instructions.map(({ id, description, scopes }) => ({
      ...{ id, text: description, scopes },
      ...({ source: "instruction", score: 0 } as const),
    })),
    ...shown.turns.map(({ id, content, scopes }) => ({ id, text: content, scopes, ...({ source: "turn", score: 0 } as const) })),
  ];
}
