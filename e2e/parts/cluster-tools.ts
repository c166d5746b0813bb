/** helm and kubectl, for one cluster of a test; nothing of the caller's own clusters is reached. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface ClusterTools {
  /** Both give what was printed, on both streams. @throws Error with it, where the program fails */
  helm(args: readonly string[]): Promise<string>;
  kubectl(args: readonly string[], input?: string): Promise<string>;
  /** From here on they speak to this cluster; before, to none. */
  use(kubeconfig: string): void;
}

/** The version of the API that is rendered for where no server is asked. */
const kubernetesVersion = "1.33.0";
const withoutServer = new Set(["template", "lint"]);

/** @param home a folder in which they may keep what they like to keep */
export function createClusterTools(home: string): ClusterTools {
  const helm = process.env["LOCI_HELM"];
  if (helm === undefined) throw new Error("LOCI_HELM is not set; run this with 'npm run e2e', which gets the part");
  let kubeconfig = join(home, "none");
  const run = (program: string, args: readonly string[], input = ""): Promise<string> =>
    finish(program, args, { PATH: process.env["PATH"], HOME: home, KUBECONFIG: kubeconfig }, input);
  return {
    helm: (args) => run(helm, withoutServer.has(args[0] ?? "") ? [...args, "--kube-version", kubernetesVersion] : args),
    kubectl: (args, input) => run("kubectl", args, input),
    use(file) {
      kubeconfig = file;
    },
  };
}

async function finish(program: string, args: readonly string[], env: NodeJS.ProcessEnv, input: string): Promise<string> {
  const child = spawn(program, args, { env, stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stdin.end(input);
  await once(child, "close");
  if (child.exitCode !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${child.exitCode ?? "a signal"}:\n${output}`);
  return output;
}
