import { durableRunnerContract } from "@loci/ports/durable-runner/contract";
import { temporalRig } from "./testing/rig.ts";

durableRunnerContract("Temporal", temporalRig);
