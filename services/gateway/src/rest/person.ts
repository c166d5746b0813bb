import { regionCovers } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import type { AuthService } from "@loci/protos";
import { personPath } from "../schemas/person.ts";

export type PersonRegistry = Pick<AuthService<Call>, "findUnregistered" | "registerPerson">;

/**
 * Makes the scope of an end user whom a write names, where it is not there yet. Who may not write there is told so by the service that
 * does the work.
 */
export async function registerPerson(user: string | null | undefined, auth: PersonRegistry, call: Call): Promise<void> {
  if (user === null || user === undefined) return;
  const path = personPath(user);
  if (!regionCovers(principalOf(call).grants["memory:write"] ?? [], path)) return;
  const { paths } = await auth.findUnregistered({ paths: [path] }, call);
  if (paths.length === 0) return;
  await auth.registerPerson({ user }, call);
}
