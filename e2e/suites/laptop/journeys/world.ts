/** What the journeys share: one server on its embedded database and a scripted provider, which a context uses where it is told to. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startScriptedOpenAi, type ScriptedOpenAi } from "@loci/adapters/scripted-openai";
import { printedKeys, startDev } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import { operator, type Operator, type Tenant } from "@loci/e2e/parts/tenants";

/** A provider's key, which nothing that is shown may hold. */
export const providerKey = "sk-canary-of-the-context-4f3e2d1c";

export interface JourneyWorld {
  readonly loci: Operator;
  readonly provider: ScriptedOpenAi;
  /** A context that has these stages at the scripted provider, and further settings. */
  readonly modelled: (stages: readonly string[], settings?: object, ...scopes: readonly string[]) => Promise<Tenant>;
  /** Changes the settings of a context. */
  readonly configure: (contextId: string, config: object) => Promise<void>;
  /** All that the server wrote. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

export type World = () => JourneyWorld;

/** @param settings of the server, by the provider's base URL */
export async function startJourneys(
  settings: (providerUrl: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<JourneyWorld> {
  const folder = await mkdtemp(join(tmpdir(), "loci-journeys-"));
  const provider = await startScriptedOpenAi();
  const clear = async () => {
    await provider.close();
    await rm(folder, { recursive: true, force: true });
  };
  const server = await startDev(`pglite:${folder}`, await freePort(), settings(provider.baseUrl)).catch(async (error: unknown) => {
    await clear();
    throw error;
  });
  const loci = operator(server.url, printedKeys(server.output()).managementKey);
  const configure = async (contextId: string, config: object) => {
    const { status, body } = await loci.send("PATCH", `/contexts/${contextId}`, { config });
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  };
  return {
    loci,
    provider,
    configure,
    async modelled(stages, others = {}, ...scopes) {
      const tenant = await loci.tenant(...scopes);
      const assigned = stages.map((name) => [name, stageAt(provider)]);
      await configure(tenant.contextId, { stages: Object.fromEntries(assigned), ...others });
      return tenant;
    },
    log: () => server.output(),
    async stop() {
      await server.stop();
      await clear();
    },
  };
}

/** A stage's settings, as a context has them. */
export function stageAt({ baseUrl }: ScriptedOpenAi): object {
  return { provider: "openai", url: baseUrl, model: "scripted", api_key: providerKey };
}
