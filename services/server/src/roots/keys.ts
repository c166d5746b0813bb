import { LociError } from "@loci/kernel";
import { readSettings } from "../config.ts";
import { roleSettings } from "../roles.ts";
import { openFoundation } from "./foundation.ts";
import { withLifecycle } from "./listen.ts";
import { ownCall, surroundings } from "./surroundings.ts";

/** `loci-server keys rotate`: a new secret for a key of any principal, printed once. */
export async function rotateKey(
  flags: Readonly<Record<string, unknown>>,
  contextId: string,
  name: string,
  ttlSeconds: number,
): Promise<void> {
  const config = readSettings(roleSettings.keys, flags);
  const parts = surroundings(config);
  await withLifecycle(parts, async () => {
    const { auth } = await openFoundation(config, false, parts);
    const call = { ...ownCall(parts), caller: { kind: "management" } as const };
    const request = { contextId, principalId: "", name, ttlSeconds, overlapSeconds: 0, operation: null };
    const rotated = await auth.rotateContextKey(request, call).catch((thrown: unknown) => {
      if (LociError.from(thrown).code !== "not_found") throw thrown;
      throw new LociError("not_found", `There is no key '${name}' in a context '${contextId}'.`, { cause: thrown });
    });
    process.stdout.write(`${rotated.key}\n`);
  });
}
