import { describe, expect, it } from "@jest/globals";
import { publicOnly, readHostPolicy } from "@loci/platform/outbound";
import { budgetOf, readConfig as readWith, stageOf } from "./config.ts";
import type { JsonObject } from "./json-object.ts";

const readConfig = (json: string, before?: JsonObject) => readWith(json, publicOnly, before);

const openai = { provider: "openai", url: "https://models.example/v1", model: "m" };
const withStage = (stage: object) => JSON.stringify({ stages: { extraction: stage } });

describe("a context's settings", () => {
  it("keep what has no meaning to us as it is", () => {
    expect(readConfig('{"Free":{"apiKey":"x"},"n":[1,null],"__proto__":1}').config).toEqual(
      JSON.parse('{"Free":{"apiKey":"x"},"n":[1,null],"__proto__":1}'),
    );
    expect(readConfig("")).toEqual({ config: {}, providerKeys: new Map() });
  });

  it("are kept under the contract's names, in either spelling", () => {
    const { config } = readConfig(
      JSON.stringify({
        tokenLimit: 5,
        enforcementBlocked: true,
        confidenceFloor: 0.5,
        traceRetentionDays: 30,
        schedule: { consolidation: "off", elaboration: "hourly" },
        lifecycle: { ttlDays: { context: 30 }, expireBelow: 0.1, decay: { context: 0.9 } },
      }),
    );
    expect(config).toEqual({
      token_limit: 5,
      enforcement_blocked: true,
      confidence_floor: 0.5,
      trace_retention_days: 30,
      schedule: { consolidation: "off", elaboration: "hourly" },
      lifecycle: { ttl_days: { context: 30 }, expire_below: 0.1, decay: { context: 0.9 } },
    });
    expect(budgetOf(config)).toEqual({ limit: 5, enforced: true });
  });

  it("are merged: objects deeply, null removes, everything else replaces", () => {
    const { config } = readConfig('{"a":{"b":1,"c":{"d":1}},"list":[1,2],"token_limit":5}');
    const patch = '{"a":{"b":null,"c":{"e":2}},"list":[3],"tokenLimit":null}';
    expect(readConfig(patch, config).config).toEqual({ a: { c: { d: 1, e: 2 } }, list: [3] });
  });

  it("show that a provider's key is there, never the key", () => {
    const made = readConfig(withStage({ ...openai, apiKey: "sk-1" }));
    expect(JSON.stringify(made.config)).not.toContain("sk-1");
    expect(stageOf(made.config, "extraction")).toEqual({ ...openai, api_key_set: true });
    expect(made.providerKeys).toEqual(new Map([["extraction", "sk-1"]]));
    const shownAgain = readConfig(JSON.stringify(made.config), made.config);
    expect(shownAgain).toEqual({ config: made.config, providerKeys: new Map() });
    for (const taken of [withStage({ api_key: null }), '{"stages":{"extraction":null}}', '{"stages":null}']) {
      const change = readConfig(taken, made.config);
      expect(change.providerKeys.has("extraction") && change.providerKeys.get("extraction")).toBe(undefined);
      expect(JSON.stringify(change.config)).not.toContain("api_key_set");
    }
    expect(readConfig(withStage({ ...openai, api_key_set: true })).config).toEqual({ stages: { extraction: openai } });
  });

  it("never send a stored key to a place named later", () => {
    const { config } = readConfig(withStage({ ...openai, api_key: "sk-1" }));
    const elsewhere = withStage({ url: "https://elsewhere.example/v1" });
    expect(() => readConfig(elsewhere, config)).toThrow("/config/stages/extraction/api_key: must be given anew");
    expect(() => readConfig(withStage({ url: null }), config)).toThrow("given anew");
    expect(readConfig(withStage({ url: "https://models.example/v2" }), config).config).toMatchObject({
      stages: { extraction: { url: "https://models.example/v2", api_key_set: true } },
    });
    expect(readConfig(withStage({ url: "https://elsewhere.example/v1", api_key: "sk-2" }), config).providerKeys.size).toBe(1);
  });

  it.each([
    [withStage({ provider: "other" }), "/config/stages/extraction/provider"],
    [withStage({ model: "m" }), "/config/stages/extraction/provider"],
    [withStage({ ...openai, url: "http://169.254.169.254/" }), "/config/stages/extraction/url"],
    [withStage({ ...openai, temperature: 1 }), "/config/stages/extraction/temperature"],
    [withStage({ ...openai, api_key: 5 }), "/config/stages/extraction/api_key"],
    ['{"stages":{"extraction":"builtin"}}', "/config/stages/extraction"],
    ['{"stages":{"other":{"provider":"builtin"}}}', "/config/stages/other"],
    ['{"stages":[]}', "/config/stages"],
    ['{"token_limit":-1}', "/config/token_limit"],
    ['{"token_limit":1.5}', "/config/token_limit"],
    ['{"tokenLimit":1,"token_limit":2}', "/config/token_limit"],
    ['{"enforcement_blocked":"yes"}', "/config/enforcement_blocked"],
    ['{"confidence_floor":1.1}', "/config/confidence_floor"],
    ['{"lifecycle":{"decay":{"context":0}}}', "/config/lifecycle/decay/context"],
    ['{"lifecycle":{"ttl_days":{"other":1}}}', "/config/lifecycle/ttl_days/other"],
    ["[]", "/config"],
    ["{", "/config"],
  ])("%s are refused at %s", (json, pointer) => {
    expect(() => readConfig(json)).toThrow(
      expect.objectContaining({ code: "invalid", fields: [expect.objectContaining({ pointer })] }),
    );
  });

  it.each([
    ["null", "must be a JSON object"],
    ['{"a":"\\u0000"}', "cannot be stored"],
    ['{"\\ud800":1}', "cannot be stored"],
    ['{"a":1e999}', "too large"],
    [`{"a":${"[".repeat(40)}${"]".repeat(40)}}`, "nested deeper"],
    [`{"a":"${"x".repeat(65_536)}"}`, "larger than 65536"],
  ])("%.20s … are refused", (json, text) => {
    expect(() => readConfig(json)).toThrow(text);
  });
});

describe("a model's address in a context's settings", () => {
  const inward = withStage({ provider: "openai", url: "http://127.1:11434/v1", model: "m" });
  const read = readHostPolicy("127.0.0.1:11434");
  const listed = "policy" in read ? read.policy : publicOnly;

  it("is refused where it leads inward, unless the operator lists it, and the refusal names the setting", () => {
    expect(() => readConfig(inward)).toThrow("/config/stages/extraction/url: must not point to a private");
    expect(readWith(inward, listed).config).toMatchObject({ stages: { extraction: { url: "http://127.1:11434/v1" } } });
  });

  it("stays where it is when other settings change, though the list has changed", () => {
    const { config } = readWith(inward, listed);
    expect(readConfig('{"token_limit":5}', config).config).toMatchObject({ token_limit: 5 });
    expect(() => readConfig(withStage({ url: "http://127.0.0.1:11435/v1" }), config)).toThrow("must not point to");
  });
});
