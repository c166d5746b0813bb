/** Serving, and stopping well: no new requests, those under way get ten seconds, then everything is closed in order. */
import type { Gateway, Listener } from "@loci/gateway";
import { untilStopped } from "@loci/platform/lifecycle";
import { serveRpc } from "@loci/platform/rpc";
import type { ServiceName } from "@loci/protos/grpc";
import { settings, type ListenAddress } from "../config.ts";
import { cannotListen } from "../faults.ts";
import type { ServiceSecrets, Surroundings } from "./surroundings.ts";

const graceMs = 10_000;

/** @throws LociError saying what to do, when the address cannot be had */
export async function listenHttp(gateway: Gateway, address: ListenAddress, { lifecycle }: Surroundings): Promise<Listener> {
  const listener = await gateway.listen(address.host, address.port).catch((error: unknown) => {
    throw cannotListen(address, "--bind-address", error);
  });
  lifecycle.onClose("HTTP listener", () => listener.close(graceMs));
  return listener;
}

/** Runs one service as a process of its own, until it is asked to stop. */
export async function runService(
  name: ServiceName,
  address: ListenAddress,
  { tokens }: ServiceSecrets,
  service: object,
  { clock, logger, lifecycle }: Surroundings,
): Promise<void> {
  const host = address.host.includes(":") ? `[${address.host}]` : address.host;
  const server = await serveRpc(name, service, { bind: `${host}:${address.port}`, tokens, clock, logger }).catch(
    (error: unknown) => {
      throw cannotListen(address, settings.bind.flag.split(" ")[0] ?? "", error);
    },
  );
  lifecycle.onClose("gRPC listener", () => server.close(graceMs));
  process.stdout.write(`loci-server ${name}: serving on ${host}:${server.port}\n`);
  await untilStopped();
}

/** Runs a role; whatever was opened is closed again, however it ends. */
export async function withLifecycle<T>(parts: Surroundings, role: () => Promise<T>): Promise<T> {
  try {
    return await role();
  } finally {
    await parts.lifecycle.close();
  }
}
