import { LociError, recordKey } from "@loci/kernel";
import { principalOf, requireService, type Call } from "@loci/platform/call";
import type { AuthService } from "@loci/protos";
import { decideReservation, monthOf, readMonth, readTokens, reservationMs } from "../domain/budget.ts";
import { deploymentChain } from "../domain/audit-chain.ts";
import { budgetOf, readStage } from "../domain/config.ts";
import { readModel } from "../domain/fields.ts";
import { isContextAdmin } from "../domain/grants.ts";
import { deleteOldOperations, operationLifeMs } from "../store/operations.ts";
import {
  deleteOldReservations,
  findReservedTokens,
  hasReservation,
  insertReservation,
  lockMonth,
  settleReservation,
} from "../store/token-months.ts";
import { addUsage, listUsage } from "../store/token-usage.ts";
import { signChain } from "./audit.ts";
import { pruneChain } from "./audit-retention.ts";
import { namedContext, ownContext, requireContext, requireServed, serviceContext, type AuthParts } from "./deps.ts";

type Rpcs = Pick<AuthService<Call>, "reserveTokens" | "settleTokens" | "getUsage" | "sweepExpired">;

/** Tokens of models: set aside before they are spent, counted afterwards. */
export function budgetRpcs(parts: AuthParts): Rpcs {
  const { database, clock, random } = parts;
  return {
    async reserveTokens(request, call) {
      const contextId = serviceContext(call);
      const asked = {
        stage: readStage(request.stage),
        model: readModel(request.model),
        tokens: readTokens(request.tokens, "/tokens"),
      };
      const now = clock();
      const ticket = recordKey(now, random(16));
      const month = monthOf(now);
      await database.inContext(contextId, async (tx) => {
        const { limit, enforced } = budgetOf((await requireContext(tx, contextId)).config);
        // What is only counted need not wait for others.
        if (limit !== undefined && enforced) {
          const used = await lockMonth(tx, contextId, month);
          const state = { limit, enforced, used, ...(await findReservedTokens(tx, contextId, month, now)) };
          const decision = decideReservation(asked.tokens, state, now);
          if (!decision.granted) throw limitReached(decision.retryAfterSeconds);
        }
        await insertReservation(tx, contextId, { ...asked, ticket, month, reservedAt: now, lapsesAt: now + reservationMs });
      });
      return { ticket };
    },

    async settleTokens(request, call) {
      const contextId = serviceContext(call);
      const inputTokens = readTokens(request.inputTokens, "/inputTokens");
      const outputTokens = readTokens(request.outputTokens, "/outputTokens");
      await database.inContext(contextId, async (tx) => {
        const reserved = await settleReservation(tx, contextId, request.ticket);
        if (reserved !== undefined) await addUsage(tx, contextId, { ...reserved, inputTokens, outputTokens });
        else if (!(await hasReservation(tx, contextId, request.ticket)))
          throw new LociError("not_found", "There is no such ticket.");
      });
      return {};
    },

    async getUsage(request, call) {
      const contextId = usageContext(call, request);
      const now = clock();
      const month = readMonth(request.month, now);
      return database.inContext(
        contextId,
        async (tx) => {
          const { limit, enforced } = budgetOf((await requireContext(tx, contextId)).config);
          const rows = await listUsage(tx, contextId, month, now);
          return {
            month: month.slice(0, 7),
            rows,
            used: rows.reduce((sum, row) => sum + row.inputTokens + row.outputTokens, 0),
            reserved: rows.reduce((sum, row) => sum + row.reserved, 0),
            limited: limit !== undefined,
            tokenLimit: limit ?? 0,
            enforcementBlocked: enforced,
          };
        },
        { readOnly: true },
      );
    },

    async sweepExpired(_request, call) {
      const served = requireService(call);
      const now = clock();
      if (served === "" || served === "*") {
        await signChain(parts, deploymentChain);
        await pruneChain(parts, deploymentChain, call);
        return { removed: await database.acrossContexts((tx) => deleteOldOperations(tx, "*", now)) };
      }
      const contextId = serviceContext(call);
      const removed = await database.inContext(
        contextId,
        async (tx) =>
          (await deleteOldOperations(tx, contextId, now)) + (await deleteOldReservations(tx, contextId, now - operationLifeMs)),
      );
      await signChain(parts, contextId);
      await pruneChain(parts, contextId, call);
      return { removed };
    },
  };
}

/** Whose usage is asked for: of any context by management, of its own by an administrator and by Loci itself. */
function usageContext(call: Call, request: { readonly contextId: string }): string {
  if (call.caller.kind === "management") return namedContext(request);
  if (call.caller.kind === "service") {
    const contextId = namedContext({ contextId: request.contextId === "" ? call.caller.contextId : request.contextId });
    requireServed(call, contextId);
    return contextId;
  }
  if (!isContextAdmin(principalOf(call).grants)) throw new LociError("forbidden", "Usage needs grant:manage over '/'.");
  return ownContext(call, request);
}

function limitReached(retryAfterSeconds: number): LociError {
  return new LociError("rate_limited", "This context's token_limit for the month is reached.", { retryAfterSeconds });
}
