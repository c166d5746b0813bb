/** Leadership by a Lease: of several replicas one works, and another takes over when it goes or falls silent. */
import { jittered, pause } from "./backoff.ts";
import type { KubeClient } from "./kube-client.ts";
import { isKubeError } from "./kube-error.ts";

export interface LeaseOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly name: string;
  /** Who asks: of its own for each process. */
  readonly identity: string;
  /** How long the others wait for a leader that is silent. */
  readonly durationMs?: number;
  /** How long a leader that cannot renew goes on; shorter, so that it has stopped when another begins. */
  readonly renewWithinMs?: number;
  readonly retryMs?: number;
  /** What time it is, for whoever reads the Lease. */
  readonly clock?: () => number;
  /** How time goes by, in milliseconds: no clock that somebody sets. */
  readonly elapsed?: () => number;
  readonly random?: () => number;
}

interface LeaseObject {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly resourceVersion?: string };
  readonly spec: {
    readonly holderIdentity?: string;
    readonly leaseDurationSeconds?: number;
    readonly acquireTime?: string;
    readonly renewTime?: string;
    readonly leaseTransitions?: number;
  };
}

/**
 * Waits to lead, runs `work` while leading, and gives the lease back when the signal fires. The signal that `work` gets fires also
 * when leadership is lost.
 * @returns "lost" where another may lead now, "stopped" where the caller's signal ended it
 */
export async function lead(
  options: LeaseOptions,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<"lost" | "stopped"> {
  const { client, namespace, name, identity, clock = Date.now, random = Math.random } = options;
  const { elapsed = () => performance.now(), durationMs = 15_000, renewWithinMs = 10_000, retryMs = 2_000 } = options;
  const collection = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
  const path = `${collection}/${name}`;
  /** What was last seen, and since when: whether it changes is what counts, for the other's clock may be wrong. */
  let seen: { readonly renewed: string; readonly at: number } | undefined;

  const write = async (before: LeaseObject | undefined, holder: string): Promise<void> => {
    const now = new Date(clock()).toISOString().replace("Z", "000Z");
    const isNew = before?.spec.holderIdentity !== holder;
    const body = {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: before?.metadata ?? { name, namespace },
      spec: {
        holderIdentity: holder,
        leaseDurationSeconds: holder === "" ? 1 : Math.ceil(durationMs / 1_000),
        acquireTime: isNew ? now : before.spec.acquireTime,
        renewTime: now,
        leaseTransitions: (before?.spec.leaseTransitions ?? 0) + (isNew && holder !== "" ? 1 : 0),
      },
    };
    // With the version that was read: of two that write at once, one fails.
    if (before === undefined) await client.request({ method: "POST", path: collection, body });
    else await client.request({ method: "PUT", path, body });
  };
  const read = async (): Promise<LeaseObject | undefined> => {
    try {
      return await client.request<LeaseObject>({ method: "GET", path });
    } catch (thrown) {
      if (isKubeError(thrown, 404)) return undefined;
      throw thrown;
    }
  };
  /** Whether this process leads now. */
  const claim = async (): Promise<boolean> => {
    const before = await read();
    const holder = before?.spec.holderIdentity ?? "";
    const renewed = `${holder} ${before?.spec.renewTime ?? ""}`;
    if (seen?.renewed !== renewed) seen = { renewed, at: elapsed() };
    const isFree = holder === "" || holder === identity || elapsed() - seen.at > durationMs;
    if (isFree) await write(before, identity);
    return isFree;
  };
  const tried = async (): Promise<boolean> => {
    try {
      return await claim();
    } catch (thrown) {
      if (isKubeError(thrown)) return false;
      throw thrown;
    }
  };

  while (!signal.aborted && !(await tried())) await pause(jittered(retryMs, random()), signal);
  if (signal.aborted) return "stopped";

  const lost = new AbortController();
  const working = work(AbortSignal.any([signal, lost.signal]));
  // Ends the renewing when the work ends by itself, with an error.
  const over = new AbortController();
  const ended = working.finally(() => over.abort());
  ended.catch(() => undefined);
  let renewedAt = elapsed();
  const either = AbortSignal.any([signal, over.signal]);
  const isLeading = () => !either.aborted && !lost.signal.aborted;
  for (await pause(retryMs, either); isLeading(); await pause(retryMs, either)) {
    if (await tried()) renewedAt = elapsed();
    else if (elapsed() - renewedAt > renewWithinMs) lost.abort();
  }
  await ended;
  if (lost.signal.aborted) return "lost";
  await release();
  return "stopped";

  /** So that another need not wait until it has expired. */
  async function release(): Promise<void> {
    try {
      const before = await read();
      if (before?.spec.holderIdentity === identity) await write(before, "");
    } catch (thrown) {
      if (!isKubeError(thrown)) throw thrown;
    }
  }
}
