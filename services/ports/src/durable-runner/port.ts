/**
 * Runs work that must end some day, whatever is killed meanwhile. A pipeline is a list of stages that run one after the other; each is
 * begun again until it ends or its attempts are used up, so each must be safe to run twice. What travels are ids only: contents stay in
 * the truth. The works of one context do not hold up those of another: contexts take turns.
 */
export interface DurableRunner {
  /** Makes a pipeline known to this process, which then works on it. All of them before `start`; who only submits needs none. */
  register(pipeline: Pipeline): void;
  /**
   * Begins to work on what is queued, also on what was left by a process that died.
   * @throws LociError `unavailable` where what keeps the work does not answer: the message says why, and it may be called again
   */
  start(): Promise<void>;
  /**
   * Queues work for the pipeline, from a stage (by default its first). While work of the same ids is queued or runs, nothing is added;
   * what was cancelled or failed before is begun anew. Durable when it resolves.
   * @throws LociError `invalid` for a stage that the pipeline, as far as it is known here, does not have
   */
  submit(pipeline: string, work: Work, options?: SubmitOptions): Promise<void>;
  /**
   * Takes the work out; a stage that runs gets its signal aborted, in another process some seconds later. What is not there needs no
   * cancelling.
   */
  cancel(pipeline: string, work: Work): Promise<void>;
  /**
   * Takes out every work of the context as `cancel` does, what failed too, but that of one pipeline. Absent where what has ended goes by
   * itself some day.
   * @returns how many works there were
   */
  cancelContext?(contextId: string, exceptPipeline: string): Promise<number>;
  /**
   * Begins at once what the context has waiting in the pipeline for its time or its next attempt; what runs goes on.
   * @returns how many works there were
   */
  hasten(pipeline: string, contextId: string): Promise<number>;
  /** Whether work of these ids is queued or runs. */
  isActive(pipeline: string, work: Work): Promise<boolean>;
  /** How far work has come that is queued or runs; undefined where its stage has not told, or it has ended. */
  progress(pipeline: string, work: Work): Promise<Progress | undefined>;
  /**
   * Submits `work` to the pipeline again and again, first when `everySeconds` have passed. Asked for anew it replaces the schedule of that
   * name; with the same period its next time stays, so that each start of a process may ask. Missed times run once.
   * @throws LociError `invalid`
   */
  schedule(schedule: Schedule): Promise<void>;
  /** What is not there needs no removing. */
  unschedule(name: string): Promise<void>;
  /** Removes every schedule but these: what an earlier release asked for is not done for ever. */
  unscheduleOthers(names: readonly string[]): Promise<void>;
  /** How much waits (also for its time), runs, and failed and was not submitted again; for traces and stats. */
  depth(pipeline: string): Promise<Depth>;
  /** What is in each pipeline (as far as this process knows which there are), for metrics. */
  totals(): Promise<readonly PipelineTotal[]>;
  /** Takes no new work; what runs gets `graceMs`, is then cut, and is done again at the next start. */
  close(graceMs: number): Promise<void>;
}

/** What the work is about. */
export interface Work {
  /** "" for work over all contexts. */
  readonly contextId: string;
  /** Unique for the pipeline within its context. */
  readonly id: string;
}

export interface SubmitOptions {
  readonly fromStage?: string;
  readonly delaySeconds?: number;
}

export interface Depth {
  readonly queued: number;
  readonly running: number;
  readonly failed: number;
}

/** Works of one pipeline in one state. */
export interface PipelineTotal {
  readonly pipeline: string;
  readonly state: "queued" | "running" | "failed";
  readonly works: number;
  /** Since when the oldest of them is due, in seconds, or at least half of that; 0 for what is due later, or is not known. */
  readonly oldestSeconds: number;
}

export interface Pipeline {
  /** lower-case letters and dashes */
  readonly name: string;
  readonly stages: readonly Stage[];
  /** How many works of this pipeline run at once in one process. */
  readonly concurrency: number;
  /**
   * The work failed for good: a stage threw what does not pass (see Stage.run), or used up its attempts. Called again until it ends;
   * safe to run twice.
   */
  readonly onFailed: (work: Work, failure: StageFailure) => Promise<void>;
}

export interface Stage {
  readonly name: string;
  /** Then the signal is aborted and the attempt has failed, whether or not the stage heeds the signal. */
  readonly timeoutSeconds: number;
  /** An attempt that ended with its process counts: work that kills its process must not do so for ever. One cut by `close` does not. */
  readonly maxAttempts: number;
  /**
   * By default `maxAttempts`. While what the stage needs is away (it throws `unavailable`) it is begun so often: a file that nobody can
   * read is given up within seconds, a server that is restarted is waited for. One count for both, and for processes that end meanwhile.
   */
  readonly maxAttemptsAway?: number;
  /**
   * Does the stage. Whatever it throws is tried again with growing pauses, but a LociError of the codes `invalid`, `not_found`,
   * `too_large`, `unsupported_media_type` and `conflict`: trying again would not help. The message of a LociError becomes the reason of
   * a failure.
   *
   * Long work goes in steps: a stage that returns how far it came is run again from there, with attempts of its own, until it returns
   * nothing. Whatever is killed meanwhile, what a step came to stays.
   */
  readonly run: (work: Work, run: StageRun) => Promise<StageEnd>;
}

/** Nothing where the stage is done, else how far it came. */
export type StageEnd = Awaited<Promise<void>> | Progress;

export interface StageRun {
  /** From 1. */
  readonly attempt: number;
  readonly signal: AbortSignal;
  /** What the step before came to; undefined in a stage's first. */
  readonly from?: Progress | undefined;
}

/** How far a stage has come: ids, positions and numbers, never contents; a kilobyte at most. */
export interface Progress {
  /** Where the next step begins, in the stage's own words. */
  readonly at: string;
  /** What was done, in numbers that people understand. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface StageFailure {
  readonly stage: string;
  /** A sentence without secrets or contents. */
  readonly reason: string;
  readonly attempts: number;
}

export interface Schedule {
  readonly name: string;
  readonly pipeline: string;
  readonly work: Work;
  /** A whole number, at least 1. */
  readonly everySeconds: number;
}
