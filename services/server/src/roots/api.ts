import { createGateway, type Readiness } from "@loci/gateway";
import { presentTime } from "@loci/platform/messages";
import { anonymousCall, type Call } from "@loci/platform/call";
import { untilStopped } from "@loci/platform/lifecycle";
import type { AuthService, GraphService, IngestService, RetrievalService } from "@loci/protos";
import { readSettings, required } from "../config.ts";
import { roleSettings } from "../roles.ts";
import { gatewaySettings } from "./gateway-settings.ts";
import { startOverDatabase } from "./over-database.ts";
import { listenHttp, withLifecycle } from "./listen.ts";
import { answers, connect } from "./remote.ts";
import { openSecrets, surroundings, type Surroundings } from "./surroundings.ts";

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
  const parts = surroundings(config);
  await withLifecycle(parts, async () => {
    const secrets = await openSecrets(config, false, parts);
    const services = {
      auth: connect<AuthService<Call>>("auth", addresses.auth, secrets, parts),
      ingest: connect<IngestService<Call>>("ingest", addresses.ingest, secrets, parts),
      graph: connect<GraphService<Call>>("graph", addresses.graph, secrets, parts),
      retrieval: connect<RetrievalService<Call>>("retrieval", addresses.retrieval, secrets, parts),
    };
    const { clock, ids, logger } = parts;
    const settings = gatewaySettings(config);
    const gateway = createGateway({ ...services, clock, ids, logger, settings, ready: () => readiness(services, parts) });
    const listener = await listenHttp(gateway, config.bindAddress, parts);
    process.stdout.write(`loci-server api: serving on http://${listener.host}:${listener.port}\n`);
    await untilStopped();
  });
}

interface Services {
  readonly auth: AuthService<Call>;
  readonly ingest: IngestService<Call>;
  readonly graph: GraphService<Call>;
  readonly retrieval: RetrievalService<Call>;
}

const readyWithinMs = 1_000;

/** Each service is asked what it refuses to nobody in particular: that it refuses shows that it is there. */
async function readiness({ auth, ingest, graph, retrieval }: Services, { clock, ids }: Surroundings): Promise<Readiness> {
  const nobody = anonymousCall(ids("trace"), clock() + readyWithinMs);
  const asked = {
    auth: answers(() => auth.authenticateManagement({ bearer: "" }, nobody)),
    graph: answers(() => graph.listEntities({ type: "", limit: 1, offset: 0, time: presentTime }, nobody)),
    retrieval: answers(() => retrieval.getTrace({ id: "" }, nobody)),
    ingest: answers(() =>
      ingest.rememberBatch(
        {
          messages: [],
          infer: "none",
          extract: "",
          scopes: null,
          labels: [],
          sessionId: "",
          respondAsync: false,
          idempotencyKey: "",
          requestHash: new Uint8Array(),
        },
        nobody,
      ),
    ),
  };
  const parts: Record<string, string> = {};
  for (const [name, answered] of Object.entries(asked)) parts[name] = (await answered) ? "ok" : "does not answer";
  return { ok: Object.values(parts).every((state) => state === "ok"), parts };
}
