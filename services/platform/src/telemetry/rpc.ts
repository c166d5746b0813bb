import { secondsSince } from "./meter.ts";
import type { Telemetry } from "./telemetry.ts";
import type { Carrier, SpanStart } from "./tracing.ts";

/** The name of the gRPC status that whatever was thrown goes by. */
export type StatusName = (thrown: unknown) => string;

/** What stands in a call's span beside its method. */
interface CallFacts {
  readonly traceId: string;
}

/** @param path as gRPC writes it: `/loci.graph.v1.Graph/Head` */
function spanOf(path: string, kind: "client" | "server", traceId: string): SpanStart {
  const method = path.slice(1);
  const attributes = {
    "rpc.system.name": "grpc",
    "rpc.method": method,
    "loci.trace.id": traceId === "" ? undefined : traceId,
  };
  return { name: method, kind, attributes };
}

/** Watches calls that this process makes. Only those that belong to something under way are traced. */
export function watchRpcClient({ meter, tracing }: Telemetry, statusName: StatusName) {
  const startOf = (path: string, { traceId }: CallFacts) => ({ ...spanOf(path, "client", traceId), withinOnly: true });
  const done = (path: string, began: number, code: string) =>
    meter.observe("loci_rpc_client_seconds", { method: path.slice(1), code }, secondsSince(began));

  return {
    /** What goes with the call's metadata. */
    carrier: (): Carrier => tracing.carrier(),
    async call<T>(path: string, facts: CallFacts, ask: () => Promise<T>): Promise<T> {
      const began = performance.now();
      return tracing.span(startOf(path, facts), async (span) => {
        let code = "OK";
        try {
          return await ask();
        } catch (thrown) {
          code = statusName(thrown);
          throw thrown;
        } finally {
          span.set({ "rpc.response.status_code": code });
          done(path, began, code);
        }
      });
    },
    stream<T>(path: string, facts: CallFacts, ask: () => AsyncIterable<T>): AsyncIterable<T> {
      return tracing.stream(startOf(path, facts), async function* (span) {
        const began = performance.now();
        let code = "OK";
        try {
          yield* ask();
        } catch (thrown) {
          code = statusName(thrown);
          throw thrown;
        } finally {
          span.set({ "rpc.response.status_code": code });
          done(path, began, code);
        }
      });
    },
  };
}

/** Watches one call that this process answers, to its end; it goes on with its caller's trace, where there is one. */
export async function watchRpcServer<T>(
  { meter, tracing }: Telemetry,
  {
    path,
    traceId,
    carrier,
    statusName,
  }: CallFacts & { readonly path: string; readonly carrier: Carrier; readonly statusName: StatusName },
  answer: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  return tracing.span({ ...spanOf(path, "server", traceId), parent: carrier, withinOnly: true }, async (span) => {
    let code = "OK";
    try {
      return await answer();
    } catch (thrown) {
      code = statusName(thrown);
      throw thrown;
    } finally {
      span.set({ "rpc.response.status_code": code });
      meter.observe("loci_rpc_server_seconds", { method: path.slice(1), code }, secondsSince(began));
    }
  });
}
