import { expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import type { Pipeline, StageFailure } from "../port.ts";
import { pipeline } from "./pipeline.ts";
import type { Place } from "./place.ts";
import { aborted, gate, idle, never, sleep, until } from "./waiting.ts";

/** Several processes on one store, which end when they like. */
export function processTests(place: Place): void {
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
    const [left, right] = [await place.started(line), await place.started(line)];
    const contextId = place.fresh().contextId;
    await Promise.all(Array.from({ length: 60 }, (_, i) => (i % 2 ? left : right).submit("shared", { contextId, id: `d${i}` })));
    // The lists that tell of idleness may lag behind on some servers: they are asked once there was something to see.
    await until(() => done.length >= 60);
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
    const first = await place.doomed(stages("one", held.opened));
    await first.submit("death", place.fresh());
    await until(() => log.includes("one second 1"));
    place.die(first);
    const second = await place.started(stages("two", undefined));
    await until(() => log.includes("two third"));
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
    const first = await place.doomed(deadly(never));
    await first.submit("deadly", place.fresh());
    await until(() => begun === 1);
    place.die(first);
    await place.started(deadly(undefined));
    await until(() => failures.length > 0);
    expect(failures).toEqual([{ stage: "only", reason: "The process ended while the stage only ran.", attempts: 1 }]);
    expect(begun).toBe(1);
  });

  it("lets what runs end at the close, cuts what does not, and has it done at the next start", async () => {
    const log: string[] = [];
    const held = gate();
    const line = pipeline("close", {
      only: async ({ id }, { signal }) => {
        log.push(`begun ${id}`);
        await (id === "quick" ? held.opened : aborted(signal));
        log.push(`${signal.aborted ? "cut" : "ended"} ${id}`);
      },
    });
    const quick = place.fresh("quick");
    const patient = await place.started(line);
    await patient.submit("close", quick);
    await until(() => log.length === 1);
    const closed = patient.close(60_000);
    held.open();
    await closed;
    const hasty = await place.started(line);
    await hasty.submit("close", { ...quick, id: "slow" });
    await until(() => log.length === 3);
    await hasty.close(50);
    expect(log).toEqual(["begun quick", "ended quick", "begun slow", "cut slow"]);
    const attempts: string[] = [];
    const next = await place.started(
      pipeline("close", { only: async ({ id }, { attempt }) => void attempts.push(`${id} ${attempt}`) }),
    );
    await until(() => attempts.length > 0);
    await idle(next, "close");
    expect(attempts).toEqual(["slow 1"]);
  });
}
