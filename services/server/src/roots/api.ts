import { createGateway } from "@loci/gateway";
import type { Call } from "@loci/platform/call";
import type { GraphService, IngestService, RetrievalService } from "@loci/protos";
import { readSettings, required } from "../config.ts";
import { roleSettings } from "../roles.ts";
import { gatewaySettings } from "./gateway-settings.ts";
import { startOverDatabase } from "./over-database.ts";
import { listenForProbes, listenHttp, untilLeft, withLifecycle } from "./listen.ts";
import { connect } from "./remote.ts";
import { openWire } from "./secrets.ts";
import { surroundings } from "./surroundings.ts";
import { openTransport } from "./wire.ts";

/** `loci-server api`: HTTP over services in other processes where their addresses are given, else over the database itself. */
export async function startApi(flags: Readonly<Record<string, unknown>>): Promise<void> {
  const config = readSettings(roleSettings.api, flags);
  const { authAddress, ingestAddress, graphAddress, retrievalAddress } = config;
  if ([authAddress, ingestAddress, graphAddress, retrievalAddress].every((address) => address === undefined)) {
    return startOverDatabase("api", config, "all");
  }
  const addresses = {
    auth: required("authAddress", authAddress),
    ingest: required("ingestAddress", ingestAddress),
    graph: required("graphAddress", graphAddress),
    retrieval: required("retrievalAddress", retrievalAddress),
  };
  const parts = await surroundings(config, "api");
  await withLifecycle(parts, async () => {
    await listenForProbes(config.metricsAddress, parts);
    const transport = await openTransport(config, parts);
    const { wire, auth } = await openWire(config, "api", addresses.auth, transport, parts);
    const services = {
      auth,
      ingest: connect<IngestService<Call>>("ingest", addresses.ingest, wire, parts),
      graph: connect<GraphService<Call>>("graph", addresses.graph, wire, parts),
      retrieval: connect<RetrievalService<Call>>("retrieval", addresses.retrieval, wire, parts),
    };
    const { clock, ids, logger, readiness, telemetry } = parts;
    const settings = gatewaySettings(config);
    const gateway = createGateway({ ...services, clock, ids, logger, settings, telemetry, ready: () => readiness.state() });
    const listener = await listenHttp(gateway, config.bindAddress, parts);
    process.stdout.write(`loci-server api: serving on http://${listener.host}:${listener.port}\n`);
    await untilLeft(config.drainSeconds, parts);
  });
}
