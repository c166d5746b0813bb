const usualPatienceMs = 240_000;

/** Waits until it holds. */
export async function until(what: string, holds: () => Promise<boolean>, patienceMs = usualPatienceMs): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not within ${patienceMs} ms: ${what}`);
}
