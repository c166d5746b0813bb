/** What the reading process may take. */
export interface ReaderLimits {
  /** Its heap, in MiB; the rules and their language data take about 60 of it. */
  readonly memoryMiB: number;
  /** Processor time in milliseconds without a return to its event loop. The rules return after 8,000 characters, which take 60. */
  readonly stepMs: number;
  /** One text's time in milliseconds, with what is read beside it, from when the process is ready. */
  readonly textMs: number;
  /** A process that does not give up a text within this many milliseconds of being told is ended. */
  readonly graceMs: number;
  /** Nor is one of use that takes longer to start than this many. */
  readonly startMs: number;
}

export const defaultLimits: ReaderLimits = { memoryMiB: 256, stepMs: 3_000, textMs: 60_000, graceMs: 10_000, startMs: 60_000 };
