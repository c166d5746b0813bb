/**
 * Namespaces of their own for the parts of a node: processes, mounts and network. What they start, mount and filter is theirs, and is
 * gone when their first process ends, also where the test is killed: the kernel ends it with the test. One link leads to the machine.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { startPart, type PartProcess } from "../part-process.ts";

const run = promisify(execFile);

/** The two ends of the link, and what lies behind it. */
export const addresses = { machine: "10.243.0.1", node: "10.243.0.2", pods: "10.244.0.0/24", services: "10.96.0.0/16" } as const;
const link = { machine: "loci-machine", node: "loci-node" } as const;

/** In each hierarchy of control groups; the node's pods lie below. */
export const controlGroup = "loci-node";
const controlGroups = "/sys/fs/cgroup";

/** Processes that were killed leave them when they are gone, which takes a while on a busy machine. */
const emptyLimitMs = 60_000;

/** What a kubelet would set on the machine: it finds it set, and the machine keeps what it has. */
const kernelSettings = {
  "vm/overcommit_memory": "1",
  "vm/panic_on_oom": "0",
  "kernel/panic": "10",
  "kernel/panic_on_oops": "1",
  "kernel/keys/root_maxkeys": "1000000",
  "kernel/keys/root_maxbytes": "25000000",
};

export interface Isolation {
  /** Starts a program in it. */
  start(program: string, args: readonly string[]): PartProcess;
  /** Runs one to its end and gives what it printed. */
  finish(program: string, args: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

/** @param folder that exists; nothing outside it is written, but control groups */
export async function isolate(folder: string): Promise<Isolation> {
  if (await linkIsThere()) throw new Error(`another test runs a node on this machine: it has the link ${link.machine}`);
  // What one that was killed left.
  await removeControlGroups();
  const settings = join(folder, "kernel");
  await mkdir(settings, { recursive: true });
  for (const [name, value] of Object.entries(kernelSettings)) await writeFile(fileOf(settings, name), `${value}\n`);
  const script = join(folder, "begin.sh");
  await writeFile(script, beginning(settings));
  const namespaces = ["--net", "--mount", "--pid", "--fork", "--kill-child=KILL", "--mount-proc"];
  const holder = spawn("setpriv", ["--pdeathsig", "KILL", "unshare", ...namespaces, "bash", script], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  holder.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = once(holder, "exit");
  let first = 0;
  const stop = async (): Promise<void> => {
    // With the first process all others end, and only then does its parent.
    if (first === 0) holder.kill("SIGKILL");
    else process.kill(first, "SIGKILL");
    await ended;
    // The kernel takes the network apart a little later.
    while (await linkIsThere()) await sleep(50);
    await removeControlGroups();
  };
  try {
    const [begun] = (await Promise.race([
      once(holder.stdout.setEncoding("utf8"), "data"),
      ended.then(() => Promise.reject(new Error(`namespaces cannot be made here:\n${said}`))),
    ])) as [string];
    if (!begun.startsWith("begun")) throw new Error(`namespaces began with ${begun}`);
    first = await childOf(holder.pid ?? 0);
    const inside = ["--target", String(first), "--mount", "--net", "--pid", "--"];
    await connect(first);
    await makeControlGroups();
    return {
      start: (program, args) => startPart("nsenter", [...inside, program, ...args], { cwd: folder }),
      finish: async (program, args) => (await run("nsenter", [...inside, program, ...args], { maxBuffer: 1 << 26 })).stdout,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What the first process does; afterwards it only collects the processes whose parents are gone. */
function beginning(settings: string): string {
  return [
    "set -e",
    // Files of containers' runtimes, of the network's plugins and of logs; none of it reaches the machine.
    ...["/run", "/var/lib", "/var/log"].map((folder) => `mount -t tmpfs tmpfs ${folder}`),
    "mkdir /run/lock",
    ...Object.keys(kernelSettings).map((name) => `mount --bind ${fileOf(settings, name)} /proc/sys/${name}`),
    "ip link set lo up",
    "sysctl -q net.ipv4.ip_forward=1",
    "echo begun",
    "sleep infinity & wait",
    "",
  ].join("\n");
}

async function connect(pid: number): Promise<void> {
  const ip = (...args: string[]) => run("ip", args);
  const inside = (...args: string[]) => run("nsenter", ["--target", String(pid), "--net", "--", "ip", ...args]);
  await ip("link", "add", link.machine, "type", "veth", "peer", "name", link.node, "netns", String(pid));
  await ip("address", "add", `${addresses.machine}/30`, "dev", link.machine);
  await ip("link", "set", link.machine, "up");
  await inside("address", "add", `${addresses.node}/30`, "dev", link.node);
  await inside("link", "set", link.node, "up");
  // kube-proxy and the kubelet ask for a default route; there is none beyond the machine.
  await inside("route", "add", "default", "via", addresses.machine);
  for (const range of [addresses.pods, addresses.services]) await ip("route", "add", range, "via", addresses.node);
}

const fileOf = (folder: string, setting: string): string => join(folder, setting.replaceAll("/", "."));

async function linkIsThere(): Promise<boolean> {
  return (await readdir("/sys/class/net")).includes(link.machine);
}

async function childOf(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim().split(" ")[0]);
}

/** One folder where the hierarchies are one, else one in each. */
async function hierarchies(): Promise<string[]> {
  const entries = await readdir(controlGroups, { withFileTypes: true });
  if (entries.some(({ name }) => name === "cgroup.controllers")) return [controlGroups];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(controlGroups, name));
}

async function makeControlGroups(): Promise<void> {
  for (const hierarchy of await hierarchies()) await mkdir(join(hierarchy, controlGroup), { recursive: true });
}

async function removeControlGroups(): Promise<void> {
  for (const hierarchy of await hierarchies()) await removeTree(join(hierarchy, controlGroup));
}

/** A control group is removed as an empty folder is; its files are not in the way. It is busy until its processes are gone. */
async function removeTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return;
  for (const entry of entries) if (entry.isDirectory()) await removeTree(join(folder, entry.name));
  for (const until = Date.now() + emptyLimitMs; ; await sleep(50)) {
    try {
      await rmdir(folder);
      return;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
      if (Date.now() > until) throw error;
    }
  }
}
