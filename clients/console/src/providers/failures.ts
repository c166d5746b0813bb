import type { Schemas } from "@loci/client";
import { ofThem } from "../ui/quantities.ts";

type Failure = Schemas["ProviderFailure"];

/** One model that fails, with all that asks it. */
export interface FailingModel {
  /** "Language model openai:gpt-4.1-mini". */
  readonly name: string;
  /** What asks it, e.g. extraction. */
  readonly usedFor: readonly string[];
  /** RFC 3339. */
  readonly since: string;
  /** How often it failed since then; undefined where that is not told. */
  readonly times: number | undefined;
  /** The kind of its last failure. */
  readonly cause: string;
  /** What can be done about it: the words for the first that asks it, as those for the others differ in its name alone. */
  readonly advice: string;
  /** "3 turns and 40 passages of 2 documents"; "" for nothing. */
  readonly waiting: string;
}

/** What fails now, each model once for each cause; what answers again is left out. */
export function failingModels(failures: readonly Failure[]): FailingModel[] {
  const now = failures.filter(({ status }) => status === "failing");
  const groups = Map.groupBy(now, ({ usedFor, model, error }) => JSON.stringify([kindOf(usedFor), model, error]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const sum = (name: keyof Failure["waiting"]) => group.reduce((all, { waiting }) => all + waiting[name], 0);
    const times = group.reduce((all, one) => all + (one.failures ?? NaN), 0);
    return {
      name: modelName(first),
      usedFor: [...new Set(group.flatMap(({ usedFor }) => usedFor))],
      since: group.map(({ failingSince }) => failingSince).reduce((a, b) => (Date.parse(a) <= Date.parse(b) ? a : b)),
      times: Number.isNaN(times) ? undefined : times,
      cause: first.error,
      advice: first.advice,
      waiting: waitingText({ turns: sum("turns"), chunks: sum("chunks"), documents: sum("documents") }),
    };
  });
}

/** What kind of model it is, and which. */
export function modelName({ usedFor, model }: { readonly usedFor: readonly string[]; readonly model: string }): string {
  return `${kindOf(usedFor)} ${model}`;
}

function kindOf(usedFor: readonly string[]): string {
  if (usedFor.includes("embeddings")) return "Embedding model";
  return usedFor.includes("reranker") ? "Reranker" : "Language model";
}

function waitingText({ turns, chunks, documents }: Failure["waiting"]): string {
  const passages = chunks === 0 ? "" : `${ofThem(chunks, "passage")} of ${ofThem(documents, "document")}`;
  const whole = chunks === 0 && documents > 0 ? ofThem(documents, "document") : "";
  return [turns === 0 ? "" : ofThem(turns, "turn"), passages, whole].filter((part) => part !== "").join(" and ");
}

/** Whether a key may test the models of the context and have its waiting work taken up. */
export function mayOperate({ effectiveGrants }: Pick<Schemas["Whoami"], "effectiveGrants">): boolean {
  return effectiveGrants["grant:manage"]?.includes("/") ?? false;
}
