/**
 * What the client, the workflows and the activities agree on. It is part of the workflows' bundle, so it imports types only; and it is
 * kept in histories: what stands here may be added to, not changed. Payloads are ids, never contents.
 */
import type { Progress, StageFailure, Work } from "@loci/ports/durable-runner";

/** Where the workflows of all pipelines run. Their activities have a queue for each pipeline, as each has its own concurrency. */
export const workflowQueue = "loci";
export const activityQueue = (pipeline: string) => `loci-${pipeline}`;

/** At most one workflow of an id runs at a time: so work is queued once. Its type is the pipeline's name. */
export const workflowId = (pipeline: string, { contextId, id }: Work) => `${pipeline}/${contextId}/${id}`;
export const scheduleId = (name: string) => `loci-${name}`;
/** The name in a schedule's id; undefined for one that is not Loci's. */
export const nameOf = (id: string) => (id.startsWith("loci-") ? id.slice("loci-".length) : undefined);
/** The workflow that a schedule starts; no pipeline can have this name. */
export const scheduledWorkflow = "submitScheduled";

/** What no stage may exceed: its own time-out is kept by the process that runs it, which knows the stages. */
export const longestStageSeconds = 86_400;

/** What can be told of a workflow without asking a worker. */
export interface PipelineMemo {
  /** It does nothing more but report its failure. */
  readonly failing?: boolean;
  readonly progress?: Progress;
}

export interface PipelineInput extends Work {
  /** "" for the pipeline's first. */
  readonly fromStage: string;
  /** After how long an activity of a process that fell silent is given to another. */
  readonly leaseMs: number;
  /** What the step before came to, where the stage goes in steps. */
  readonly progress?: Progress;
}

export interface StageInput extends Work {
  readonly stage: string;
  readonly progress?: Progress;
  /** Attempts of earlier activities, which a closing process gave back. */
  readonly attemptsBefore: number;
}

export interface ReportInput extends Work {
  readonly failure: StageFailure;
  readonly attemptsBefore: number;
}

/** Where an activity is that has gone on to another stage by itself: in its heartbeats, for who takes it up after it fell silent. */
export interface Reached {
  readonly stage: string;
  /** What is added to the activity's attempt gives the stage's; below 0 where the stages before it needed several. */
  readonly attemptsBefore: number;
}

/** `cut`: its process closes; it is to be done again, and the attempt does not count. */
export type Cut = { readonly kind: "cut"; readonly attempts: number };
export type StageResult =
  | { readonly kind: "step"; readonly stage: string; readonly progress: Progress }
  | { readonly kind: "advance"; readonly stage: string; readonly attempts?: number }
  | { readonly kind: "done" }
  | Cut;
export type ReportResult = { readonly kind: "done" } | Cut;

/** Of one pipeline, in its own queue. What makes a stage fail for good is thrown with a StageFailure in its details. */
export interface PipelineActivities {
  readonly runStage: (input: StageInput) => Promise<StageResult>;
  readonly reportFailure: (input: ReportInput) => Promise<ReportResult>;
}

export interface ScheduledInput {
  readonly pipeline: string;
  readonly work: Work;
  /** Schedules count in whole seconds: how much later than its second the work is due. */
  readonly phaseMs: number;
}

export interface SubmitDueInput {
  readonly pipeline: string;
  readonly work: Work;
  readonly dueAt: number;
}

/** Local activities, beside the workflows. */
export interface SchedulingActivities {
  readonly submitDue: (input: SubmitDueInput) => Promise<void>;
}
