/** Does at most so many things at the same time; the others wait in the order in which they came. */
export function turns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async (work) => {
    if (busy >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy++;
    try {
      return await work();
    } finally {
      // The place goes to who waits the longest, or is given up.
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };
}
