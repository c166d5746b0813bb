/** What parts of a node would leave on the machine. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** Of the kernel; a kubelet sets them where it may. */
const settings = ["vm/overcommit_memory", "kernel/panic", "kernel/panic_on_oops", "net/ipv4/ip_forward"];
const ofNode = /loci-(node|machine|pods)|^veth|KUBE-|10\.24[34]\.0/;

/** @returns what tells, later, which of all that is there and was not before */
export async function watchMachine(): Promise<() => Promise<string[]>> {
  const before = await kernelSettings();
  return async () => {
    const changed = (await kernelSettings()).filter((setting) => !before.includes(setting));
    return [...changed, ...(await traces())];
  };
}

const kernelSettings = (): Promise<string[]> =>
  Promise.all(settings.map(async (name) => `${name} ${await readFile(`/proc/sys/${name}`, "utf8")}`));

async function traces(): Promise<string[]> {
  const run = async (program: string, ...args: string[]) => (await promisify(execFile)(program, args)).stdout;
  const told = [
    await run("ip", "-brief", "link"),
    await run("ip", "route"),
    await run("iptables-save"),
    await readFile("/proc/mounts", "utf8"),
    await run("ps", "-eo", "args"),
    await run("find", "/sys/fs/cgroup", "-name", "loci-node"),
  ];
  return told.flatMap((text) => text.split("\n")).filter((line) => ofNode.test(line));
}
