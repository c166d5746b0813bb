/** Every line of the contract over REST, whatever serves it. */
import { afterAll, beforeAll, describe } from "@jest/globals";
import { answerCheck, servedDocument } from "@loci/e2e/parts/api-document";
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
import { sentences } from "./contract/statements/index.ts";
import { uncertainties } from "./contract/uncertainties.ts";
import { verbs } from "./contract/verbs.ts";

export interface Served {
  readonly url: string;
  readonly managementKey: string;
  /** What readiness names, each "ok". */
  readonly parts: readonly string[];
  stop(): Promise<unknown>;
}

/**
 * Settings that the suite counts on: small, so that what is too large or too much is quickly sent.
 * @param gateways how many share the requests
 */
export const settings = (gateways: number): Record<string, string> => ({
  SERVICE_HEADER_ALIASES: "x-vendor-on-behalf-of=X-Service-On-Behalf-Of",
  SERVICE_UPLOAD_LIMIT_BYTES: String(uploadLimitBytes),
  SERVICE_REQUESTS_PER_MINUTE: String(requestsPerMinute / gateways),
});

/** @param start serves it under `settings` */
export function contract(name: string, start: () => Promise<Served>, startLimitMs = 600_000): void {
  describe(`the contract, ${name}`, () => {
    let server: Served;
    let loci: Operator;
    beforeAll(async () => {
      server = await start();
      // Each answer in all that follows is as the API document of the very server says.
      const check = answerCheck(await servedDocument(server.url));
      loci = operator(server.url, server.managementKey, check);
    }, startLimitMs);
    afterAll(() => server.stop());

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
    health(world, () => Object.fromEntries(server.parts.map((part) => [part, "ok"])));
    refusals(world);
    anExistingClient(world);
    sentences(world);
  });
}
