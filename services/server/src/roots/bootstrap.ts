import { LociError } from "@loci/kernel";
import { readSettings } from "../config.ts";
import { roleSettings } from "../roles.ts";
import { bootstrapContext, openFoundation } from "./foundation.ts";
import { withLifecycle } from "./listen.ts";
import { openEmbedder } from "./models.ts";
import { surroundings } from "./surroundings.ts";

/**
 * `loci-server bootstrap`: makes the first context and prints its keys.
 * @throws LociError `conflict` when the context is there already
 */
export async function runBootstrap(flags: Readonly<Record<string, unknown>>): Promise<void> {
  const config = readSettings(roleSettings.bootstrap, flags);
  const parts = surroundings(config);
  await withLifecycle(parts, async () => {
    const { auth, graph } = await openFoundation(config, true, parts);
    // The first start fixes the embedding of a deployment, and this may be it.
    await (await openEmbedder(config, graph, parts)).close();
    const made = await bootstrapContext(auth, config, parts);
    if (!made.created) throw new LociError("conflict", `The context '${config.contextId}' exists already; nothing was changed.`);
    const management = made.managementKey === "" ? "(the database has one already)" : made.managementKey;
    process.stdout.write(
      `Context id      ${made.contextId}\nContext key     ${made.contextKey}\nManagement key  ${management}\n`,
    );
  });
}
