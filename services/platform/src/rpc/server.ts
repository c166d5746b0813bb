import { logVerbosity, Server, ServerCredentials, setLogVerbosity, type sendUnaryData, type ServerUnaryCall, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { LociError } from "@loci/kernel";
import { serviceDefinition, type ServiceName } from "@loci/protos/grpc";
import type { Call, Caller } from "../call/index.ts";
import type { Logger } from "../telemetry/index.ts";
import { toGrpcError } from "./status.ts";
import type { TokenRing } from "./tokens.ts";

const defaultDeadlineMs = 60_000;
const maxMessageBytes = 64 * 1024 * 1024;

export interface RpcServer {
  readonly port: number;
  /** Takes no new calls, lets those under way finish for at most `graceMs`, then cuts them. */
  close(graceMs: number): Promise<void>;
}

export interface RpcServerOptions {
  readonly bind: string;
  readonly tokens: TokenRing;
  readonly clock: () => number;
  readonly logger: Logger;
}

type Method = (request: unknown, call: Call) => Promise<unknown>;

/** Serves a service object over gRPC: the token becomes the caller, errors become status codes. */
export async function serveRpc(name: ServiceName, service: object, options: RpcServerOptions): Promise<RpcServer> {
  // What goes wrong comes back as an error; grpc-js would print it besides.
  setLogVerbosity(logVerbosity.NONE);
  const server = new Server({ "grpc.max_receive_message_length": maxMessageBytes, "grpc.max_send_message_length": maxMessageBytes });
  const definition = serviceDefinition(name);
  const handlers: UntypedServiceImplementation = {};
  const methods = new Map(Object.entries(service));
  for (const rpc of Object.keys(definition)) {
    const method: unknown = methods.get(rpc.charAt(0).toLowerCase() + rpc.slice(1));
    if (typeof method !== "function") throw new Error(`the ${name} service lacks ${rpc}`);
    handlers[rpc] = handler(method as Method, options);
  }
  server.addService(definition, handlers);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(options.bind, ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  return { port, close: (graceMs) => close(server, graceMs) };
}

function handler(method: Method, options: RpcServerOptions) {
  return (incoming: ServerUnaryCall<unknown, unknown>, respond: sendUnaryData<unknown>): void => {
    const answer = async () => method(incoming.request, await toCall(incoming, options));
    answer().then(
      (response) => respond(null, response),
      (thrown: unknown) => {
        const error = LociError.from(thrown);
        if (error.code === "internal") options.logger.error({ err: thrown, method: incoming.getPath() }, "rpc failed");
        respond(toGrpcError(error));
      },
    );
  };
}

async function toCall(incoming: ServerUnaryCall<unknown, unknown>, options: RpcServerOptions): Promise<Call> {
  const [token] = incoming.metadata.get("authorization");
  const caller: Caller = token === undefined ? { kind: "anonymous" } : await options.tokens.verify(token.toString());
  const abort = new AbortController();
  incoming.on("cancelled", () => abort.abort());
  const deadline = Number(incoming.getDeadline());
  return {
    caller,
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
