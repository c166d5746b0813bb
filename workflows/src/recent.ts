import type { RecentRun } from "./depth.ts";

/** What this process did lately, and the server's lists may not show yet. */
export interface RecentRuns {
  submitted(pipeline: string, run: RecentRun): void;
  /** A failed run that another took the place of. */
  replaced(pipeline: string, runId: string): void;
  readonly forget: (run: RecentRun) => void;
  of(pipeline: string): { readonly recent: readonly RecentRun[]; readonly replaced: readonly string[] };
}

interface Noted<T> {
  readonly pipeline: string;
  readonly what: T;
  readonly at: number;
}

const submittedMs = 10_000;
const replacedMs = 120_000;
const mostKept = 100;

/** @param now milliseconds that only grow */
export function createRecentRuns(now: () => number): RecentRuns {
  let submitted: readonly Noted<RecentRun>[] = [];
  let replaced: readonly Noted<string>[] = [];
  const since = <T>(noted: readonly Noted<T>[], ms: number) => noted.filter(({ at }) => at > now() - ms).slice(-mostKept);
  const forget = ({ runId }: RecentRun) => void (submitted = submitted.filter(({ what }) => what.runId !== runId));
  const about = <T>(noted: readonly Noted<T>[], pipeline: string) =>
    noted.flatMap((each) => (each.pipeline === pipeline ? [each.what] : []));
  return {
    forget,
    submitted(pipeline, run) {
      forget(run);
      submitted = since([...submitted, { pipeline, what: run, at: now() }], submittedMs);
    },
    replaced(pipeline, runId) {
      replaced = since([...replaced, { pipeline, what: runId, at: now() }], replacedMs);
    },
    of(pipeline) {
      submitted = since(submitted, submittedMs);
      replaced = since(replaced, replacedMs);
      return { recent: about(submitted, pipeline), replaced: about(replaced, pipeline) };
    },
  };
}
