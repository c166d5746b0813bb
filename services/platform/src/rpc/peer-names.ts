/** Which role stands behind a connection: the names in the certificate that its other side has shown. */
import { ServerInterceptingCall, status, type ServerInterceptor } from "@grpc/grpc-js";
import { LociError } from "@loci/kernel";
import type { Logger } from "../telemetry/index.ts";
import { refusal } from "./status.ts";

/** Stands for every certificate that the authority has signed. */
export const anyCaller = "*";

/** One that is refused asks again and again. */
const tellEveryMs = 60_000;

/** The name of a role in its certificate, as a SPIFFE ID: a URI among the subject's alternative names. */
export function roleName(role: string): string {
  return `spiffe://loci/${role}`;
}

/** The URIs and DNS names of a certificate, from the text that Node makes of its alternative names. */
export function alternativeNames(text: string | undefined): string[] {
  const names: string[] = [];
  // What holds a comma or a quote is quoted: a name that only looks like two is none of ours.
  for (const [, kind, name] of (text ?? "").matchAll(/([^:,]+):("(?:[^"\\]|\\.)*"|[^,"]*)(?:, |$)/gy)) {
    if (name !== undefined && (kind === "URI" || kind === "DNS")) names.push(name);
  }
  return names;
}

/** Refuses every call, health checks too, over a connection whose certificate bears none of these names. */
export function onlyCallers(
  accepted: readonly string[],
  { logger, clock }: { logger: Logger; clock: () => number },
): ServerInterceptor {
  const told = new Map<string, number>();
  const tell = (path: string, names: readonly string[]) => {
    const [key, now] = [names.join(" "), clock()];
    const before = told.get(key);
    if (before !== undefined && Math.abs(now - before) < tellEveryMs) return;
    if (told.size > 1_000) told.clear();
    told.set(key, now);
    logger.warn(
      { path, names, accepted },
      "refused a caller: its certificate bears none of the names that this service takes calls from (SERVICE_TLS_CALLERS)",
    );
  };
  return (method, call) => {
    const names = alternativeNames(call.getAuthContext().sslPeerCertificate?.subjectaltname);
    if (names.some((name) => accepted.includes(name))) return new ServerInterceptingCall(call);
    tell(method.path, names);
    const error = new LociError("unavailable", "A needed service refuses this one's certificate: its log says why.");
    const answer = { ...refusal(error), code: status.PERMISSION_DENIED };
    return new ServerInterceptingCall(call, {
      start: (next) => next({ onReceiveMetadata: () => call.sendStatus(answer), onReceiveMessage: () => undefined }),
    });
  };
}
