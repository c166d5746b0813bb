/** The thread that ends the parsing process where it takes more memory than is allowed, or outlives the one that started it. */
import { workerData } from "node:worker_threads";

const { allowed, parent } = workerData as { allowed: BigInt64Array; parent: number };

setInterval(() => {
  const tooMuch = BigInt(process.memoryUsage.rss()) > Atomics.load(allowed, 0);
  if (tooMuch || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}, 20);
