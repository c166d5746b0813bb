/** What a Kubernetes node needs beside the kubelet: the programs that run containers and connect them. */
import { dirname } from "node:path";
import { program } from "./programs.js";

const programs = [
  ["containerd"],
  ["ctr", "containerd"],
  ["runc"],
  ["iptables"],
  ["conntrack"],
  ["ip", "iproute2"],
  ["unshare", "util-linux"],
  ["nsenter", "util-linux"],
];

/** @returns the folder with the plugins that connect pods to a network */
export function node() {
  for (const [name, packageName] of programs) program([name], packageName);
  return dirname(program(["/usr/lib/cni/bridge", "/opt/cni/bin/bridge"], "containernetworking-plugins"));
}
