/** For tests: replicas of a real graph service over loopback, which answer a few methods. */
import { setTimeout as sleep } from "node:timers/promises";
import { LociError } from "@loci/kernel";
import { serviceDefinition } from "@loci/protos/grpc";
import { silentLogger } from "../../telemetry/index.ts";
import { plaintext, serveRpc, callerTokens, type RpcServer, type RpcTransport } from "../index.ts";
import { testKeys } from "./keys.ts";

const keys = testKeys(Date.now);
/** Of a process that acts for itself. */
export const tokens = callerTokens({ clock: Date.now, find: keys.find, signer: keys.signer("ingest") });

export interface Replica {
  readonly server: RpcServer;
  readonly address: { readonly host: string; readonly port: number };
  /** How often each method was asked. */
  readonly asked: Map<string, number>;
}

/** `head` (repeatable), `noteReturned` (not) and `writeMemory` (where its operation is named) answer after `delay` (milliseconds, or what has to end first); `getState` fails as unavailable. */
export async function startReplica(
  position: number,
  delay: number | (() => Promise<unknown>) = 0,
  transport: RpcTransport = plaintext(),
  port = 0,
  logger = silentLogger(),
): Promise<Replica> {
  const wait = typeof delay === "number" ? () => sleep(delay) : delay;
  const asked = new Map<string, number>();
  const answers: Record<string, () => Promise<unknown>> = {
    async head() {
      await wait();
      return { revision: position };
    },
    async noteReturned() {
      await wait();
      return {};
    },
    async writeMemory() {
      await wait();
      return { sessionId: String(position) };
    },
    getState: () => Promise.reject(new LociError("unavailable", "The database is away.")),
  };
  const names = Object.keys(serviceDefinition("graph")).map((rpc) => rpc.charAt(0).toLowerCase() + rpc.slice(1));
  const service = Object.fromEntries(
    names.map((name) => [
      name,
      () => {
        asked.set(name, (asked.get(name) ?? 0) + 1);
        return (answers[name] ?? (() => Promise.reject(new LociError("not_implemented", "Not here."))))();
      },
    ]),
  );
  const options = { bind: `127.0.0.1:${port}`, tokens, transport, clock: Date.now, logger };
  const server = await serveRpc("graph", service, options);
  return { server, address: { host: "127.0.0.1", port: server.port }, asked };
}
