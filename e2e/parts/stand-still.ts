/** A process that is there and does nothing. */
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

const limitMs = 30_000;

/** Stops a process, and waits until all of its threads stand: on a busy machine some run on for a while. @throws Error where they do */
export async function standStill(child: {
  readonly pid?: number | undefined;
  kill(signal: NodeJS.Signals): boolean;
}): Promise<void> {
  child.kill("SIGSTOP");
  for (const until = Date.now() + limitMs; !(await stands(child.pid ?? 0)); await sleep(5))
    if (Date.now() > until) throw new Error(`the process ${child.pid} does not stand still`);
}

/** Where no system tells of threads, the signal has to do. */
async function stands(pid: number): Promise<boolean> {
  if (process.platform !== "linux") return true;
  const threads = await readdir(`/proc/${pid}/task`);
  const stats = await Promise.all(threads.map((id) => readFile(`/proc/${pid}/task/${id}/stat`, "utf8").catch(() => ") T")));
  // The state comes behind the name, which may have anything in it.
  return stats.every((stat) => stat.slice(stat.lastIndexOf(")") + 2).startsWith("T"));
}
