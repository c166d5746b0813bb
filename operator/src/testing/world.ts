/** A real control plane, a real Loci and this operator between them. Only tests import this file. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Loci, LociManagement } from "@loci/client";
import { startControlPlane, type ControlPlaneInside } from "@loci/e2e/parts/kubernetes";
import { printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import { customResourceDefinition } from "../api/crd.ts";
import { memoryBackup } from "../api/memory-backup.ts";
import { memoryContext } from "../api/memory-context.ts";
import { memoryKey } from "../api/memory-key.ts";
import { memoryPrincipal } from "../api/memory-principal.ts";
import { memoryRestore } from "../api/memory-restore.ts";
import { fieldManager } from "../api/names.ts";
import type { OperatorSettings } from "../config.ts";
import { startOperator, type OperatorExtras, type RunningOperator } from "../operator.ts";
import { kubeconfigFile } from "../runtime/kube-config.ts";
import { kubectl, type Resource } from "./kubectl.ts";
import { until } from "./until.ts";

export { resource, type Resource } from "./kubectl.ts";
export { until } from "./until.ts";

export type World = Awaited<ReturnType<typeof startWorld>>;

export async function startWorld() {
  const folder = await mkdtemp(join(tmpdir(), "loci-operator-"));
  let plane: ControlPlaneInside | undefined;
  let server: RunningLoci | undefined;
  const operators = new Set<RunningOperator>();
  const stopOperators = async () => {
    const all = [...operators];
    operators.clear();
    await Promise.all(all.map((operator) => operator.stop()));
  };
  const stop = async () => {
    await stopOperators();
    await server?.stop();
    await plane?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    [plane, server] = await Promise.all([startControlPlane(), startDev(`pglite:${folder}/data`, await freePort())]);
    const kube = kubectl(plane.kubeconfig);
    const kinds = [memoryContext, memoryPrincipal, memoryKey, memoryBackup, memoryRestore];
    await Promise.all(kinds.map((kind) => kube.define(customResourceDefinition(kind))));
    await kube.permit("loci-operator");
    const operatorConfig = await plane.kubeconfigFor("loci-operator", "/CN=loci-operator");
    const { managementKey } = printedKeys(server.output());
    const url = server.url;
    const settings: OperatorSettings = {
      kube: kubeconfigFile(operatorConfig),
      lociUrl: url,
      managementKey,
      publicUrl: url,
      dataUrl: url,
      clusterName: "test",
      namespaces: [],
      pollMs: 60_000,
      leaseNamespace: undefined,
      leaseName: fieldManager,
      identity: "one",
      probes: { host: "127.0.0.1", port: 0 },
      logLevel: "warn",
    };
    const isReady = async (wanted: Resource) => (await kube.condition(wanted))?.status === "True";
    const operator = async (changes: Partial<OperatorSettings> = {}, extras: OperatorExtras = {}): Promise<RunningOperator> => {
      const quick = { backoff: { baseMs: 50, maxMs: 1_000 }, ...extras };
      const running = await startOperator({ ...settings, ...changes }, quick);
      operators.add(running);
      return running;
    };
    return {
      ...kube,
      plane,
      /** A file: the kubeconfig of who may do what the operator needs, and nothing more. */
      operatorConfig,
      settings,
      url,
      loci: new LociManagement({ url, managementKey }),
      /** Whether this key opens the context `brain` of the namespace. */
      async opens(namespace: string, apiKey: string | undefined): Promise<boolean> {
        if (apiKey === undefined) return false;
        const answer = await fetch(`${url}/api/v1/${namespace}.brain/me`, { headers: { authorization: `Bearer ${apiKey}` } });
        await answer.text();
        return answer.status === 200;
      },
      holder: (contextId: string, apiKey: string) => new Loci({ url, contextId, apiKey }),
      operator,
      /** To be called after each test: no operator outlives it. */
      stopOperators,
      ...looking,
      isReady,
      ready: (...wanted: readonly Resource[]) =>
        until(`ready: ${wanted.map(({ kind, metadata }) => `${kind} ${metadata.name}`).join(", ")}`, async () =>
          (await Promise.all(wanted.map(isReady))).every(Boolean),
        ),
      reasonIs: (wanted: Resource, reason: string, type = "Ready") =>
        until(`${wanted.kind} says ${reason}`, async () => (await kube.condition(wanted, type))?.reason === reason),
      /** Runs an operator until it has taken this step, and ends it there: whatever else it begins is not tried again. */
      async dyingAfter(step: string, applied: readonly Resource[], changes: Partial<OperatorSettings> = {}): Promise<void> {
        const { promise: died, resolve } = Promise.withResolvers<undefined>();
        const checkpoint = (taken: string) => {
          if (taken !== step) return;
          resolve(undefined);
          throw new Error("died");
        };
        const running = await operator(
          { logLevel: "error", ...changes },
          { checkpoint, backoff: { baseMs: 600_000, maxMs: 600_000 } },
        );
        await kube.apply(...applied);
        await died;
        await running.stop();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const metricsOf = async ({ probesPort }: RunningOperator): Promise<string> =>
  (await fetch(`http://127.0.0.1:${probesPort}/metrics`)).text();

/** How often a controller looked at something and found no more to do. */
async function visitsOf(operator: RunningOperator, controller: string): Promise<number> {
  const line = new RegExp(
    `^controller_runtime_reconcile_total\\{controller="${controller}",result="requeue_after"\\} (\\d+)$`,
    "m",
  );
  return Number(line.exec(await metricsOf(operator))?.[1] ?? 0);
}

/** What an operator tells of itself. */
const looking = {
  metricsOf,
  leads: async (operator: RunningOperator, lease: string = fieldManager): Promise<boolean> =>
    (await metricsOf(operator)).includes(`leader_election_master_status{name="${lease}"} 1`),
  /** Waits until the controller has looked so many times more. */
  async visited(operator: RunningOperator, controller: string, times: number): Promise<void> {
    const before = await visitsOf(operator, controller);
    await until(`${controller} looked again`, async () => (await visitsOf(operator, controller)) >= before + times);
  },
};
