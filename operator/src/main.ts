/** The process: settings from the environment, and an end when it is asked for. */
import { makeTokenSecrets } from "./apply/token-secrets.ts";
import { readSettings, readTokenSettings, SettingError } from "./config.ts";
import { startOperator } from "./operator.ts";
import { createKubeClient } from "./runtime/kube-client.ts";

/** `loci-operator token-keys`: makes the Secrets with the keys that roles sign with, where they are missing, and ends. */
async function makeTokenKeys(): Promise<void> {
  const { kube, ...wanted } = readTokenSettings();
  const client = createKubeClient(kube);
  const written = await makeTokenSecrets(client, { ...wanted, now: Date.now() }).finally(() => client.close());
  process.stdout.write(`loci-operator: ${written.length === 0 ? "all token keys are there" : `wrote ${written.join(", ")}`}\n`);
}

async function operate(): Promise<void> {
  const operator = await startOperator(readSettings());
  const stop = () => void operator.stop().catch(() => undefined);
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  // Another leads now, or soon: what was known here may be stale. A new process begins anew.
  if ((await operator.ended) === "lost") process.exitCode = 1;
}

try {
  await (process.argv[2] === "token-keys" ? makeTokenKeys() : operate());
} catch (thrown) {
  const told =
    thrown instanceof SettingError ? thrown.message : thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  process.stderr.write(`loci-operator: ${told}\n`);
  process.exitCode = 1;
}
