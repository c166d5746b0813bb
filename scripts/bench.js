/** `npm run bench [-- <measurement> …]`: gets the parts that the named measurements run against, and measures. */
import { getParts } from "./parts/index.js";
import { ensureInstalled, runNode } from "./toolchain.js";

const needed = {
  opensearch: ["LOCI_OPENSEARCH"],
  originals: ["LOCI_MINIO"],
  runners: ["LOCI_TEMPORAL"],
  operator: ["LOCI_ETCD", "LOCI_KUBERNETES"],
  console: ["LOCI_CHROMIUM"],
};

const args = process.argv.slice(2);
ensureInstalled();
const names = args.includes("--help") ? [] : args.flatMap((name) => needed[name] ?? []);
const { code } = await runNode(["bench/src/main.ts", ...args], { env: getParts([...new Set(names)]) });
process.exitCode = code;
