/** So far the two may be apart: whoever sends deadlines by this clock has them read by the machine's. */
const apartMs = 1_000;

/**
 * Milliseconds since the epoch with fractions, which do not go backwards. A clock that runs by itself from the process's start loses the
 * machine's when that is set, and stands still while the machine sleeps: where it is found so, it goes on from the machine's time.
 * @param wall what the machine's clock says, in whole milliseconds
 * @param elapsed how time goes by, in milliseconds with fractions
 */
export function createPreciseClock(wall = () => Date.now(), elapsed = () => performance.now()): () => number {
  let begin = wall() - elapsed();
  return () => {
    const now = begin + elapsed();
    const told = wall();
    if (Math.abs(now - told) <= apartMs) return now;
    begin = told - elapsed();
    return told;
  };
}
