import { invalidField, toTimestamp } from "@loci/kernel";
import { principalOf, requireService, type Call } from "@loci/platform/call";
import type { auth, AuthService } from "@loci/protos";
import { deploymentChain } from "../domain/audit-chain.ts";
import { readStage } from "../domain/config.ts";
import { readModel, readTime } from "../domain/fields.ts";
import { isContextAdmin } from "../domain/grants.ts";
import { listFailures, noteFailures, noteRecovery, type ProviderFailure } from "../store/provider-failures.ts";
import { serviceContext, type AuthParts } from "./deps.ts";

type Rpcs = Pick<AuthService<Call>, "reportProvider" | "listProviderFailures">;

/** What has no context of its own. */
const sharedParts = ["embeddings", "reranker"];
const maxErrorLength = 100;
const maxFailures = 2_147_483_647;

/** Which models fail: told by who calls them, shown to the context whose stages they are. What contexts share is shown to each, uncounted. */
export function providerFailureRpcs({ database, clock }: AuthParts): Rpcs {
  return {
    async reportProvider(request, call) {
      const served = requireService(call);
      const isShared = served === "" || served === "*";
      const part = isShared ? readShared(request.part) : readStage(request.part);
      const model = readModel(request.model);
      const { failures } = request;
      if (!Number.isInteger(failures) || failures < 0 || failures > maxFailures)
        throw invalidField("/failures", "must be a whole number");
      const now = clock();
      const failingSince = readTime(request.failingSince, "/failingSince") ?? now;
      const error = request.error.slice(0, maxErrorLength).toWellFormed();
      const place = isShared ? deploymentChain : serviceContext(call);
      const failed = { part, model, failingSince, lastFailedAt: now, failures, error };
      await inPlace(database, place, (tx) =>
        failures === 0 ? noteRecovery(tx, place, part, now) : noteFailures(tx, place, failed),
      );
      return {};
    },

    async listProviderFailures(request, call) {
      const { contextId, grants } = principalOf(call);
      const isTold = isContextAdmin(grants);
      const since = readTime(request.since, "/since");
      const [own, shared] = await Promise.all(
        [contextId, deploymentChain].map((place) => inPlace(database, place, (tx) => listFailures(tx, place, since))),
      );
      return {
        failures: [
          ...(own ?? []).map((one) => failureMessage(one, false, isTold)),
          // How often others were refused is nothing that a context may learn.
          ...(shared ?? []).map((one) => failureMessage(one, true, false)),
        ],
      };
    },
  };
}

function inPlace<T>(database: AuthParts["database"], place: string, work: Parameters<typeof database.inContext<T>>[1]): Promise<T> {
  return place === deploymentChain ? database.acrossContexts(work) : database.inContext(place, work);
}

function readShared(part: string): string {
  if (sharedParts.includes(part)) return part;
  throw invalidField("/part", `must be one of ${sharedParts.join(", ")}`);
}

/** @param isCounted whether the asker may know how often others ask, and when */
function failureMessage(failure: ProviderFailure, shared: boolean, isCounted: boolean): auth.ProviderFailure {
  const { part, model, failures, error, failingSince, lastFailedAt, recoveredAt } = failure;
  return {
    ...{ part, model, shared, error },
    failures: isCounted ? failures : 0,
    failingSince: toTimestamp(failingSince),
    lastFailedAt: isCounted ? toTimestamp(lastFailedAt) : "",
    recoveredAt: recoveredAt === undefined ? "" : toTimestamp(recoveredAt),
  };
}
