/** Leadership by a Lease: of several replicas one works, and another takes over when it goes or falls silent. */
import { jittered, pause } from "./backoff.ts";
import type { KubeClient } from "./kube-client.ts";
import { isKubeError } from "./kube-error.ts";
import { kubePath } from "./kube-path.ts";

export interface LeaseOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly name: string;
  /** Who asks: of its own for each process. */
  readonly identity: string;
  /** How long the others wait for a leader that is silent. */
  readonly durationMs?: number;
  /** How long after it began to renew a leader that cannot do so again goes on; shorter, so that it has stopped when another begins. */
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

/** Who holds the Lease, as far as this process was told. */
type Holder = "this" | "another" | "unknown";

const soon = (ms: number): AbortSignal => AbortSignal.timeout(Math.max(0, Math.ceil(ms)));

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
  const collection = kubePath`/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
  const path = kubePath`/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/${name}`;
  /** What was last seen, and since when: whether it changes is what counts, for the other's clock may be wrong. */
  let seen: { readonly renewed: string; readonly at: number } | undefined;

  const write = async (before: LeaseObject | undefined, holder: string, within: AbortSignal): Promise<void> => {
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
    if (before === undefined) await client.request({ method: "POST", path: collection, body, signal: within });
    else await client.request({ method: "PUT", path, body, signal: within });
  };
  const read = async (within: AbortSignal): Promise<LeaseObject | undefined> => {
    try {
      return await client.request<LeaseObject>({ method: "GET", path, signal: within });
    } catch (thrown) {
      if (isKubeError(thrown, 404)) return undefined;
      throw thrown;
    }
  };
  const claim = async (within: AbortSignal): Promise<Holder> => {
    const before = await read(within);
    const holder = before?.spec.holderIdentity ?? "";
    const renewed = `${holder} ${before?.spec.renewTime ?? ""}`;
    if (seen?.renewed !== renewed) seen = { renewed, at: elapsed() };
    const isFree = holder === "" || holder === identity || elapsed() - seen.at > durationMs;
    if (isFree) await write(before, identity, within);
    return isFree ? "this" : "another";
  };
  /** When the renewal began that counts: nobody else may lead for `durationMs` from then on. */
  let renewedAt = -Infinity;
  /** Over within that time: a server that does not answer must not hold up who has to stop. */
  const tried = async (withinMs: number): Promise<Holder> => {
    const begunAt = elapsed();
    try {
      const holder = await claim(soon(withinMs));
      if (holder === "this") renewedAt = begunAt;
      return holder;
    } catch (thrown) {
      if (isKubeError(thrown)) return "unknown";
      throw thrown;
    }
  };

  while (!signal.aborted && (await tried(renewWithinMs)) !== "this") await pause(jittered(retryMs, random()), signal);
  if (signal.aborted) return "stopped";

  const lost = new AbortController();
  const working = work(AbortSignal.any([signal, lost.signal]));
  // Ends the renewing when the work ends by itself, with an error.
  const over = new AbortController();
  const ended = working.finally(() => over.abort());
  ended.catch(() => undefined);
  const either = AbortSignal.any([signal, over.signal]);
  const leftMs = () => renewedAt + renewWithinMs - elapsed();
  const waited = () => pause(Math.max(0, Math.min(retryMs, leftMs())), either);
  for (await waited(); !either.aborted && !lost.signal.aborted; await waited()) {
    if (leftMs() <= 0 || (await tried(leftMs())) === "another") lost.abort();
  }
  await ended;
  if (lost.signal.aborted) return "lost";
  await release();
  return "stopped";

  /** So that another need not wait until it has expired. */
  async function release(): Promise<void> {
    try {
      const within = soon(renewWithinMs);
      const before = await read(within);
      if (before?.spec.holderIdentity === identity) await write(before, "", within);
    } catch (thrown) {
      if (!isKubeError(thrown)) throw thrown;
    }
  }
}
