import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { startScriptedOpenAi, type ScriptedOpenAi } from "@loci/adapters/scripted-openai";
import { idSource } from "@loci/kernel";
import { serviceCall } from "@loci/platform/call";
import { createLifecycle } from "@loci/platform/lifecycle";
import { publicOnly, type HostPolicy } from "@loci/platform/outbound";
import { createReadiness } from "@loci/platform/probes";
import { offTelemetry, silentLogger } from "@loci/platform/telemetry";
import { readSettings } from "../config.ts";
import { createProviderReports } from "../observed/provider-reports.ts";
import { createModelDirectory } from "./model-directory.ts";
import { openLanguageModels } from "./models.ts";
import type { Surroundings } from "./surroundings.ts";

let server: ScriptedOpenAi;
beforeAll(async () => {
  server = await startScriptedOpenAi();
});
afterAll(() => server.close());

const clock = () => Date.now();
const random = (length: number) => new Uint8Array(length);
const logger = silentLogger();
const parts: Surroundings = {
  ...{ clock, random, logger, elapsed: () => performance.now(), ids: idSource(clock, random) },
  ...{ lifecycle: createLifecycle(logger), readiness: createReadiness(), telemetry: offTelemetry },
  providers: createProviderReports({ clock, logger, callOf: (contextId) => serviceCall(contextId, "", Infinity) }),
};

/** What a context is answered whose settings name the server on this machine. */
async function asked(hosts: HostPolicy): Promise<readonly string[]> {
  const accounts = {
    getModelSettings: async () => ({ provider: "openai", url: server.baseUrl, model: "m", apiKey: "" }),
    reserveTokens: async () => ({ ticket: "1" }),
    settleTokens: async () => ({}),
    reportProvider: async () => ({}),
  };
  const builtin = () => createBuiltinLanguageModel();
  const choices = { deployment: { own: builtin, builtin }, hosts, prices: new Map() };
  const model = await createModelDirectory(accounts, choices, parts).model("acme", "hyde");
  return model.hypothesise("Where?").then(
    ({ text }) => [text],
    (error: unknown) => [String(error)],
  );
}

describe("a model on this machine", () => {
  it("is not for contexts to choose, unless whoever runs the server lists it", async () => {
    expect(await asked(publicOnly)).toEqual([expect.stringContaining("refused address")]);
    expect(server.requests).toEqual([]);
    const { allowedModelHosts } = readSettings(["allowedModelHosts"], { allowedModelHosts: new URL(server.baseUrl).host }, {});
    server.script({ kind: "content", content: "Here." });
    expect(await asked(allowedModelHosts)).toEqual(["Here."]);
  });

  it("is asked for anew by the next attempt after one that failed, and else within seconds", async () => {
    const { allowedModelHosts } = readSettings(["allowedModelHosts"], { allowedModelHosts: new URL(server.baseUrl).host }, {});
    let apiKey = "wrong";
    const accounts = {
      getModelSettings: async () => ({ provider: "openai", url: server.baseUrl, model: "m", apiKey }),
      reserveTokens: async () => ({ ticket: "1" }),
      settleTokens: async () => ({}),
      reportProvider: async () => ({}),
    };
    const builtin = () => createBuiltinLanguageModel();
    const choices = { deployment: { own: builtin, builtin }, hosts: allowedModelHosts, prices: new Map() };
    const directory = createModelDirectory(accounts, choices, parts);
    const ask = async () => (await directory.model("acme", "hyde")).hypothesise("Where?");
    const keys = () => server.requests.map(({ authorization }) => authorization);
    server.clear();
    server.script({ kind: "unauthorized" }, { kind: "content", content: "Here." }, { kind: "content", content: "There." });
    await expect(ask()).rejects.toThrow();
    apiKey = "mended";
    expect(await ask()).toMatchObject({ text: "Here." });
    apiKey = "changed";
    expect(await ask()).toMatchObject({ text: "There." });
    expect(keys()).toEqual(["Bearer wrong", "Bearer mended", "Bearer mended"]);
  });

  it("is for whoever runs the server to choose", async () => {
    const config = { llmProvider: "openai", llmUrl: server.baseUrl, llmModel: "m", llmApiKey: "" } as const;
    server.script({ kind: "content", content: "Here." });
    const deployment = await openLanguageModels(config, parts);
    expect(await deployment.own("acme").hypothesise("Where?")).toMatchObject({ text: "Here." });
  });
});
