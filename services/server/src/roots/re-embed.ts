import { migrations as authMigrations } from "@loci/auth";
import { migrations as graphMigrations } from "@loci/graph";
import { fillVectors } from "@loci/ingest";
import type { Call } from "@loci/platform/call";
import { migrate } from "@loci/platform/db";
import type { Embedder, EmbeddingSpec } from "@loci/ports/embedder";
import type { GraphService } from "@loci/protos";
import { migrations as retrievalMigrations } from "@loci/retrieval";
import { readSettings, settings, type SettingName } from "../config.ts";
import { createProgress, type Screen } from "../progress.ts";
import { roleSettings, type RoleSettings } from "../roles.ts";
import { recordBegun } from "./audited.ts";
import { makeGraph } from "./graph.ts";
import { withLifecycle } from "./listen.ts";
import { createEmbedder } from "./models.ts";
import { noEmbedding, type EmbeddingGraph } from "./moving.ts";
import { openDatabase, ownCall, surroundings, type Surroundings } from "./surroundings.ts";

/** Rounds over all contexts: servers that still run write records meanwhile. What the last one leaves, the next start embeds. */
const rounds = 3;

/** `loci-server re-embed`: makes the vectors of another model, beside those that serve. */
export async function reEmbed(flags: Readonly<Record<string, unknown>>): Promise<void> {
  const config = readSettings(roleSettings.reEmbed, flags);
  const parts = await surroundings(config, "re-embed");
  await withLifecycle(parts, async () => {
    const database = await openDatabase(config.connectionString, parts);
    await migrate(database, [authMigrations, graphMigrations, retrievalMigrations]);
    const graph = makeGraph(database, parts);
    const stored = await graph.pinEmbedding(noEmbedding, ownCall(parts));
    const embedder = await createEmbedder(config, stored);
    parts.lifecycle.onClose("embedder", () => embedder.close());
    await recordBegun(database, { operation: "reEmbed", contextId: "*" }, parts);
    const isToRestart = await prepareMove(graph, embedder, parts, process.stderr);
    process.stdout.write(
      isToRestart ? restartText(embedder.spec, config) : `This deployment is embedded by ${nameOf(embedder.spec)}.\n`,
    );
  });
}

/**
 * Embeds every record of every context by this embedder. What is there already, from a run that was stopped, is not made again.
 * @returns whether a start with its settings is what is left to do; false where it serves already
 */
export async function prepareMove(
  graph: EmbeddingGraph & Pick<GraphService<Call>, "listContextIds">,
  embedder: Embedder,
  parts: Surroundings,
  screen: Screen,
): Promise<boolean> {
  const { current, next } = await graph.beginReembedding({ ...embedder.spec }, ownCall(parts));
  if (next === null) return false;
  if (current) screen.write(`From ${nameOf(current)} to ${nameOf(next)}.\n`);
  for (let round = 1; round <= rounds; round++) {
    const { contextIds } = await graph.listContextIds({}, ownCall(parts));
    let found = 0;
    for (const [i, contextId] of contextIds.entries()) {
      found += await fillContext(
        { graph, embedder },
        `context ${i + 1}/${contextIds.length} ${contextId}`,
        contextId,
        parts,
        screen,
      );
    }
    if (round > 1 && found === 0) break;
  }
  return true;
}

/** @returns how many records had no vector */
async function fillContext(
  deps: { readonly graph: EmbeddingGraph; readonly embedder: Embedder },
  what: string,
  contextId: string,
  parts: Surroundings,
  screen: Screen,
): Promise<number> {
  const progress = createProgress(screen, parts.clock, "records");
  let missing = 0;
  await fillVectors(deps, () => ownCall(parts, contextId), {
    onStart(records) {
      missing = records;
      if (records > 0) progress.begin(what, records);
    },
    onDone: (records) => progress.add(records),
  });
  if (missing > 0) progress.end();
  return missing;
}

function restartText(spec: EmbeddingSpec, config: RoleSettings<"reEmbed">): string {
  const names = ["embeddingsProvider", "embeddingsModel", "embeddingsUrl"] as const satisfies readonly SettingName[];
  const lines = names.flatMap((name) => (config[name] === undefined ? [] : [`  ${settings[name].env}=${config[name]}`]));
  return (
    `Every record is embedded by ${nameOf(spec)} too. The old vectors serve until the servers are stopped and one is started with\n` +
    `${lines.join("\n")}\nwhich embeds what was written meanwhile, switches, and fills the search index anew.\n`
  );
}

function nameOf({ provider, model, dimension }: EmbeddingSpec): string {
  return `${provider}/${model} (${dimension} dimensions)`;
}
