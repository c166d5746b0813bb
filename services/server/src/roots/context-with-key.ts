import type { Call } from "@loci/platform/call";
import type { AuthService } from "@loci/protos";
import { ownCall, type Surroundings } from "./surroundings.ts";
import type { KnownContext } from "./welcome.ts";

/**
 * The context whose key somebody may have lost, the configured one where it is among them, with the name of its oldest key that
 * works; undefined where there is no context.
 */
export async function contextWithKey(
  auth: Pick<AuthService<Call>, "listContextKeys">,
  ids: readonly string[],
  configured: string,
  parts: Pick<Surroundings, "clock" | "ids">,
): Promise<KnownContext | undefined> {
  const id = ids.find((one) => one === configured) ?? ids[0];
  if (id === undefined) return undefined;
  const call: Call = { ...ownCall(parts), caller: { kind: "management" } };
  const { keys } = await auth.listContextKeys({ contextId: id, principalId: "", page: null }, call);
  const working = keys.filter(({ state, kind }) => state === "active" && kind === "context");
  return { id, keyName: working.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))[0]?.name };
}
