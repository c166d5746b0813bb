import { join } from "node:path";
import type { ServiceDefinition } from "@grpc/grpc-js";
import { loadSync, type PackageDefinition } from "@grpc/proto-loader";

export type ServiceName = "auth" | "graph" | "ingest" | "retrieval";

const root = join(import.meta.dirname, "..");

const loaded = new Map<ServiceName, PackageDefinition>();

/** All that the service's .proto defines, messages too, as server reflection wants it. */
export function packageDefinition(name: ServiceName): PackageDefinition {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const definition = loadSync(`loci/${name}/v1/${name}.proto`, {
    includeDirs: [root],
    keepCase: false,
    longs: Number,
    enums: String,
    defaults: true,
    arrays: true,
    objects: true,
    oneofs: false,
  });
  loaded.set(name, definition);
  return definition;
}

/** The name under which gRPC knows a service. */
export function fullName(name: ServiceName): string {
  return `loci.${name}.v1.${name.charAt(0).toUpperCase() + name.slice(1)}`;
}

/**
 * The service's definition for grpc-js, read from its .proto. Messages come in the shapes of src/gen: every field present, camelCase,
 * 64-bit integers as numbers (positions and counts stay far below 2^53), an absent message as null.
 */
export function serviceDefinition(name: ServiceName): ServiceDefinition {
  return definitionIn(name);
}

/** The methods that may be asked a second time when the answer to the first was lost: those with an `idempotency_level`. */
export function repeatableMethods(name: ServiceName): string[] {
  return Object.entries(definitionIn(name)).flatMap(([rpc, { options }]) =>
    options.idempotency_level.toString() === "IDEMPOTENCY_UNKNOWN" ? [] : [rpc],
  );
}

/** Whether a request names its caller's operation: the service then does it once, however often the request comes. */
export function namesOperation(request: unknown): boolean {
  const { operation, operationId, idempotencyKey } = request as {
    readonly operation?: { readonly id: string } | null;
    readonly operationId?: string;
    readonly idempotencyKey?: string;
  };
  return (operation?.id ?? operationId ?? idempotencyKey ?? "") !== "";
}

function definitionIn(name: ServiceName) {
  const definition = packageDefinition(name)[fullName(name)];
  if (definition === undefined || "format" in definition) throw new Error(`no service in the proto of ${name}`);
  return definition;
}
