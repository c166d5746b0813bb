import { join } from "node:path";
import type { ServiceDefinition } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";

export type ServiceName = "auth" | "graph" | "ingest" | "retrieval";

const root = join(import.meta.dirname, "..");

/**
 * The service's definition for grpc-js, read from its .proto. Messages come in the shapes of src/gen: every field present, camelCase,
 * 64-bit integers as numbers (positions and counts stay far below 2^53), an absent message as null.
 */
export function serviceDefinition(name: ServiceName): ServiceDefinition {
  const loaded = loadSync(`loci/${name}/v1/${name}.proto`, {
    includeDirs: [root],
    keepCase: false,
    longs: Number,
    enums: String,
    defaults: true,
    arrays: true,
    objects: true,
    oneofs: false,
  });
  const className = name.charAt(0).toUpperCase() + name.slice(1);
  const definition = loaded[`loci.${name}.v1.${className}`];
  if (definition === undefined || "format" in definition) throw new Error(`no service in the proto of ${name}`);
  return definition;
}
