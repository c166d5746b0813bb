/** Whether a forgetting took exactly what it should, and said so before. */
import type { Forgotten, Hit, KnownFact } from "./room.ts";
import { says } from "./spelling.ts";
import type { ForgettingStory } from "./story.ts";

export interface ForgettingSeen {
  /** Of a forgetting by a description. */
  readonly dryRun?: Forgotten;
  readonly done?: Forgotten;
  /** The facts that held before and after. */
  readonly before: readonly KnownFact[];
  readonly after: readonly KnownFact[];
  /** What is recalled afterwards when the forgotten words themselves are asked for: hits and context blocks. */
  readonly recalled: readonly string[];
  /** The five first hits for each of what stays. */
  readonly kept: readonly (readonly Hit[])[];
}

/** What is not exact, or undefined. */
export function forgettingProblem(story: ForgettingStory, seen: ForgettingSeen): string | undefined {
  const { dryRun, done, before, after, recalled, kept } = seen;
  const gone = story.gone ?? [];
  if (dryRun && done) {
    const tooMuch = dryRun.refs.find(({ label }) => !says(label, gone));
    if (tooMuch) return `the dry run lists what does not match: ${tooMuch.label}`;
    if (dryRun.deleted !== dryRun.refs.length) return `the dry run counts ${dryRun.deleted} and lists ${dryRun.refs.length}`;
    const unsaid = before.find((fact) => !after.some(({ id }) => id === fact.id) && !dryRun.refs.some(({ id }) => id === fact.id));
    if (unsaid) return `went, and the dry run does not list it: ${factText(unsaid)}`;
    if (done.deleted !== dryRun.deleted) return `${done.deleted} went, the dry run said ${dryRun.deleted}`;
  }
  const still = [...recalled, ...after.map(factText)].find((text) => says(text, gone));
  if (still !== undefined) return `still there: ${still}`;
  const lost = story.stays.findIndex(({ is }, at) => !kept[at]?.some(({ text }) => says(text, is)));
  return lost < 0 ? undefined : `went too: ${story.stays[lost]?.q}`;
}

function factText({ entity, key, value }: KnownFact): string {
  return `${entity} ${key}: ${value}`;
}
