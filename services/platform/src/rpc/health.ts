/** Whether a service says of itself that it serves. */
import { setTimeout as sleep } from "node:timers/promises";
import { Metadata, type Client, type MethodDefinition, type ServiceError } from "@grpc/grpc-js";
import { service as healthService } from "grpc-health-check";

/** Each look at a service's health asks one replica, and they take turns: one that is leaving speaks for itself alone. */
const healthLooks = 4;
const healthPauseMs = 50;

const health = healthService["Check"] as MethodDefinition<unknown, unknown> | undefined;

/** Whether one of its replicas says so by then; never throws. */
export async function serves(client: Client, service: string, deadline: number): Promise<boolean> {
  for (let look = 1; ; look++) {
    if (await saysThatItServes(client, service, deadline)) return true;
    if (look === healthLooks || Date.now() + healthPauseMs > deadline) return false;
    await sleep(healthPauseMs);
  }
}

async function saysThatItServes(client: Client, service: string, deadline: number): Promise<boolean> {
  if (health === undefined) throw new Error("the health service has no Check");
  const { path, requestSerialize, responseDeserialize } = health;
  return new Promise((resolve) => {
    const heard = (error: ServiceError | null, answer?: unknown) =>
      resolve(error === null && (answer as { status?: string } | undefined)?.status === "SERVING");
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service }, new Metadata(), { deadline }, heard);
  });
}
