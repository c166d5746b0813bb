/** A program in the cluster that uses Loci: a pod that has the client's command line, and a key's Secret as its settings. */
import type { Installation } from "./installation.ts";

export interface Agent {
  /** Runs `loci …` in the pod and gives what it printed. @throws Error where it fails */
  loci(...args: readonly string[]): Promise<string>;
  /** Writes a file below the only folder that it may write to, and gives its path. */
  write(name: string, text: string): Promise<string>;
}

const settings = { SERVICE_URL: "url", SERVICE_CONTEXT_ID: "contextId", SERVICE_API_KEY: "apiKey" };

export async function startAgent(installation: Installation, name: string, secret: string): Promise<Agent> {
  const { cluster, image } = installation;
  await installation.apply({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name },
    spec: {
      automountServiceAccountToken: false,
      restartPolicy: "Never",
      terminationGracePeriodSeconds: 0,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      containers: [
        {
          name: "agent",
          image,
          imagePullPolicy: "Never",
          command: ["node", "--eval", "setInterval(() => undefined, 1_000_000)"],
          env: Object.entries(settings).map(([variable, key]) => ({
            name: variable,
            valueFrom: { secretKeyRef: { name: secret, key } },
          })),
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
          volumeMounts: [{ name: "tmp", mountPath: "/tmp" }],
        },
      ],
      volumes: [{ name: "tmp", emptyDir: {} }],
    },
  });
  await cluster.kubectl(["wait", "--for=condition=Ready", `pod/${name}`, "--timeout=300s"]);
  const run = (args: readonly string[], input?: string) => cluster.kubectl(["exec", "-i", name, "--", ...args], input);
  return {
    loci: (...args) => run(["loci", ...args]),
    async write(file, text) {
      const path = `/tmp/${file}`;
      await run(["node", "--eval", "process.stdin.pipe(fs.createWriteStream(process.argv[1]))", path], text);
      return path;
    },
  };
}
