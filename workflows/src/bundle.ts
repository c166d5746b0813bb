import { fileURLToPath } from "node:url";
import { bundleWorkflowCode, type WorkflowBundle } from "@temporalio/worker";

const workflowsPath = fileURLToPath(new URL("./definitions/index.ts", import.meta.url));
let made: Promise<WorkflowBundle> | undefined;

/** The workflows as one script, which the worker runs in a sandbox. It takes about a second, and is made once in a process. */
export function workflowBundle(): Promise<WorkflowBundle> {
  made ??= bundleWorkflowCode({ workflowsPath, logger: quiet });
  return made;
}

const nothing = () => undefined;
const quiet = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
