import type { StoreTransaction } from "../store/port.ts";
import type { Effect, Joint, Request } from "./effect.ts";

interface Running<T> {
  readonly effect: Effect<T>;
  /** What it waits for. */
  request: Request | undefined;
  value: T | undefined;
}

type Resume = { readonly answer: unknown } | { readonly error: unknown };

/**
 * Runs computations beside each other, step by step, so that what all of them ask for is asked once: for computations that only read, as each may see
 * what another writes. Where several fail, the first of them in the list is the one that failed, as if they had run one after another.
 */
export function* together<T>(effects: readonly Effect<T>[]): Effect<readonly T[]> {
  const all = effects.map((effect): Running<T> => ({ effect, request: undefined, value: undefined }));
  let failed: { readonly at: number; readonly error: unknown } | undefined;
  const advance = (at: number, resume: Resume): void => {
    const one = all[at];
    if (one === undefined) return;
    try {
      const step = "error" in resume ? one.effect.throw(resume.error) : one.effect.next(resume.answer);
      one.request = step.done === true ? undefined : step.value;
      if (step.done === true) one.value = step.value;
    } catch (error) {
      one.request = undefined;
      if (failed === undefined || at < failed.at) failed = { at, error };
    }
  };
  for (const at of all.keys()) {
    advance(at, { answer: undefined });
    if (failed !== undefined) break;
  }
  for (;;) {
    const end = failed?.at ?? all.length;
    const waiting = all.flatMap(({ request }, at) => (request === undefined || at >= end ? [] : [{ at, request }]));
    if (waiting.length === 0) break;
    for (const { at, request } of waiting) if (request.joint === undefined) advance(at, yield* answered(request));
    const joint = waiting.flatMap(({ at, request }) => (request.joint === undefined ? [] : [{ at, joint: request.joint }]));
    for (const same of Map.groupBy(joint, (one) => one.joint.kind).values()) {
      const resumes = yield* answeredTogether(same.map((one) => one.joint));
      for (const [i, { at }] of same.entries()) advance(at, resumes[i] ?? { answer: [] });
    }
  }
  if (failed === undefined) return all.map(({ value }) => value as T);
  for (const { effect } of all.slice(failed.at + 1)) yield* ended(effect);
  throw failed.error;
}

function* answered(request: Request): Generator<Request, Resume, unknown> {
  try {
    return { answer: yield request };
  } catch (error) {
    return { error };
  }
}

function* answeredTogether(joints: readonly Joint[]): Generator<Request, readonly Resume[], unknown> {
  const [first] = joints;
  if (first === undefined) return [];
  const joint: Joint = { kind: first.kind, items: joints.flatMap((one) => one.items), answer: first.answer };
  const resume = yield* answered(Object.assign((tx: StoreTransaction) => joint.answer(tx, joint.items), { joint }));
  if ("error" in resume) return joints.map(() => resume);
  const answers = resume.answer as readonly unknown[];
  let at = 0;
  return joints.map((one) => ({ answer: answers.slice(at, (at += one.items.length)) }));
}

/** Lets a computation that is not needed any more put away what it holds. */
function* ended<T>(effect: Effect<T>): Effect<void> {
  let step = effect.return(undefined as T);
  while (step.done !== true) step = effect.next(yield step.value);
}
