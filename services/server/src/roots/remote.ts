/** Services in other processes. */
import { setTimeout as sleep } from "node:timers/promises";
import { LociError } from "@loci/kernel";
import { connectRpc } from "@loci/platform/rpc";
import type { ServiceName } from "@loci/protos/grpc";
import type { ServiceSecrets, Surroundings } from "./surroundings.ts";

const patienceMs = 60_000;
const pauseMs = 250;

/** A remote service; it need not be up yet. */
export function connect<Service>(
  name: ServiceName,
  address: string,
  { tokens }: ServiceSecrets,
  { lifecycle }: Surroundings,
): Service {
  const client = connectRpc<Service>(name, address, tokens);
  lifecycle.onClose(`connection to ${name}`, () => client.close());
  return client.service;
}

/** Asks again while a service is not up yet: the processes of a deployment start in any order. */
export async function patiently<T>(what: string, ask: () => Promise<T>, { clock, logger }: Surroundings): Promise<T> {
  const until = clock() + patienceMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const { code } = LociError.from(error);
      if ((code !== "unavailable" && code !== "deadline_exceeded") || clock() > until) throw error;
      logger.info({ what }, "waiting for another service");
      await sleep(pauseMs);
    }
  }
}

/** Whether a service answers at all: a refusal is an answer. */
export async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    const { code } = LociError.from(error);
    return code !== "unavailable" && code !== "deadline_exceeded";
  }
}
