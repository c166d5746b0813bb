/** Who calls is known before the call's message is read: a few bytes of it can cost far more to decode than they cost to send. */
import { Server, ServerInterceptingCall, type Metadata, type ServerInterceptor } from "@grpc/grpc-js";
import type { ServiceDefinition, UntypedServiceImplementation } from "@grpc/grpc-js";
import { LociError } from "@loci/kernel";
import { fullName, type ServiceName } from "@loci/protos/grpc";
import type { Caller } from "../call/index.ts";
import { openMethods } from "./issuers.ts";
import { refusal } from "./status.ts";
import type { CallerTokens } from "./tokens.ts";

/** Of a message that anybody may send: a token, the longest that any of them carries, goes into the headers of a call too. */
const maxOpenBytes = 128 * 1024;

export interface KnownCallers {
  /** Refuses, without reading its message, a call whose token is not valid, or that has none where one is needed. */
  readonly interceptor: ServerInterceptor;
  /** @param metadata of a call that the interceptor let in */
  of(metadata: Metadata): Caller;
}

/** @param onRefused learns of each refusal */
export function knownCallers(
  name: ServiceName,
  tokens: CallerTokens,
  onRefused: (error: LociError, path: string, metadata: Metadata) => void,
): KnownCallers {
  const callers = new WeakMap<Metadata, Caller>();
  const read = async (metadata: Metadata, path: string): Promise<Caller> => {
    const [token] = metadata.get("authorization");
    if (token !== undefined) return tokens.verify(token.toString());
    if (isOpen(path)) return { kind: "anonymous" };
    throw new LociError("unauthenticated", "This operation needs a caller's token.");
  };
  return {
    interceptor: ({ path }, call) => {
      if (!path.startsWith(`/${fullName(name)}/`)) return new ServerInterceptingCall(call);
      return new ServerInterceptingCall(call, {
        start: (next) =>
          next({
            onReceiveMetadata(metadata, goOn) {
              const letIn = (caller: Caller) => {
                callers.set(metadata, caller);
                goOn(metadata);
              };
              read(metadata, path).then(letIn, (thrown: unknown) => {
                const error = LociError.from(thrown);
                onRefused(error, path, metadata);
                call.sendStatus(refusal(error));
              });
            },
          }),
      });
    },
    of: (metadata) => callers.get(metadata) ?? { kind: "anonymous" },
  };
}

/** A server that decodes no long message of a method that anybody may call: ours without a token, health and reflection. */
export class CarefulServer extends Server {
  override addService(service: ServiceDefinition, implementation: UntypedServiceImplementation): void {
    const careful = Object.entries(service).map(([rpc, method]) => {
      if (!isOpen(method.path)) return [rpc, method] as const;
      const requestDeserialize = (bytes: Buffer): unknown => {
        if (bytes.length > maxOpenBytes) throw new Error("the message is too long");
        return method.requestDeserialize(bytes) as unknown;
      };
      return [rpc, { ...method, requestDeserialize }] as const;
    });
    super.addService(Object.fromEntries(careful), implementation);
  }
}

/** Whether anybody may call it, who shows no token. */
function isOpen(path: string): boolean {
  return !path.startsWith("/loci.") || openMethods.includes(path);
}
