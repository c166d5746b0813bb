import { LociError } from "@loci/kernel";
import { readSettings, required } from "../config.ts";
import { roleSettings } from "../roles.ts";
import { bootstrapContext, openFoundation } from "./foundation.ts";
import { withLifecycle } from "./listen.ts";
import { openEmbedder } from "./models.ts";
import { makeTokenKeys } from "./secrets.ts";
import { surroundings } from "./surroundings.ts";

/**
 * `loci-server bootstrap`: makes the first context and prints its keys.
 * @param ifMissing for deployments that begin with it each time: what is there already is no error, the secrets must be there, and
 * no key is printed, so that both have to be given; the management key works from then on, whether the context was there or not
 * @throws LociError `conflict` when the context is there already
 */
export async function runBootstrap(flags: Readonly<Record<string, unknown>>, ifMissing: boolean): Promise<void> {
  const config = readSettings(roleSettings.bootstrap, flags);
  if (ifMissing) {
    required("contextApiKey", config.contextApiKey);
    required("managementApiKey", config.managementApiKey);
  }
  const parts = await surroundings(config, "bootstrap");
  await withLifecycle(parts, async () => {
    const { auth, graph } = await openFoundation(config, !ifMissing, parts);
    // A deployment's own secrets are made where it keeps them.
    if (!ifMissing) await makeTokenKeys(config);
    // The first start fixes the embedding of a deployment, and this may be it.
    await (await openEmbedder(config, graph, parts)).close();
    const made = await bootstrapContext(auth, config, parts);
    if (ifMissing) {
      process.stdout.write(`Context id      ${config.contextId} (${made.created ? "made" : "there already"})\n`);
      return;
    }
    if (!made.created) throw new LociError("conflict", `The context '${config.contextId}' exists already; it was not changed.`);
    const management = made.managementKey === "" ? "(the database has one already)" : made.managementKey;
    process.stdout.write(`Context id      ${made.contextId}\nContext key     ${made.contextKey}\nManagement key  ${management}\n`);
  });
}
