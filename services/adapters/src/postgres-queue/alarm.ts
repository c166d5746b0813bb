/** Ends a wait early. Rung while nobody waits, it ends the next wait at once. */
export interface Alarm {
  ring(): void;
  wait(ms: number): Promise<void>;
}

export function createAlarm(): Alarm {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async wait(ms) {
      if (!rung)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          timer.unref();
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      wake = undefined;
      rung = false;
    },
  };
}
