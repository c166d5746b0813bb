import { pathCovers, rootPath } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { grantsOf } from "@loci/platform/messages";
import type { auth as messages, AuthService } from "@loci/protos";
import { ownCall, type Surroundings } from "./surroundings.ts";
import type { KnownContext } from "./welcome.ts";

type Services = Pick<AuthService<Call>, "listContextKeys" | "getPrincipal">;

const admin = "admin";

/**
 * The context whose key somebody may have lost, the configured one where it is among them, with the name of the oldest key that works and
 * administers it: the admin's, else another's who holds grant:manage over all of it. A key of an agent is none, as whoever rotates it takes it
 * from the agent. undefined where there is no context.
 */
export async function contextWithKey(
  auth: Services,
  ids: readonly string[],
  configured: string,
  parts: Pick<Surroundings, "clock" | "ids">,
): Promise<KnownContext | undefined> {
  const id = ids.find((one) => one === configured) ?? ids[0];
  if (id === undefined) return undefined;
  const call: Call = { ...ownCall(parts), caller: { kind: "management" } };
  const present = await presentKeys(auth, id, call);
  const working = present.filter(({ state, kind }) => state === "active" && kind === "context");
  const administers = working.filter(({ grants }) => grants === null || manages(grants));
  const names = new Set(present.map(({ name }) => name));
  const freeName = [admin, ...Array.from({ length: names.size }, (_, i) => `${admin}-${i + 2}`)].find((name) => !names.has(name));
  const known = { id, freeName: freeName ?? admin };
  const own = administers.find(({ principalId }) => principalId === admin);
  if (own !== undefined) return { ...known, keyName: own.name };
  for (const { name, principalId } of administers) {
    const { grants } = await auth.getPrincipal({ contextId: id, id: principalId }, call);
    if (grants !== null && manages(grants)) return { ...known, keyName: name };
  }
  return { ...known, keyName: undefined };
}

/** The keys of a context that were not revoked, the oldest first: they bear their names. */
async function presentKeys(auth: Services, contextId: string, call: Call): Promise<messages.KeyDetail[]> {
  const present: messages.KeyDetail[] = [];
  let after = "";
  do {
    const { keys, next } = await auth.listContextKeys({ contextId, principalId: "", page: { limit: 0, after } }, call);
    present.push(...keys.filter(({ state }) => state !== "revoked"));
    // The revoked ones come last.
    after = keys.at(-1)?.state === "revoked" ? "" : next;
  } while (after !== "");
  return present;
}

/** Whether these grants administer the whole context. */
function manages(grants: NonNullable<messages.KeyDetail["grants"]>): boolean {
  return (grantsOf(grants)?.["grant:manage"] ?? []).some((path) => pathCovers(path, rootPath));
}
