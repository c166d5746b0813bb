import {
  Client,
  connectivityState,
  Metadata,
  type ClientUnaryCall,
  type ClientWritableStream,
  type MethodDefinition,
  type ServiceError,
} from "@grpc/grpc-js";
import { LociError } from "@loci/kernel";
import { fullName, namesOperation, serviceDefinition, type ServiceName } from "@loci/protos/grpc";
import type { Call } from "../call/index.ts";
import { offTelemetry, watchRpcClient, type Telemetry } from "../telemetry/index.ts";
import { channelOptions, replayedKey } from "./channel.ts";
import { serves } from "./health.ts";
import { createRepeater, type Repeater } from "./repeater.ts";
import { fromGrpcError, statusName } from "./status.ts";
import { targetOf, type ServiceAddress } from "./targets.ts";
import type { CallerTokens } from "./tokens.ts";
import type { RpcTransport } from "./transport.ts";

export interface RpcClient<Service> {
  readonly service: Service;
  /** Whether one of its replicas says by then that it serves; never throws. */
  answers(deadline: number): Promise<boolean>;
  close(): void;
}

/** What every connection of a process has in common. */
export interface Wire {
  readonly tokens: CallerTokens;
  readonly transport: RpcTransport;
  readonly telemetry?: Telemetry;
}

/** Two looks for the addresses (see channel.ts), and a connection. */
const connectWithinMs = 3_000;
type Definition = MethodDefinition<unknown, unknown>;
type Asker = (request: unknown, call: Call) => Promise<unknown> | AsyncIterable<unknown>;

/**
 * A remote service with the same methods as the object behind it. A call to a service that is down fails as `unavailable` within its
 * deadline; what may be asked again is in channel.ts.
 * @param addresses one at least; each host may be a name for many replicas
 */
export function connectRpc<Service>(
  name: ServiceName,
  addresses: readonly ServiceAddress[],
  { tokens, transport, telemetry = offTelemetry }: Wire,
): RpcClient<Service> {
  const watch = watchRpcClient(telemetry, statusName);
  const hosts = addresses.map(({ host }) => host);
  const client = new Client(targetOf(addresses), transport.client(hosts), channelOptions(name));
  const metadataOf = async (call: Call): Promise<Metadata> => {
    const metadata = new Metadata();
    metadata.set("loci-trace-id", call.traceId);
    for (const [key, value] of Object.entries(watch.carrier())) metadata.set(key, value);
    if (call.caller.kind !== "anonymous") metadata.set("authorization", await tokens.forward(call));
    // Without a connection by then it fails at once, with gRPC's own reason.
    metadata.setOptions({ waitForReady: await isConnected(client, call) });
    return metadata;
  };
  const repeat = createRepeater();
  const methods: Record<string, Asker> = {};
  for (const [rpc, method] of Object.entries(serviceDefinition(name))) {
    const ask = asker(client, method as Definition, metadataOf, repeat);
    methods[rpc.charAt(0).toLowerCase() + rpc.slice(1)] = watched(ask, method, watch);
  }
  return {
    service: methods as Service,
    answers: (deadline) => serves(client, fullName(name), deadline),
    close: () => client.close(),
  };
}

function watched(
  ask: Asker,
  { path, responseStream }: Pick<Definition, "path" | "responseStream">,
  watch: ReturnType<typeof watchRpcClient>,
): Asker {
  if (responseStream) return (request, call) => watch.stream(path, call, () => ask(request, call) as AsyncIterable<unknown>);
  return (request, call) => watch.call(path, call, () => ask(request, call) as Promise<unknown>);
}

/**
 * While replicas are exchanged one by one there may be a moment in which the old ones are gone and the new ones not found yet. What was not
 * sent may wait, whatever it does: here for no longer than it takes to look for them again, and in gRPC where the connection goes in between.
 */
async function isConnected(client: Client, { deadline }: Call): Promise<boolean> {
  if (client.getChannel().getConnectivityState(true) === connectivityState.READY) return true;
  const until = Math.min(deadline, Date.now() + connectWithinMs);
  return new Promise((resolve) => client.waitForReady(until, (error) => resolve(error === undefined)));
}

function asker(client: Client, method: Definition, metadataOf: (call: Call) => Promise<Metadata>, repeat: Repeater): Asker {
  if (method.responseStream) return (request, call) => askForMany(client, method, request, call, metadataOf);
  if (method.requestStream)
    return (requests, call) => sendMany(client, method, requests as AsyncIterable<unknown>, call, metadataOf);
  const { path, requestSerialize, responseDeserialize } = method;
  return (request, call) => {
    const ask = async () => {
      const metadata = await metadataOf(call);
      return answered(call, (settle) =>
        client.makeUnaryRequest(
          path,
          requestSerialize,
          responseDeserialize,
          request,
          metadata,
          { deadline: call.deadline },
          settle,
        ),
      );
    };
    return repeat(ask, namesOperation(request));
  };
}

type Settle = (error: ServiceError | null, response?: unknown) => void;

/** One answer, as a promise that also ends when the caller goes away. */
async function answered(call: Call, ask: (settle: Settle) => ClientUnaryCall | ClientWritableStream<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const cancel = () => pending.cancel();
    const pending = ask((error, response) => {
      call.signal.removeEventListener("abort", cancel);
      if (error) reject(fromGrpcError(error, call.signal));
      else resolve(response);
    });
    // It comes at once after the answer, before whoever waits for that goes on.
    pending.on("status", ({ metadata }) => {
      if (metadata.get(replayedKey).length > 0) call.onReplayed?.();
    });
    call.signal.addEventListener("abort", cancel);
    if (call.signal.aborted) cancel();
  });
}

async function* askForMany(
  client: Client,
  method: Definition,
  request: unknown,
  call: Call,
  metadataOf: (call: Call) => Promise<Metadata>,
): AsyncGenerator {
  const metadata = await metadataOf(call);
  const stream = client.makeServerStreamRequest(
    method.path,
    method.requestSerialize,
    method.responseDeserialize,
    request,
    metadata,
    {
      deadline: call.deadline,
    },
  );
  const cancel = () => stream.cancel();
  call.signal.addEventListener("abort", cancel);
  if (call.signal.aborted) cancel();
  try {
    for await (const message of stream) yield message as unknown;
  } catch (error) {
    throw isServiceError(error) ? fromGrpcError(error, call.signal) : error;
  } finally {
    call.signal.removeEventListener("abort", cancel);
    // Whoever stops reading wants no more of it.
    stream.cancel();
  }
}

/** Sends as fast as the other side takes it. What the sender throws cancels the call and is thrown here. */
async function sendMany(
  client: Client,
  method: Definition,
  requests: AsyncIterable<unknown>,
  call: Call,
  metadataOf: (call: Call) => Promise<Metadata>,
): Promise<unknown> {
  const metadata = await metadataOf(call);
  let failure: { readonly thrown: unknown } | undefined;
  const answer = answered(call, (settle) => {
    const stream = client.makeClientStreamRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      metadata,
      { deadline: call.deadline },
      settle,
    );
    // grpc-js takes what is written after the answer and keeps it, out of what all calls of the channel may hold for sending again.
    let isOver = false;
    stream.on("status", () => (isOver = true));
    const send = async () => {
      for await (const request of requests) {
        // It is read to its end all the same: whoever sends it may look for the answer only then.
        if (!isOver && !stream.write(request)) await drained(stream, () => isOver);
      }
      if (!isOver) stream.end();
    };
    send().catch((thrown: unknown) => {
      failure = { thrown };
      stream.cancel();
    });
    return stream;
  });
  try {
    return await answer;
  } catch (error) {
    if (failure) throw LociError.from(failure.thrown);
    throw error;
  }
}

/** Until the stream takes more, or has ended. */
async function drained(stream: NodeJS.EventEmitter, isOver: () => boolean): Promise<void> {
  if (isOver()) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      for (const event of ["drain", "close", "error", "status"]) stream.off(event, go);
      resolve();
    };
    for (const event of ["drain", "close", "error", "status"]) stream.on(event, go);
  });
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && "code" in error && "metadata" in error;
}
