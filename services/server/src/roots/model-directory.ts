/** Which model a context's stage runs on, with its tokens counted where they cost something. */
import { meteredModel, type Meter } from "@loci/adapters/metered-model";
import { serviceCall, type Call } from "@loci/platform/call";
import type { HostPolicy } from "@loci/platform/outbound";
import { watchModels, type ModelPrices } from "@loci/platform/telemetry";
import { modelStages, type LanguageModel, type ModelDirectory, type ModelStage } from "@loci/ports/language-model";
import type { auth as messages, AuthService } from "@loci/protos";
import { LRUCache } from "lru-cache";
import type { Settings } from "../config.ts";
import { noteModel } from "../observed/providers.ts";
import { openNamedModel, type OwnModels } from "./models.ts";
import type { Surroundings } from "./surroundings.ts";

type Accounts = Pick<AuthService<Call>, "getModelSettings" | "reserveTokens" | "settleTokens" | "reportProvider">;

/** A change of a context's settings is heeded within this; at once after a failure. */
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
  { clock, ids, telemetry, lifecycle, providers }: Surroundings,
): ModelDirectory {
  providers.tellTo(auth);
  lifecycle.onClose("reports of providers", () => providers.settled());
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
    return remembered(models, placeOf(chosen), () => openNamedModel(chosen, hosts));
  }

  const directory: ModelDirectory = {
    async model(contextId, stage) {
      const chosen = await settingsOf(contextId, stage);
      const model = await chosenModel(contextId, chosen);
      const told = providers.of(contextId, stage, model.id);
      // Whoever mends the settings has them heeded by the very next attempt.
      const failed = (kind: string) => {
        settings.delete(`${contextId}/${stage}`);
        told.failed(kind);
      };
      const note = { answered: () => told.answered(), failed };
      // The built-in rules cost no tokens, and do not fail.
      if (model.id !== "builtin") return meteredModel(noteModel(model, note), meterOf(contextId, stage, model));
      note.answered();
      return model;
    },
    async inUse(contextId) {
      const choices = await Promise.all(modelStages.map(async (stage) => ({ stage, chosen: await settingsOf(contextId, stage) })));
      const groups = Map.groupBy(choices, ({ chosen }) => placeOf(chosen));
      const used = [...groups.values()].map(async ([first, ...others]) => {
        if (first === undefined) return [];
        const asked = await directory.model(contextId, first.stage);
        const stillUnheard = others.map(({ stage }) => providers.of(contextId, stage, asked.id));
        // It answers for all of them; that it failed counts once.
        const model = noteModel(asked, {
          answered: () => stillUnheard.forEach((note) => note.answered()),
          failed: () => undefined,
        });
        const stages = [first, ...others].map(({ stage }) => stage);
        return [{ stages, model, shared: first.chosen.provider === "" }];
      });
      return (await Promise.all(used)).flat();
    },
  };
  return watchModels(directory, telemetry, prices);
}

/** Settings that mean the same model, reached in the same way. */
function placeOf({ provider, url, model, apiKey }: messages.ModelSettings): string {
  return JSON.stringify([provider, url, model, apiKey]);
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
