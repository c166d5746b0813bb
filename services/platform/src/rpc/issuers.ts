/** Whose signature is taken for what, and who may call whom. */
import type { TokenIssuer } from "@loci/kernel";
import { fullName, type ServiceName } from "@loci/protos/grpc";
import type { Caller } from "../call/index.ts";

/** The roles that call each service; the chart's network policies say the same. */
export const callersOf: Readonly<Record<ServiceName, readonly TokenIssuer[]>> = {
  auth: ["api", "ingest", "retrieval"],
  graph: ["api", "ingest", "retrieval"],
  ingest: ["api", "retrieval"],
  retrieval: ["api", "ingest"],
};

/** Methods that take a call without a token: authentication itself, and a new token for one that must not be shown any more. */
export const openMethods: readonly string[] = ["Authenticate", "AuthenticateManagement", "RenewToken"].map(
  (rpc) => `/${fullName("auth")}/${rpc}`,
);

/**
 * Whether the issuer may say this of a caller. Only auth says who somebody is; the others say that they act for themselves, and api, which
 * faces the world, only while somebody whom auth knows asks for it. Retrieval looks with less, or other, authority for one who asks it.
 * @param subject whoever set it off, as auth has signed
 */
export function mayState(issuer: TokenIssuer, caller: Caller, subject: Caller | undefined): boolean {
  if (issuer === "auth") return subject === undefined && (caller.kind === "principal" || caller.kind === "management");
  if (caller.kind === "gateway") return issuer === "api" && subject === undefined;
  if (caller.kind === "service") {
    if (issuer !== "api") return true;
    return subject?.kind === "management" || (subject?.kind === "principal" && subject.identity.contextId === caller.contextId);
  }
  if (issuer !== "retrieval" || caller.kind !== "principal" || subject?.kind !== "principal") return false;
  const [asked, acting] = [subject.identity, caller.identity];
  return asked.contextId === acting.contextId && asked.principalId === acting.principalId && asked.keyId === acting.keyId;
}
