import { setImmediate as nextTurn } from "node:timers/promises";
import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { LanguageModel, ModelStage } from "@loci/ports/language-model";
import type { graph } from "@loci/protos";
import { inOrder } from "../concurrency.ts";
import { extractionBudget } from "../domain/budget.ts";
import type { DeriveDeps } from "./deps.ts";

/** What a model answered about a group. */
export interface Asked<Answer> {
  readonly group: graph.FactGroup;
  readonly answer: Answer;
}

export interface Round<Answer> {
  readonly asked: readonly Asked<Answer>[];
  /** Why groups have no answer, and how many each reason concerns. */
  readonly left: ReadonlyMap<string, number>;
  /** Set where the context's budget was used up on the way. */
  readonly exhausted: LociError | undefined;
  /** Nobody need ask any more: the provider is down, the budget used up or the time over. */
  readonly ended: boolean;
}

/** How many groups are with the provider at once. */
const concurrency = 4;
/** A provider that failed so often, and never answered, is down. */
const maxFailures = 8;
/** The longest that one round may ask, in milliseconds, whatever the call's deadline. */
const longestRoundMs = 10 * 60_000;

/** Asks the model that the context assigned to the stage about each group. A group for which it fails is left out, and said. */
export async function askAbout<Answer>(
  groups: readonly graph.FactGroup[],
  stage: ModelStage,
  ask: (model: LanguageModel, group: graph.FactGroup, signal: AbortSignal) => Promise<Answer>,
  deps: Pick<DeriveDeps, "models" | "clock" | "logger">,
  call: Call,
): Promise<Round<Answer>> {
  const model = await deps.models.model(contextOf(call), stage);
  const budgetMs = extractionBudget(deps.clock(), call.deadline, longestRoundMs);
  const late = AbortSignal.timeout(budgetMs);
  const signal = AbortSignal.any([call.signal, late]);
  const left = new Map<string, number>();
  let exhausted: LociError | undefined;
  let answered = 0;
  let failed = 0;

  const stopReason = (): string | undefined => {
    if (exhausted) return "the token budget is used up";
    if (late.aborted) return "the time was over";
    return answered === 0 && failed >= maxFailures ? "the provider does not answer" : undefined;
  };
  const leaveOut = (reason: string) => void left.set(reason, (left.get(reason) ?? 0) + 1);

  const answers = await inOrder(groups, concurrency, async (group) => {
    // A model in this process answers without waiting for anything: others get their turn here.
    await nextTurn();
    call.signal.throwIfAborted();
    const stop = stopReason();
    if (stop !== undefined) return leaveOut(stop);
    try {
      const answer = await ask(model, group, signal);
      answered++;
      return { group, answer };
    } catch (thrown) {
      call.signal.throwIfAborted();
      const error = LociError.from(thrown);
      if (error.code === "rate_limited") exhausted = error;
      else failed++;
      if (error.code === "internal") deps.logger.error({ err: error.cause ?? error, traceId: call.traceId }, `${stage} failed`);
      return leaveOut(stopReason() ?? "the provider failed");
    }
  });
  return { asked: answers.filter((answer) => answer !== undefined), left, exhausted, ended: stopReason() !== undefined };
}

export function contextOf({ caller }: Call): string {
  if (caller.kind === "principal") return caller.identity.contextId;
  if (caller.kind === "service" && caller.contextId !== "") return caller.contextId;
  throw new LociError("unauthenticated", "This operation needs a context key.");
}
