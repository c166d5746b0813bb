import { afterAll, afterEach, beforeAll } from "@jest/globals";
import type { DurableRunner, Pipeline, Work } from "../port.ts";

/** One store of durable work, and the processes that work on it. */
export interface RunnerRig {
  /**
   * A runner as another process would make it. Pauses between attempts are some milliseconds. What it holds is held for longer
   * than a busy machine stands still.
   * @param doomed it is going to die: what it leaves is taken within seconds
   */
  runner(doomed: boolean): Promise<DurableRunner>;
  /** The runner's process ends without a word: nothing that it does from now on reaches the store. */
  die(runner: DurableRunner): void;
  close(): Promise<void>;
}

/** Where the tests of one suite work: a rig, whose runners are closed after each test. */
export interface Place {
  /** Work of a context of its own. */
  fresh(id?: string): Work;
  /** A runner that submits and does nothing itself. */
  opened(): Promise<DurableRunner>;
  started(...pipelines: readonly Pipeline[]): Promise<DurableRunner>;
  /** One that works until the test lets it die; until then no other works. */
  doomed(pipeline: Pipeline): Promise<DurableRunner>;
  /** It is closed with the others all the same: a dead process must not go on for ever in this one. */
  die(runner: DurableRunner): void;
}

export function placeOf(open: () => Promise<RunnerRig>): Place {
  let rig: RunnerRig;
  let runners: DurableRunner[] = [];
  let contexts = 0;

  beforeAll(async () => void (rig = await open()));
  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.close(0)));
    runners = [];
  });
  afterAll(() => rig.close());

  async function opened(doomed = false): Promise<DurableRunner> {
    const runner = await rig.runner(doomed);
    runners.push(runner);
    return runner;
  }
  async function working(runner: DurableRunner, pipelines: readonly Pipeline[]): Promise<DurableRunner> {
    for (const pipeline of pipelines) runner.register(pipeline);
    await runner.start();
    return runner;
  }
  return {
    fresh: (id = "d1") => ({ contextId: `c${contexts++}`, id }),
    opened: () => opened(),
    started: async (...pipelines) => working(await opened(), pipelines),
    doomed: async (pipeline) => working(await opened(true), [pipeline]),
    die: (runner) => rig.die(runner),
  };
}
