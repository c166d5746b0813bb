/** Which model a context's stage runs on, with its tokens counted where they cost something. */
import { meteredModel, type Meter } from "@loci/adapters/metered-model";
import { serviceCall, type Call } from "@loci/platform/call";
import type { HostPolicy } from "@loci/platform/outbound";
import { watchModels, type ModelPrices } from "@loci/platform/telemetry";
import type { LanguageModel, ModelDirectory, ModelStage } from "@loci/ports/language-model";
import type { auth as messages, AuthService } from "@loci/protos";
import { LRUCache } from "lru-cache";
import type { Settings } from "../config.ts";
import { openNamedModel, type OwnModels } from "./models.ts";
import type { Surroundings } from "./surroundings.ts";

type Accounts = Pick<AuthService<Call>, "getModelSettings" | "reserveTokens" | "settleTokens">;

/** A change of a context's settings is heeded within this. */
const settingsTtlMs = 5_000;
const settingsKept = 2_000;
const modelsKept = 200;
const callTimeoutMs = 10_000;

export interface ModelChoices {
  /** The deployment's models, for stages that a context assigns to none or to the built-in one. */
  readonly deployment: OwnModels;
  /** Where the addresses may lead that contexts name. */
  readonly hosts: HostPolicy;
  /** For the metric of costs. */
  readonly prices: ModelPrices;
}

/** @param deployment its models */
export function modelChoices(config: Pick<Settings, "allowedModelHosts" | "modelPrices">, deployment: OwnModels): ModelChoices {
  return { deployment, hosts: config.allowedModelHosts, prices: config.modelPrices };
}

export function createModelDirectory(
  auth: Accounts,
  { deployment, hosts, prices }: ModelChoices,
  { clock, ids, telemetry }: Surroundings,
): ModelDirectory {
  const callOf = (contextId: string) => serviceCall(contextId, ids("trace"), clock() + callTimeoutMs);
  const settings = new LRUCache<string, Promise<messages.ModelSettings>>({ max: settingsKept, ttl: settingsTtlMs });
  // Models hold connections: those of the same place, key and name are one.
  const models = new LRUCache<string, Promise<LanguageModel>>({ max: modelsKept });

  const settingsOf = (contextId: string, stage: ModelStage) =>
    remembered(settings, `${contextId}/${stage}`, () => auth.getModelSettings({ stage }, callOf(contextId)));

  const meterOf = (contextId: string, stage: ModelStage, model: LanguageModel): Meter<string> => ({
    async reserve(tokens) {
      const { ticket } = await auth.reserveTokens({ stage, model: model.id, tokens }, callOf(contextId));
      return ticket;
    },
    async settle(ticket, { inputTokens, outputTokens }) {
      await auth.settleTokens({ ticket, inputTokens, outputTokens }, callOf(contextId));
    },
  });

  function chosenModel(contextId: string, chosen: messages.ModelSettings): LanguageModel | Promise<LanguageModel> {
    if (chosen.provider === "") return deployment.own(contextId);
    if (chosen.provider === "builtin") return deployment.builtin(contextId);
    const key = JSON.stringify([chosen.provider, chosen.url, chosen.model, chosen.apiKey]);
    return remembered(models, key, () => openNamedModel(chosen, hosts));
  }

  const directory: ModelDirectory = {
    async model(contextId, stage) {
      const chosen = await settingsOf(contextId, stage);
      const model = await chosenModel(contextId, chosen);
      // The built-in rules cost no tokens.
      return model.id === "builtin" ? model : meteredModel(model, meterOf(contextId, stage, model));
    },
  };
  return watchModels(directory, telemetry, prices);
}

/** One question for all who ask at once; a failure is not remembered. */
function remembered<T extends object>(cache: LRUCache<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const asked = ask();
  cache.set(key, asked);
  asked.catch(() => cache.delete(key));
  return asked;
}
