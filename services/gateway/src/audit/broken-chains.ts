import { setTimeout as sleep } from "node:timers/promises";
import { gatewayCall } from "@loci/platform/call";
import type { Readiness } from "../rest/health.ts";
import type { RecorderDeps } from "./recorder.ts";
import type { Call } from "@loci/platform/call";
import type { AuthService } from "@loci/protos";

/** Whoever asks whether this process is ready waits no longer for this. */
const withinMs = 1_000;

/** Readiness, and in it how many of the audit's chains take no rows: whose they are is told to who may read them. */
export function brokenChains({
  auth,
  clock,
  ids,
  ready,
}: Omit<RecorderDeps, "auth" | "logger"> & {
  readonly auth: Pick<AuthService<Call>, "countBrokenChains">;
  readonly ready: () => Promise<Readiness>;
}): () => Promise<Readiness> {
  const count = async (): Promise<number> => {
    const call = gatewayCall(ids("trace"), clock() + withinMs, AbortSignal.timeout(withinMs));
    return (await auth.countBrokenChains({}, call)).broken;
  };
  return async () => {
    // Where nobody can say it, what is needed for saying it does not answer, which stands in the parts.
    const unknown = sleep(withinMs, 0, { ref: false });
    const [state, broken] = await Promise.all([ready(), Promise.race([count().catch(() => 0), unknown])]);
    if (broken === 0) return state;
    const chains = broken === 1 ? "1 chain takes" : `${broken} chains take`;
    const audit = `${chains} no rows: they are kept in the deployment's own; see 'loci audit verify'`;
    return { ...state, degraded: { ...state.degraded, audit } };
  };
}
