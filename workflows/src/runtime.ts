import type { Logger } from "@loci/platform/telemetry";
import { DefaultLogger, Runtime } from "@temporalio/worker";

let installed = false;

/** Temporal's native runtime, of which a process has one. It would end the workers at a signal by itself: closing is the process's own to order. */
export function installRuntime(logger: Logger): void {
  if (installed) return;
  installed = true;
  Runtime.install({
    shutdownSignals: [],
    logger: new DefaultLogger("WARN", ({ level, message, meta }) => {
      const { sdkComponent: about, workflowId: workflow, error: err }: Readonly<Record<string, unknown>> = meta ?? {};
      const said = { about, workflow, err };
      if (level === "ERROR") logger.error(said, message);
      else if (said.about === "core") logger.warn(said, message);
      // What a stage threw is in the log already.
      else logger.debug(said, message);
    }),
    telemetryOptions: { logging: { forward: {}, filter: { core: "WARN", other: "WARN" } } },
  });
}
