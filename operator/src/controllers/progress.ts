/** How often a transfer writes down how far it is. */
const betweenMs = 5_000;

/** Tells no more often than that. */
export function progressWriter(clock: () => number, write: (bytes: number) => Promise<void>): (bytes: number) => Promise<void> {
  let writtenAt = clock();
  return async (bytes) => {
    if (clock() - writtenAt < betweenMs) return;
    writtenAt = clock();
    await write(bytes);
  };
}
