import { Client, credentials, Metadata, type ServiceError } from "@grpc/grpc-js";
import { serviceDefinition, type ServiceName } from "@loci/protos/grpc";
import type { Call } from "../call/index.ts";
import { fromGrpcError } from "./status.ts";
import type { TokenRing } from "./tokens.ts";

export interface RpcClient<Service> {
  readonly service: Service;
  close(): void;
}

/**
 * A remote service with the same methods as the object behind it. A call to a service that is down fails as `unavailable` within its
 * deadline; nothing is retried here, as only the caller knows what is safe to repeat.
 */
export function connectRpc<Service>(name: ServiceName, address: string, tokens: TokenRing): RpcClient<Service> {
  const limit = 64 * 1024 * 1024;
  const client = new Client(address, credentials.createInsecure(), {
    "grpc.max_receive_message_length": limit,
    "grpc.max_send_message_length": limit,
  });
  const methods: Record<string, (request: unknown, call: Call) => Promise<unknown>> = {};
  for (const [rpc, method] of Object.entries(serviceDefinition(name))) {
    methods[rpc.charAt(0).toLowerCase() + rpc.slice(1)] = async (request, call) => {
      const metadata = new Metadata();
      metadata.set("loci-trace-id", call.traceId);
      if (call.caller.kind !== "anonymous") metadata.set("authorization", call.token ?? (await tokens.sign(call.caller)));
      return new Promise((resolve, reject) => {
        const cancel = () => pending.cancel();
        const pending = client.makeUnaryRequest(
          method.path,
          method.requestSerialize,
          method.responseDeserialize,
          request,
          metadata,
          { deadline: call.deadline },
          (error: ServiceError | null, response?: unknown) => {
            call.signal.removeEventListener("abort", cancel);
            if (error) reject(fromGrpcError(error));
            else resolve(response);
          },
        );
        call.signal.addEventListener("abort", cancel);
      });
    };
  }
  return { service: methods as Service, close: () => client.close() };
}
