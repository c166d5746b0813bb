/** The operator's parts, put together: what main.ts runs as a process, and tests run beside them. */
import { randomBytes } from "node:crypto";
import { LociManagement } from "@loci/client";
import { createCluster } from "./apply/cluster.ts";
import { fieldManager } from "./api/names.ts";
import type { OperatorSettings } from "./config.ts";
import { controllersOf, type ControllersParts } from "./controllers/index.ts";
import { createEventRecorder } from "./runtime/events.ts";
import { createOperatorMetrics } from "./metrics.ts";
import { createKubeClient } from "./runtime/kube-client.ts";
import { lead } from "./runtime/lease.ts";
import { createLog, type Log } from "./runtime/log.ts";
import { serveProbes } from "./runtime/probes.ts";

export interface RunningOperator {
  /** Where /metrics, /healthz and /readyz are served. */
  readonly probesPort: number;
  /** Why it ended: "stopped", or "lost" where another may lead now. */
  readonly ended: Promise<"stopped" | "lost">;
  /** Ends what is under way, gives the lease back, closes. */
  stop(): Promise<void>;
}

/** For tests: what else can be told to it. */
export interface OperatorExtras {
  readonly log?: Log;
  readonly clock?: () => number;
  readonly random?: () => number;
  readonly checkpoint?: (step: string) => void;
  readonly lease?: { readonly durationMs: number; readonly renewWithinMs: number; readonly retryMs: number };
  readonly backoff?: { readonly baseMs: number; readonly maxMs: number };
  readonly watches?: ControllersParts["watches"];
  readonly stateEveryMs?: number;
}

/** Counts are coarse: they need not be of this minute. */
const usualStateEveryMs = 5 * 60_000;

export async function startOperator(settings: OperatorSettings, extras: OperatorExtras = {}): Promise<RunningOperator> {
  const { clock = Date.now, random = Math.random, checkpoint = () => undefined, log = createLog(settings.logLevel) } = extras;
  const client = createKubeClient(settings.kube);
  const metrics = createOperatorMetrics(clock);
  const abort = new AbortController();
  let isSynced = false;
  const controllers = controllersOf({
    ...{ client, metrics, log, clock, random, checkpoint, randomBytes },
    ...(extras.backoff === undefined ? {} : { backoff: extras.backoff }),
    ...(extras.watches === undefined ? {} : { watches: extras.watches }),
    stateEveryMs: extras.stateEveryMs ?? usualStateEveryMs,
    cluster: createCluster(client),
    record: createEventRecorder({ client, component: fieldManager, instance: settings.identity, log, clock }),
    loci: new LociManagement({
      url: settings.lociUrl,
      managementKey: settings.managementKey,
      // The queue tries again, and knows when.
      attempts: 1,
      timeoutMs: 20_000,
    }),
    clusterName: settings.clusterName,
    publicUrl: settings.publicUrl,
    dataUrl: settings.dataUrl,
    namespaces: settings.namespaces,
    pollMs: settings.pollMs,
  });
  const probes = await serveProbes(settings.probes, {
    metrics: async () => ({ text: await metrics.registry.metrics(), contentType: metrics.registry.contentType }),
    notReady: () => (isSynced ? undefined : "the cluster's resources are not listed yet"),
  });

  // The copies are kept current by every replica, so that one that takes over begins at once.
  const watching = controllers.watch(abort.signal);
  controllers.synced
    .then(() => {
      isSynced = true;
      log("info", "in step with the cluster", { namespaces: settings.namespaces });
    })
    .catch(() => undefined);
  const work = async (signal: AbortSignal): Promise<void> => {
    metrics.leading(settings.leaseName, true);
    log("info", "leading", { identity: settings.identity });
    await controllers.synced;
    await controllers.work(signal);
    metrics.leading(settings.leaseName, false);
  };
  metrics.leading(settings.leaseName, false);
  const leading = (): Promise<"stopped" | "lost"> => {
    const { leaseNamespace: namespace, leaseName: name, identity } = settings;
    if (namespace === undefined) return work(abort.signal).then(() => "stopped");
    return lead({ client, namespace, name, identity, clock, random, ...extras.lease }, work, abort.signal);
  };
  const run = async (): Promise<"stopped" | "lost"> => {
    try {
      return await leading();
    } finally {
      abort.abort();
      await watching;
      await probes.close();
      client.close();
    }
  };
  const ended = run();
  ended.catch(() => undefined);
  return {
    probesPort: probes.port,
    ended,
    async stop() {
      abort.abort();
      await ended;
    },
  };
}
