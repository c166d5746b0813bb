import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import type { DurableRunner, Pipeline, StageFailure, StageRun, Work } from "./port.ts";

/** One store of durable work, and the processes that work on it. */
export interface RunnerRig {
  /** A runner as another process would make it. Left work is taken within two seconds, pauses between attempts are some milliseconds. */
  runner(): Promise<DurableRunner>;
  /** The runner's process ends without a word: nothing that it does from now on reaches the store. */
  die(runner: DurableRunner): void;
  close(): Promise<void>;
}

/** What every DurableRunner adapter must do. */
export function durableRunnerContract(name: string, open: () => Promise<RunnerRig>): void {
  describe(`${name} as a durable runner`, () => {
    let rig: RunnerRig;
    let runners: DurableRunner[] = [];
    let contexts = 0;

    beforeAll(async () => void (rig = await open()));
    afterEach(async () => {
      await Promise.all(runners.map((runner) => runner.close(0)));
      runners = [];
    });
    afterAll(() => rig.close());

    const fresh = (id = "d1"): Work => ({ contextId: `c${contexts++}`, id });

    async function started(...pipelines: readonly Pipeline[]): Promise<DurableRunner> {
      const runner = await rig.runner();
      runners.push(runner);
      for (const pipeline of pipelines) runner.register(pipeline);
      await runner.start();
      return runner;
    }

    /** It is closed with the others at the end of the test: a dead process must not go on for ever in this one. */
    const dead = (runner: DurableRunner) => rig.die(runner);

    it("runs the stages in their order, and knows the work until it is done", async () => {
      const log: string[] = [];
      const held = gate();
      const line = pipeline("order", {
        parse: async () => void log.push("parse"),
        chunk: async () => {
          log.push("chunk");
          await held.opened;
        },
        embed: async (_, { attempt }) => void log.push(`embed ${attempt}`),
      });
      const runner = await started(line);
      const work = fresh();
      await runner.submit("order", work);
      await until(() => log.length === 2);
      expect(await runner.isActive("order", work)).toBe(true);
      expect(await runner.depth("order")).toEqual({ queued: 0, running: 1, failed: 0 });
      held.open();
      await idle(runner, "order");
      expect(log).toEqual(["parse", "chunk", "embed 1"]);
      expect(await runner.isActive("order", work)).toBe(false);
    });

    it("begins at the stage that was asked for, and refuses one that is not there", async () => {
      const log: string[] = [];
      const runner = await started(
        pipeline("from", { parse: async () => void log.push("parse"), embed: async () => void log.push("embed") }),
      );
      await runner.submit("from", fresh(), { fromStage: "embed" });
      await idle(runner, "from");
      expect(log).toEqual(["embed"]);
      await expect(runner.submit("from", fresh(), { fromStage: "fly" })).rejects.toMatchObject({ code: "invalid" });
    });

    it("adds nothing while the same work is queued or runs, and takes it again once it is done", async () => {
      let runs = 0;
      const held = gate();
      const runner = await started(pipeline("once", { only: async () => (runs++, held.opened) }));
      const work = fresh();
      await Promise.all(Array.from({ length: 5 }, () => runner.submit("once", work)));
      await until(() => runs === 1);
      await runner.submit("once", work);
      held.open();
      await idle(runner, "once");
      expect(runs).toBe(1);
      await runner.submit("once", work);
      await idle(runner, "once");
      expect(runs).toBe(2);
    });

    it("tells works of the same id in two contexts apart", async () => {
      const seen: string[] = [];
      const runner = await started(pipeline("twins", { only: async (work) => void seen.push(work.contextId) }));
      const [a, b] = [fresh(), fresh()];
      await Promise.all([
        runner.submit("twins", a),
        runner.submit("twins", b),
        runner.submit("twins", { contextId: "", id: "d1" }),
      ]);
      await idle(runner, "twins");
      expect(seen.sort()).toEqual(["", a.contextId, b.contextId].sort());
    });

    it("tries a stage again until it ends, and counts its attempts", async () => {
      const attempts: number[] = [];
      const runner = await started(
        pipeline("again", {
          only: async (_, { attempt }) => {
            attempts.push(attempt);
            if (attempt < 4) throw new Error("not yet");
          },
        }),
      );
      await runner.submit("again", fresh());
      await idle(runner, "again");
      expect(attempts).toEqual([1, 2, 3, 4]);
    });

    it("fails when the attempts are used up, tells it once, and begins anew when asked", async () => {
      const failures: StageFailure[] = [];
      let broken = true;
      const runner = await started({
        ...pipeline("fails", {
          fine: async () => undefined,
          bad: async () => {
            if (broken) throw new Error("a detail that is nobody's business");
          },
        }),
        onFailed: async (_, failure) => void failures.push(failure),
      });
      const work = fresh();
      await runner.submit("fails", work);
      await until(async () => failures.length > 0 && !(await runner.isActive("fails", work)));
      expect(failures).toEqual([{ stage: "bad", reason: "An unexpected error occurred.", attempts: 5 }]);
      expect(await runner.depth("fails")).toEqual({ queued: 0, running: 0, failed: 1 });
      broken = false;
      await runner.submit("fails", work, { fromStage: "bad" });
      await until(async () => (await runner.depth("fails")).failed === 0 && !(await runner.isActive("fails", work)));
      expect(failures).toHaveLength(1);
    });

    it("fails at once when trying again would not help", async () => {
      const failures: StageFailure[] = [];
      const runner = await started({
        ...pipeline("permanent", {
          only: async () => {
            throw new LociError("unsupported_media_type", "The document is encrypted.");
          },
        }),
        onFailed: async (_, failure) => void failures.push(failure),
      });
      await runner.submit("permanent", fresh());
      await until(() => failures.length > 0);
      expect(failures).toEqual([{ stage: "only", reason: "The document is encrypted.", attempts: 1 }]);
    });

    it("reports a failure again until the report itself ends", async () => {
      let reports = 0;
      const runner = await started({
        ...pipeline("report", {
          only: async () => {
            throw new LociError("invalid", "No.");
          },
        }),
        onFailed: async () => {
          if (++reports < 3) throw new Error("the database is away");
        },
      });
      await runner.submit("report", fresh());
      await until(() => reports === 3);
    });

    it("ends an attempt that takes too long, whether or not it heeds its signal", async () => {
      const signals: AbortSignal[] = [];
      const late = pipeline("late", {
        only: async (_, { signal, attempt }) => (signals.push(signal), attempt === 1 ? never : undefined),
      });
      const runner = await started({ ...late, stages: late.stages.map((stage) => ({ ...stage, timeoutSeconds: 0.05 })) });
      await runner.submit("late", fresh());
      await until(() => signals.length === 2);
      expect(signals[0]?.aborted).toBe(true);
    });

    it("takes out work that is cancelled, and aborts the stage that runs", async () => {
      const signals = new Map<string, AbortSignal>();
      const line = pipeline("cancel", { only: async ({ id }, { signal }) => (signals.set(id, signal), aborted(signal)) });
      const one = { ...line, concurrency: 1 };
      const runner = await started(one);
      const running = fresh("running");
      const waiting = { ...running, id: "waiting" };
      await runner.submit("cancel", running);
      await until(() => signals.has("running"));
      await runner.submit("cancel", waiting);
      await runner.cancel("cancel", waiting);
      await runner.cancel("cancel", running);
      await runner.cancel("cancel", fresh());
      await until(() => signals.get("running")?.aborted === true);
      expect(await runner.isActive("cancel", running)).toBe(false);
      await runner.submit("cancel", { ...running, id: "after" });
      await until(() => signals.has("after"));
      expect(signals.has("waiting")).toBe(false);
    });

    it("aborts a stage that another process cancelled", async () => {
      let signal: AbortSignal | undefined;
      const line = pipeline("far", { only: async (_, run) => aborted((signal = run.signal)) });
      await started(line);
      const other = await rig.runner();
      runners.push(other);
      const work = fresh();
      await other.submit("far", work);
      await until(() => signal !== undefined);
      await other.cancel("far", work);
      await until(() => signal?.aborted === true);
    });

    it("waits for a delay", async () => {
      let ran = false;
      const runner = await started(pipeline("delay", { only: async () => void (ran = true) }));
      await runner.submit("delay", fresh(), { delaySeconds: 1 });
      await sleep(400);
      expect(ran).toBe(false);
      await until(() => ran);
    });

    it("never runs one work twice at once, however many processes there are", async () => {
      const running = new Set<string>();
      const done: string[] = [];
      const line = pipeline("shared", {
        only: async ({ contextId, id }) => {
          const key = `${contextId}/${id}`;
          if (running.has(key)) throw new LociError("invalid", "It runs already.");
          running.add(key);
          await sleep(2);
          running.delete(key);
          done.push(key);
        },
      });
      const [left, right] = [await started(line), await started(line)];
      const contextId = fresh().contextId;
      await Promise.all(
        Array.from({ length: 60 }, (_, i) => (i % 2 ? left : right).submit("shared", { contextId, id: `d${i}` })),
      );
      await idle(left, "shared");
      expect(new Set(done).size).toBe(60);
      expect(done).toHaveLength(60);
    });

    it("does again what a process that died had begun, and hears no more of that process", async () => {
      const log: string[] = [];
      const held = gate();
      const stages = (who: string, wait: Promise<void> | undefined) =>
        pipeline("death", {
          first: async () => void log.push(`${who} first`),
          second: async (_, { attempt }) => (log.push(`${who} second ${attempt}`), wait),
          third: async () => void log.push(`${who} third`),
        });
      const first = await started(stages("one", held.opened));
      await first.submit("death", fresh());
      await until(() => log.includes("one second 1"));
      dead(first);
      const second = await started(stages("two", undefined));
      await idle(second, "death");
      held.open();
      await sleep(50);
      expect(log).toEqual(["one first", "one second 1", "two second 2", "two third"]);
    });

    it("gives up work that kills its process each time", async () => {
      const failures: StageFailure[] = [];
      const deadly = (wait: Promise<void> | undefined): Pipeline => {
        const line = pipeline("deadly", { only: async () => (begun++, wait) });
        return {
          ...line,
          stages: line.stages.map((stage) => ({ ...stage, maxAttempts: 1 })),
          onFailed: async (_, failure) => void failures.push(failure),
        };
      };
      let begun = 0;
      const first = await started(deadly(never));
      await first.submit("deadly", fresh());
      await until(() => begun === 1);
      dead(first);
      await started(deadly(undefined));
      await until(() => failures.length > 0);
      expect(failures).toEqual([{ stage: "only", reason: "The process ended while the stage only ran.", attempts: 1 }]);
      expect(begun).toBe(1);
    });

    it("lets what runs end at the close, cuts what does not, and has it done at the next start", async () => {
      const log: string[] = [];
      const runner = await started(
        pipeline("close", {
          only: async ({ id }, { signal }) => {
            log.push(`begun ${id}`);
            await (id === "quick" ? sleep(50) : aborted(signal));
            log.push(`${signal.aborted ? "cut" : "ended"} ${id}`);
          },
        }),
      );
      const quick = fresh("quick");
      await runner.submit("close", quick);
      await runner.submit("close", { ...quick, id: "slow" });
      await until(() => log.length === 2);
      await runner.close(300);
      expect(log.slice(2)).toEqual(["ended quick", "cut slow"]);
      const attempts: string[] = [];
      const next = await started(
        pipeline("close", { only: async ({ id }, { attempt }) => void attempts.push(`${id} ${attempt}`) }),
      );
      await idle(next, "close");
      expect(attempts).toEqual(["slow 1"]);
    });

    it("lets contexts take turns", async () => {
      const order: string[] = [];
      const line = { ...pipeline("fair", { only: async ({ contextId }) => void order.push(contextId) }), concurrency: 2 };
      const idler = await rig.runner();
      runners.push(idler);
      const [big, small, tiny] = [fresh().contextId, fresh().contextId, fresh().contextId];
      const submit = (contextId: string, count: number) =>
        Promise.all(Array.from({ length: count }, (_, i) => idler.submit("fair", { contextId, id: `d${i}` })));
      await submit(big, 180);
      await submit(small, 15);
      await submit(tiny, 5);
      const runner = await started(line);
      await idle(runner, "fair");
      expect(order).toHaveLength(200);
      const lastOf = (contextId: string) => order.lastIndexOf(contextId);
      // With turns for each, the 5 are done after about 15 works, the 15 after about 40.
      expect(lastOf(tiny)).toBeLessThan(25);
      expect(lastOf(small)).toBeLessThan(50);
    });

    it("submits what is scheduled again and again, from one process at a time, until told otherwise", async () => {
      let runs = 0;
      const line = pipeline("tick", { only: async () => void (runs += 1) });
      const [runner] = [await started(line), await started(line)];
      const schedule = { name: "tick", pipeline: "tick", work: fresh(), everySeconds: 1 };
      const asked = Date.now();
      await runner.schedule(schedule);
      await sleep(300);
      await runner.schedule(schedule);
      await until(() => runs === 2);
      expect(Date.now() - asked).toBeGreaterThan(1_900);
      await runner.unschedule("tick");
      await sleep(1_200);
      expect(runs).toBe(2);
      await expect(runner.schedule({ ...schedule, everySeconds: 0 })).rejects.toMatchObject({ code: "invalid" });
    });

    it("keeps a schedule over a restart, and runs missed times once", async () => {
      let runs = 0;
      const line = pipeline("missed", { only: async () => void (runs += 1) });
      const first = await started(line);
      await first.schedule({ name: "missed", pipeline: "missed", work: fresh(), everySeconds: 1 });
      await first.close(0);
      await sleep(2_300);
      const second = await started(line);
      await until(() => runs === 1);
      await sleep(300);
      expect(runs).toBe(1);
      await second.unschedule("missed");
    });
  });
}

type StageCode = (work: Work, run: StageRun) => Promise<void>;

function pipeline(name: string, stages: Readonly<Record<string, StageCode>>): Pipeline {
  return {
    name,
    concurrency: 4,
    stages: Object.entries(stages).map(([stage, run]) => ({ name: stage, timeoutSeconds: 30, maxAttempts: 5, run })),
    onFailed: async () => undefined,
  };
}

const never = new Promise<void>(() => undefined);
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { opened: promise, open: () => resolve(undefined) };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 15_000;
  while (!(await what())) {
    if (Date.now() > end) throw new Error(`still not so after 15 s: ${what.toString()}`);
    await sleep(10);
  }
}

function idle(runner: DurableRunner, name: string): Promise<void> {
  return until(async () => {
    const { queued, running } = await runner.depth(name);
    return queued + running === 0;
  });
}
