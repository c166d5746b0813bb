import { setImmediate as immediately } from "node:timers/promises";
import {
  logVerbosity,
  Metadata,
  setLogVerbosity,
  type sendUnaryData,
  type Server,
  type ServerInterceptor,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { ReflectionService } from "@grpc/reflection";
import { HealthImplementation } from "grpc-health-check";
import { LociError } from "@loci/kernel";
import { fullName, packageDefinition, serviceDefinition, type ServiceName } from "@loci/protos/grpc";
import type { Call } from "../call/index.ts";
import { isOff, offTelemetry, watchRpcServer, type Logger } from "../telemetry/index.ts";
import { callersOf } from "./issuers.ts";
import { CarefulServer, knownCallers, type KnownCallers } from "./known-callers.ts";
import { anyCaller, onlyCallers, roleName } from "./peer-names.ts";
import { keepalive, maxMessageBytes, replayedKey } from "./channel.ts";
import type { Wire } from "./client.ts";
import { statusName, toGrpcError } from "./status.ts";

const defaultDeadlineMs = 60_000;
/** A connection is ended in good order after this long: its client looks again where replicas are, and shows its present certificate. */
const maxConnectionAgeMs = 5 * 60_000;
/** Of the event loop, two by what Node's HTTP/2 does between the end of a stream and its closing. */
const turnsUntilKnown = 4;

export interface RpcServer {
  readonly port: number;
  /** Says to whoever asks for its health that it does not serve. It goes on answering all the same. */
  leave(): void;
  /** Takes no new calls, lets those under way finish for at most `graceMs`, then cuts them. */
  close(graceMs: number): Promise<void>;
}

export interface RpcServerOptions extends Wire {
  readonly bind: string;
  readonly clock: () => number;
  readonly logger: Logger;
  /** Names of which a caller's certificate must bear one; those of the roles that call this service where it is left out. */
  readonly callers?: readonly string[] | undefined;
}

interface Served extends Omit<RpcServerOptions, "callers"> {
  readonly callers: KnownCallers;
}

type Method = (request: unknown, call: Call) => Promise<unknown>;
type StreamingMethod = (request: unknown, call: Call) => AsyncIterable<unknown>;

/**
 * Serves a service object over gRPC: the token becomes the caller, errors become status codes. Beside it stand the standard services for
 * health and for reflection, which need no token: they tell nothing that is not public.
 */
export async function serveRpc(name: ServiceName, service: object, options: RpcServerOptions): Promise<RpcServer> {
  // What goes wrong comes back as an error; grpc-js would print it besides.
  setLogVerbosity(logVerbosity.NONE);
  const callers = knownCallers(name, options.tokens, (error, path, metadata) => {
    watched(path, metadata, options, () => Promise.reject(error)).catch((thrown: unknown) => failure(thrown, path, options));
  });
  const server = new CarefulServer({
    ...keepalive,
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.max_send_message_length": maxMessageBytes,
    "grpc.max_connection_age_ms": maxConnectionAgeMs,
    interceptors: [...peersOf(name, options), callers.interceptor],
  });
  const served: Served = { ...options, callers };
  const definition = serviceDefinition(name);
  const handlers: UntypedServiceImplementation = {};
  const methods = new Map(Object.entries(service));
  for (const [rpc, { requestStream, responseStream }] of Object.entries(definition)) {
    const method: unknown = methods.get(rpc.charAt(0).toLowerCase() + rpc.slice(1));
    if (typeof method !== "function") throw new Error(`the ${name} service lacks ${rpc}`);
    if (responseStream) handlers[rpc] = streamHandler(method as StreamingMethod, served);
    else handlers[rpc] = requestStream ? uploadHandler(method as Method, served) : handler(method as Method, served);
  }
  server.addService(definition, handlers);
  const names = ["", fullName(name)];
  const health = new HealthImplementation(Object.fromEntries(names.map((each) => [each, "NOT_SERVING" as const])));
  health.addToServer(server);
  new ReflectionService(packageDefinition(name)).addToServer(server);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(options.bind, options.transport.server(), (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  const say = (status: "SERVING" | "NOT_SERVING") => names.forEach((each) => health.setStatus(each, status));
  say("SERVING");
  return {
    port,
    leave: () => say("NOT_SERVING"),
    async close(graceMs) {
      say("NOT_SERVING");
      await close(server, graceMs);
    },
  };
}

function peersOf(name: ServiceName, { transport, callers, logger, clock }: RpcServerOptions): ServerInterceptor[] {
  const accepted = callers ?? callersOf[name].map(roleName);
  return transport.identifies && !accepted.includes(anyCaller) ? [onlyCallers(accepted, { logger, clock })] : [];
}

function handler(method: Method, options: Served) {
  return (incoming: ServerUnaryCall<unknown, unknown>, respond: sendUnaryData<unknown>): void => {
    answerOnce(incoming, options, respond, (call) => method(incoming.request, call));
  };
}

/** The requests are read as the method asks for them. */
function uploadHandler(method: Method, options: Served) {
  return (incoming: ServerReadableStream<unknown, unknown>, respond: sendUnaryData<unknown>): void => {
    answerOnce(incoming, options, respond, (call) => method(received(incoming), call));
  };
}

/** The requests up to the sender's own end. One that went away before it is no failure of ours. @throws LociError `cancelled` then */
async function* received(incoming: ServerReadableStream<unknown, unknown>): AsyncGenerator {
  try {
    for await (const request of incoming) yield request;
  } catch (thrown) {
    throw incoming.cancelled ? new LociError("cancelled", "The sender went away.", { cause: thrown }) : thrown;
  }
  // grpc-js ends the stream of a sender that was lost as it ends one that is whole, and says a turn or two later that it was.
  for (let turn = 0; turn < turnsUntilKnown && !incoming.cancelled; turn++) await immediately();
  if (incoming.cancelled) throw new LociError("cancelled", "The sender went away.");
}

/** Answers by one message; behind it stands whether it is a stored one. */
function answerOnce(
  incoming: Incoming,
  options: Served,
  respond: sendUnaryData<unknown>,
  ask: (call: Call) => Promise<unknown>,
): void {
  const trailer = new Metadata();
  const onReplayed = () => trailer.set(replayedKey, "true");
  const call = toCall(incoming, options);
  watched(incoming.getPath(), incoming.metadata, options, async () => ask({ ...call, onReplayed })).then(
    (response) => respond(null, response, trailer),
    (thrown: unknown) => respond(failure(thrown, incoming.getPath(), options)),
  );
}

/** Sends as fast as the client takes it; a client that has gone ends the method's iteration. */
function streamHandler(method: StreamingMethod, options: Served) {
  return (incoming: ServerWritableStream<unknown, unknown>): void => {
    const call = toCall(incoming, options);
    const answer = async () => {
      for await (const message of method(incoming.request, call)) {
        if (incoming.cancelled) return;
        if (!incoming.write(message)) await writable(incoming, call.signal);
      }
      incoming.end();
    };
    // grpc-js sends the status of an error that is emitted; a destroyed stream would never end at the client.
    watched(incoming.getPath(), incoming.metadata, options, answer).catch((thrown: unknown) =>
      incoming.emit("error", failure(thrown, incoming.getPath(), options)),
    );
  };
}

async function writable(stream: ServerWritableStream<unknown, unknown>, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const go = () => {
      stream.off("drain", go);
      signal.removeEventListener("abort", go);
      resolve();
    };
    stream.on("drain", go);
    signal.addEventListener("abort", go);
    if (signal.aborted) go();
  });
}

function watched<T>(
  path: string,
  metadata: Metadata,
  { telemetry = offTelemetry }: Pick<RpcServerOptions, "telemetry">,
  answer: () => Promise<T>,
): Promise<T> {
  if (isOff(telemetry)) return answer();
  const carrier: Record<string, string> = {};
  for (const key of ["traceparent", "tracestate"]) {
    const [value] = metadata.get(key);
    if (value !== undefined) carrier[key] = value.toString();
  }
  const traceId = metadata.get("loci-trace-id")[0]?.toString() ?? "";
  return watchRpcServer(telemetry, { path, traceId, carrier, statusName }, answer);
}

function failure(thrown: unknown, method: string, options: Pick<RpcServerOptions, "logger">) {
  const error = LociError.from(thrown);
  if (error.code === "internal") options.logger.error({ err: thrown, method }, "rpc failed");
  return toGrpcError(error);
}

/** What every kind of incoming call has. */
interface Incoming {
  readonly metadata: Metadata;
  readonly cancelled: boolean;
  getPath(): string;
  getDeadline(): Date | number;
  on(event: "cancelled", listener: () => void): unknown;
}

function toCall(incoming: Incoming, options: Served): Call {
  const abort = new AbortController();
  // It is told once that whoever asked has gone.
  incoming.on("cancelled", () => abort.abort());
  if (incoming.cancelled) abort.abort();
  const [token] = incoming.metadata.get("authorization");
  const deadline = Number(incoming.getDeadline());
  return {
    caller: options.callers.of(incoming.metadata),
    ...(token === undefined ? {} : { token: token.toString() }),
    traceId: incoming.metadata.get("loci-trace-id")[0]?.toString() ?? "",
    deadline: Number.isFinite(deadline) ? deadline : options.clock() + defaultDeadlineMs,
    signal: abort.signal,
  };
}

async function close(server: Server, graceMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const cut = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, graceMs);
    server.tryShutdown(() => {
      clearTimeout(cut);
      resolve();
    });
  });
}
