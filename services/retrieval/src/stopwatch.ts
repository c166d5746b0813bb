/** Measures the stages of one request, in milliseconds. */
export function stopwatch(clock: () => number) {
  const start = clock();
  let last = start;
  const stages: Record<string, number> = {};
  return {
    /** Ends a stage: what passed since the one before. */
    lap(stage: string): void {
      const now = clock();
      stages[stage] = (stages[stage] ?? 0) + now - last;
      last = now;
    },
    total: (): number => clock() - start,
    laps: (): Record<string, number> => ({ ...stages }),
  };
}
