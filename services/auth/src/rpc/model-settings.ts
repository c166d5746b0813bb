import type { Call } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
import type { AuthService } from "@loci/protos";
import { readStage, stageOf, type Stage } from "../domain/config.ts";
import { openProviderKey, sealProviderKey } from "../domain/sealing.ts";
import { deleteProviderKeys, findProviderKey, putProviderKey } from "../store/provider-keys.ts";
import { requireContext, serviceContext, type AuthDeps, type AuthParts } from "./deps.ts";

const none = { provider: "", url: "", model: "", apiKey: "" };

/** What a stage runs on, for the service that calls the model; nobody else is told a provider's key. */
export function modelSettingsRpc({ database, secrets }: AuthParts): Pick<AuthService<Call>, "getModelSettings"> {
  return {
    async getModelSettings(request, call) {
      const contextId = serviceContext(call);
      const stage = readStage(request.stage);
      return database.inContext(
        contextId,
        async (tx) => {
          const chosen = stageOf((await requireContext(tx, contextId)).config, stage);
          if (chosen === undefined) return none;
          if (chosen.provider === "builtin") return { ...none, provider: "builtin" };
          const sealed = chosen.api_key_set === true ? await findProviderKey(tx, contextId, stage) : undefined;
          const apiKey = sealed === undefined ? "" : openProviderKey(secrets.encryption, sealed, placeOf(contextId, stage));
          return { provider: chosen.provider, url: chosen.url ?? "", model: chosen.model ?? "", apiKey };
        },
        { readOnly: true },
      );
    },
  };
}

/** Stores the keys of stages, encrypted, and removes those that are undefined. */
export async function keepProviderKeys(
  tx: Transaction,
  { secrets, random }: Pick<AuthDeps, "secrets" | "random">,
  contextId: string,
  keys: ReadonlyMap<Stage, string | undefined>,
): Promise<void> {
  const removed = [...keys].filter(([, apiKey]) => apiKey === undefined).map(([stage]) => stage);
  if (removed.length > 0) await deleteProviderKeys(tx, contextId, removed);
  for (const [stage, apiKey] of keys) {
    if (apiKey === undefined) continue;
    const sealed = sealProviderKey(secrets.encryption, apiKey, placeOf(contextId, stage), random);
    await putProviderKey(tx, contextId, stage, sealed);
  }
}

/** A sealed key opens for its own context and stage only, wherever its row is copied to. */
function placeOf(contextId: string, stage: Stage): string {
  return `${contextId}/${stage}`;
}
