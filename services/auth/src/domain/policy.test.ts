import { describe, expect, it } from "@jest/globals";
import { policyOf, readConfig, readPolicy } from "./policy.ts";

describe("a context's policy", () => {
  it("is open when nothing is said", () => {
    expect(policyOf(readPolicy(""))).toEqual({ allowSelfServiceKeys: true, maxTokenTtlSeconds: undefined });
  });

  it("is read in either spelling and kept in the contract's", () => {
    expect(readPolicy('{"allowSelfServiceKeys":false,"max_token_ttl_seconds":60}')).toEqual({
      allow_self_service_keys: false,
      max_token_ttl_seconds: 60,
    });
    expect(() => readPolicy('{"maxTokenTtlSeconds":1,"max_token_ttl_seconds":2}')).toThrow("two spellings");
  });

  it.each([
    ['{"max_token_ttl_seconds":0}', "/policy/max_token_ttl_seconds"],
    ['{"max_token_ttl_seconds":1.5}', "/policy/max_token_ttl_seconds"],
    ['{"allow_self_service_keys":"no"}', "/policy/allow_self_service_keys"],
    ['{"allow":true}', "/policy/allow"],
    ['{"__proto__":1}', "/policy/__proto__"],
    ["[]", "/policy"],
    ["{", "/policy"],
  ])("%s is refused at %s", (json, pointer) => {
    expect(() => readPolicy(json)).toThrow(
      expect.objectContaining({ code: "invalid", fields: [expect.objectContaining({ pointer })] }),
    );
  });
});

describe("a context's settings", () => {
  it("are any JSON object that the database keeps unchanged", () => {
    expect(readConfig('{"stages":{"extraction":"builtin"},"n":[1,null]}')).toEqual({
      stages: { extraction: "builtin" },
      n: [1, null],
    });
    expect(readConfig("")).toEqual({});
  });

  it.each([
    ["null", "must be a JSON object"],
    ['{"a":"\\u0000"}', "cannot be stored"],
    ['{"\\ud800":1}', "cannot be stored"],
    ['{"a":1e999}', "too large"],
    [`{"a":${"[".repeat(40)}${"]".repeat(40)}}`, "nested deeper"],
    [`{"a":"${"x".repeat(65_536)}"}`, "larger than 65536"],
  ])("%.20s … is refused", (json, text) => {
    expect(() => readConfig(json)).toThrow(text);
  });
});
