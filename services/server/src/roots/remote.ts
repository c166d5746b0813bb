/** Services in other processes. */
import { setTimeout as sleep } from "node:timers/promises";
import { LociError } from "@loci/kernel";
import { connectRpc, type Wire } from "@loci/platform/rpc";
import type { ServiceName } from "@loci/protos/grpc";
import type { ListenAddress } from "../config.ts";
import { readyWithinMs, type Surroundings } from "./surroundings.ts";

const patienceMs = 60_000;
const pauseMs = 250;

/**
 * A remote service; it need not be up yet.
 * @param needed this process is not ready while the service does not answer. Never both ways between two services: replicas that are not
 * ready are not found by name, and each would wait for the other.
 */
export function connect<Service>(
  name: ServiceName,
  addresses: readonly ListenAddress[],
  wire: Wire,
  { clock, lifecycle, readiness }: Surroundings,
  needed = true,
): Service {
  const client = connectRpc<Service>(name, addresses, wire);
  lifecycle.onClose(`connection to ${name}`, () => client.close());
  if (needed) readiness.needs(name, () => client.answers(clock() + readyWithinMs));
  return client.service;
}

/** Asks again while a service is not up yet: the processes of a deployment start in any order. */
export async function patiently<T>(
  what: string,
  ask: () => Promise<T>,
  { elapsed, logger }: Pick<Surroundings, "elapsed" | "logger">,
): Promise<T> {
  const until = elapsed() + patienceMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const { code } = LociError.from(error);
      if ((code !== "unavailable" && code !== "deadline_exceeded") || elapsed() > until) throw error;
      logger.info({ what }, "waiting for another service");
      await sleep(pauseMs);
    }
  }
}
