import { join } from "node:path";
import type { Call } from "@loci/platform/call";
import { deedRpcs, type MigrationSource } from "@loci/platform/db";
import { publicOnly } from "@loci/platform/outbound";
import type { AuthService } from "@loci/protos";
import { accessTokenRpc } from "./rpc/access-tokens.ts";
import { auditAppendRpcs } from "./rpc/audit-append.ts";
import { auditRpcs } from "./rpc/audit.ts";
import { authentication } from "./rpc/authenticate.ts";
import { bootstrapRpc } from "./rpc/bootstrap.ts";
import { budgetRpcs } from "./rpc/budgets.ts";
import { contextChangeRpcs } from "./rpc/context-changes.ts";
import { contextKeyRpcs } from "./rpc/context-keys.ts";
import { contextRpcs } from "./rpc/contexts.ts";
import type { AuthDeps, AuthParts, AuthTokens } from "./rpc/deps.ts";
import { grantRpcs } from "./rpc/grants.ts";
import { keyVerifierRpc } from "./rpc/key-verifiers.ts";
import { deeds } from "./rpc/once.ts";
import { modelSettingsRpc } from "./rpc/model-settings.ts";
import { ownKeyRpcs } from "./rpc/own-keys.ts";
import { principalChangeRpcs } from "./rpc/principal-changes.ts";
import { principalRpcs } from "./rpc/principals.ts";
import { providerFailureRpcs } from "./rpc/provider-failures.ts";
import { scopeRpcs } from "./rpc/scopes.ts";
import { transferRpcs } from "./rpc/transfer.ts";
import { whoamiRpc } from "./rpc/whoami.ts";

export { readTotals, type AuthTotals } from "./store/totals.ts";
export type { AuthDeps, AuthTokens };

export const migrations: MigrationSource = { schema: "auth", folder: join(import.meta.dirname, "../migrations") };

export interface Auth extends AuthService<Call> {
  /** Writes down what is still to be written; close it before the database. */
  close(): Promise<void>;
}

/** The audit alone, without the service's secrets: what is appended so is signed when the service appends the next time. */
export function createAuditTrail(deps: Pick<AuthDeps, "database" | "clock" | "logger">): Pick<AuthService<Call>, "appendAudit"> {
  return auditAppendRpcs({ ...deps, secrets: {} });
}

/** The auth service: who may do what. Its schema must have been migrated. */
export function createAuthService(deps: AuthDeps): Auth {
  const { rpcs, forgetAnswers, close } = authentication(deps);
  const parts: AuthParts = { modelHosts: publicOnly, ...deps, forgetAnswers };
  return {
    ...rpcs,
    ...whoamiRpc(parts),
    ...scopeRpcs(parts),
    ...ownKeyRpcs(parts),
    ...contextRpcs(parts),
    ...contextChangeRpcs(parts),
    ...principalRpcs(parts),
    ...principalChangeRpcs(parts),
    ...grantRpcs(parts),
    ...contextKeyRpcs(parts),
    ...keyVerifierRpc(parts),
    ...accessTokenRpc(parts),
    ...modelSettingsRpc(parts),
    ...budgetRpcs(parts),
    ...providerFailureRpcs(parts),
    ...auditRpcs(parts),
    ...auditAppendRpcs(parts),
    ...deedRpcs(parts.database, deeds),
    ...transferRpcs(parts),
    ...bootstrapRpc(parts),
    close,
  };
}
