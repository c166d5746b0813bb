/**
 * Measures the stages of one request, in milliseconds.
 * @param elapsed how time goes by: the machine's clock may be set meanwhile, and a stage takes no less than no time
 */
export function stopwatch(elapsed: () => number) {
  const start = elapsed();
  let last = start;
  const stages: Record<string, number> = {};
  return {
    /** Ends a stage: what passed since the one before. */
    lap(stage: string): void {
      const now = elapsed();
      stages[stage] = (stages[stage] ?? 0) + now - last;
      last = now;
    },
    total: (): number => elapsed() - start,
    laps: (): Record<string, number> => ({ ...stages }),
  };
}
