/** Conditions as the Kubernetes API conventions have them. */
import type { Condition } from "../api/words.ts";

export interface Finding {
  readonly status: Condition["status"];
  readonly reason: string;
  readonly message: string;
  /** Of which generation it was found, where that is not the present one: what was found before, and is not known anew. */
  readonly observedGeneration?: number | undefined;
}

export const yes = (reason: string, message = ""): Finding => ({ status: "True", reason, message });
export const no = (reason: string, message = ""): Finding => ({ status: "False", reason, message });
export const unknown = (reason: string, message = ""): Finding => ({ status: "Unknown", reason, message });

/** What was found for each type, in order. The time of a condition moves only with its status. */
export function conditionsOf(
  before: readonly Condition[] | undefined,
  found: Readonly<Record<string, Finding>>,
  { generation, now }: { readonly generation: number; readonly now: number },
): Condition[] {
  return Object.entries(found).map(([type, { status, reason, message, observedGeneration = generation }]) => {
    const last = before?.find((one) => one.type === type);
    const lastTransitionTime = last?.status === status ? last.lastTransitionTime : timestamp(now);
    return { type, status, observedGeneration, lastTransitionTime, reason, message };
  });
}

export function findCondition(conditions: readonly Condition[] | undefined, type: string): Condition | undefined {
  return conditions?.find((one) => one.type === type);
}

/** Kubernetes keeps whole seconds. */
export const timestamp = (millis: number): string =>
  new Date(Math.floor(millis / 1_000) * 1_000).toISOString().replace(".000Z", "Z");
