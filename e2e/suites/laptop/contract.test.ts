import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "@jest/globals";
import { answerCheck, servedDocument } from "@loci/e2e/parts/api-document";
import { printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import { operator, type Operator } from "@loci/e2e/parts/tenants";
import { access } from "./contract/access.ts";
import { chat } from "./contract/chat.ts";
import { delegation } from "./contract/delegation.ts";
import { documents } from "./contract/documents.ts";
import { entitiesAndNames } from "./contract/entities-and-names.ts";
import { anExistingClient } from "./contract/existing-client.ts";
import { forgetting } from "./contract/forgetting.ts";
import { health } from "./contract/health.ts";
import { idempotency } from "./contract/idempotency.ts";
import { management } from "./contract/management.ts";
import { reflectionAndLifecycle } from "./contract/reflection-and-lifecycle.ts";
import { refusals, requestsPerMinute, uploadLimitBytes } from "./contract/refusals.ts";
import { rememberAndRecall } from "./contract/remember-and-recall.ts";
import { sessions } from "./contract/sessions.ts";
import { tracesAndAudit } from "./contract/traces-and-audit.ts";
import { uncertainties } from "./contract/uncertainties.ts";
import { verbs } from "./contract/verbs.ts";

/** The contract over REST, line by line, at one server as it starts on a laptop. */
describe("the contract", () => {
  let folder: string;
  let server: RunningLoci;
  let loci: Operator;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "loci-contract-"));
    server = await startDev(`pglite:${folder}`, await freePort(), {
      SERVICE_HEADER_ALIASES: "x-vendor-on-behalf-of=X-Service-On-Behalf-Of",
      // Small, so that what is too large or too much is quickly sent.
      SERVICE_UPLOAD_LIMIT_BYTES: String(uploadLimitBytes),
      SERVICE_REQUESTS_PER_MINUTE: String(requestsPerMinute),
    });
    // Each answer in all that follows is as the API document of the very server says.
    const check = answerCheck(await servedDocument(server.url));
    loci = operator(server.url, printedKeys(server.output()).managementKey, check);
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const world = () => loci;
  rememberAndRecall(world);
  sessions(world);
  entitiesAndNames(world);
  uncertainties(world);
  documents(world);
  chat(world);
  reflectionAndLifecycle(world);
  forgetting(world);
  tracesAndAudit(world);
  access(world);
  verbs(world);
  management(world);
  idempotency(world);
  delegation(world);
  health(world);
  refusals(world);
  anExistingClient(world);
});
