/** The process: settings from the environment, and an end when it is asked for. */
import { readSettings, SettingError } from "./config.ts";
import { startOperator } from "./operator.ts";

try {
  const operator = await startOperator(readSettings());
  const stop = () => void operator.stop().catch(() => undefined);
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  // Another leads now, or soon: what was known here may be stale. A new process begins anew.
  if ((await operator.ended) === "lost") process.exitCode = 1;
} catch (thrown) {
  const told =
    thrown instanceof SettingError ? thrown.message : thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  process.stderr.write(`loci-operator: ${told}\n`);
  process.exitCode = 1;
}
