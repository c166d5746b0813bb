import { describe } from "@jest/globals";
import { attemptTests } from "./testing/attempts.ts";
import { cancellingTests } from "./testing/cancelling.ts";
import { placeOf, type RunnerRig } from "./testing/place.ts";
import { processTests } from "./testing/processes.ts";
import { stageTests } from "./testing/stages.ts";
import { stepTests } from "./testing/steps.ts";
import { timingTests } from "./testing/timing.ts";

export type { RunnerRig } from "./testing/place.ts";

/** What every DurableRunner adapter must do. */
export function durableRunnerContract(name: string, open: () => Promise<RunnerRig>): void {
  describe(`${name} as a durable runner`, () => {
    const place = placeOf(open);
    stageTests(place);
    stepTests(place);
    attemptTests(place);
    cancellingTests(place);
    processTests(place);
    timingTests(place);
  });
}
