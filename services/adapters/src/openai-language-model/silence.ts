/** Ends a request on which nothing happens. */
export interface SilenceWatch {
  /** Fires when what was expected did not happen. */
  readonly signal: AbortSignal;
  expectWithin(millis: number): void;
  /** Nothing is expected for now: it happened, or the reader takes its time. */
  rest(): void;
}

export function silenceWatch(): SilenceWatch {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const rest = () => clearTimeout(timer);
  return {
    signal: controller.signal,
    expectWithin(millis) {
      rest();
      timer = setTimeout(() => controller.abort(), millis);
    },
    rest,
  };
}
