/**
 * Serving, and stopping well. First the process says that it is not ready and goes on serving, until whoever sends it requests has
 * noticed; then it takes no new ones, those under way get ten seconds, and everything is closed in order. What hangs is left, and the process ends.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Gateway, Listener } from "@loci/gateway";
import { untilStopped } from "@loci/platform/lifecycle";
import { probePages, servePages, type Pages } from "@loci/platform/probes";
import { serveRpc, type Wire } from "@loci/platform/rpc";
import type { Meter } from "@loci/platform/telemetry";
import type { ServiceName } from "@loci/protos/grpc";
import { settings, type ListenAddress, type Settings } from "../config.ts";
import { cannotListen } from "../faults.ts";
import { watchDependencies } from "../observed/dependencies.ts";
import type { Surroundings } from "./surroundings.ts";

const graceMs = 10_000;
/** Requests get ten seconds of it, background work five. What is not closed then hangs; the chart would kill the process two seconds later. */
const closedWithinMs = 18_000;

/** @throws LociError saying what to do, when the address cannot be had */
export async function listenHttp(
  gateway: Gateway,
  address: ListenAddress,
  { lifecycle, readiness }: Surroundings,
): Promise<Listener> {
  const listener = await gateway.listen(address.host, address.port).catch((error: unknown) => {
    throw cannotListen(address, "--bind-address", error);
  });
  lifecycle.onClose("HTTP listener", () => listener.close(graceMs));
  readiness.onLeave(() => listener.leave());
  readiness.serve();
  return listener;
}

/** Runs one service as a process of its own, until it is asked to stop. */
export async function runService(
  name: ServiceName,
  { bind: address, drainSeconds, tlsCallers: callers }: Pick<Settings, "bind" | "drainSeconds" | "tlsCallers">,
  wire: Wire,
  service: object,
  parts: Surroundings,
): Promise<void> {
  const { clock, logger, lifecycle, readiness } = parts;
  const host = address.host.includes(":") ? `[${address.host}]` : address.host;
  const server = await serveRpc(name, service, { ...wire, bind: `${host}:${address.port}`, callers, clock, logger }).catch(
    (error: unknown) => {
      throw cannotListen(address, settings.bind.flag.split(" ")[0] ?? "", error);
    },
  );
  lifecycle.onClose("gRPC listener", () => server.close(graceMs));
  readiness.onLeave(() => server.leave());
  readiness.serve();
  process.stdout.write(`loci-server ${name}: serving on ${host}:${server.port}\n`);
  await untilLeft(drainSeconds, parts);
}

/** Until the process is asked to stop, and for so long after that as others need to notice. */
export async function untilLeft(drainSeconds: number, { lifecycle, readiness }: Surroundings): Promise<void> {
  await untilStopped();
  lifecycle.endWithin(drainSeconds * 1_000 + closedWithinMs);
  readiness.leave();
  await sleep(drainSeconds * 1_000);
}

/** Tells the machinery around the process how it is, from its first moment to its last. */
export async function listenForProbes(
  address: ListenAddress | undefined,
  { lifecycle, readiness, telemetry }: Surroundings,
): Promise<void> {
  if (address === undefined) return;
  watchDependencies(readiness, telemetry.meter);
  const server = await servePages({ ...probePages(readiness), ...metricsPage(telemetry.meter) }, address.host, address.port).catch(
    (error: unknown) => {
      throw cannotListen(address, settings.metricsAddress.flag.split(" ")[0] ?? "", error);
    },
  );
  lifecycle.onClose("probes", () => server.close());
}

/** For Prometheus to read. */
function metricsPage(meter: Meter): Pages {
  return { "/metrics": async () => ({ status: 200, ...(await meter.text()) }) };
}

/** Runs a role; whatever was opened is closed again, however it ends. */
export async function withLifecycle<T>(parts: Surroundings, role: () => Promise<T>): Promise<T> {
  try {
    return await role();
  } finally {
    parts.readiness.leave();
    await parts.lifecycle.close();
  }
}
