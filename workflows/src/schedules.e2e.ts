/** Schedules that were changed by hand on the server: whoever schedules puts them right. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startTemporal, type TestTemporal } from "@loci/e2e/parts/temporal";
import { Client, Connection, type ScheduleDescription } from "@temporalio/client";
import { createTemporalRunner } from "./index.ts";
import { rest } from "./testing/rig.ts";

const daily = { name: "decay-daily", pipeline: "decay", work: { contextId: "", id: "daily" }, everySeconds: 86_400 };
let temporal: TestTemporal;
let connection: Connection;
let client: Client;
const found = () => client.schedule.getHandle("loci-decay-daily").describe();
const essence = ({ spec, action, policies, state }: ScheduleDescription) => ({
  ...{ intervals: spec.intervals, calendars: spec.calendars, args: action.args, type: action.workflowType },
  ...{ overlap: policies.overlap, paused: state.paused },
});

beforeAll(async () => {
  temporal = await startTemporal();
  connection = await Connection.connect({ address: temporal.address });
  client = new Client({ connection });
});
afterAll(async () => {
  await connection.close();
  await temporal.stop();
});

describe("a schedule on the server", () => {
  it("is put right after it was paused, changed or removed, and left alone otherwise", async () => {
    const runner = createTemporalRunner({ ...rest, address: temporal.address });
    await runner.schedule(daily);
    const asked = await found();
    await runner.schedule(daily);
    expect((await found()).info.lastUpdatedAt).toEqual(asked.info.lastUpdatedAt);

    const handle = client.schedule.getHandle("loci-decay-daily");
    await handle.pause("by hand");
    await runner.schedule(daily);
    expect(essence(await found())).toEqual(essence(asked));

    await handle.update((previous) => ({ ...previous, policies: { ...previous.policies, overlap: "ALLOW_ALL" } }));
    await runner.schedule(daily);
    expect(essence(await found())).toEqual(essence(asked));

    await handle.update((previous) => ({ ...previous, spec: { ...previous.spec, intervals: [{ every: "1 minute" }] } }));
    await runner.schedule(daily);
    expect((await found()).spec.intervals?.map(({ every }) => every)).toEqual([86_400_000]);

    await handle.delete();
    await runner.schedule(daily);
    expect((await found()).action.args).toMatchObject([{ pipeline: "decay", work: { contextId: "", id: "daily" } }]);
    await runner.close(0);
  });

  it("goes when nobody asks for it any more; what is not Loci's stays", async () => {
    const runner = createTemporalRunner({ ...rest, address: temporal.address });
    await runner.schedule({ ...daily, name: "of-an-earlier-release" });
    await client.schedule.create({
      scheduleId: "somebody-elses",
      spec: { intervals: [{ every: "1 day" }] },
      action: { type: "startWorkflow", workflowType: "theirs", taskQueue: "theirs" },
    });
    await runner.schedule(daily);
    const names = async () => {
      const ids: string[] = [];
      for await (const { scheduleId } of client.schedule.list()) ids.push(scheduleId);
      return ids.sort();
    };
    const wanted = ["loci-decay-daily", "somebody-elses"];
    // The server's list shows a schedule some time after it was made.
    for (const end = Date.now() + 60_000; (await names()).join() !== wanted.join() && Date.now() < end;)
      await runner.unscheduleOthers([daily.name]);
    expect(await names()).toEqual(wanted);
    await runner.close(0);
  });
});
