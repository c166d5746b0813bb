import { describe, expect, it } from "@jest/globals";
import { policyOf, readPolicy } from "./policy.ts";

describe("a context's policy", () => {
  it("is open when nothing is said", () => {
    expect(policyOf(readPolicy(""))).toEqual({
      allowSelfServiceKeys: true,
      maxTokenTtlSeconds: undefined,
      delegation: "any",
      delegationTargets: [],
    });
  });

  it("is read in either spelling and kept in the contract's", () => {
    expect(readPolicy('{"allowSelfServiceKeys":false,"max_token_ttl_seconds":60}')).toEqual({
      allow_self_service_keys: false,
      max_token_ttl_seconds: 60,
    });
    expect(() => readPolicy('{"maxTokenTtlSeconds":1,"max_token_ttl_seconds":2}')).toThrow("two spellings");
  });

  it("is changed field by field; null takes one away", () => {
    const before = readPolicy('{"allow_self_service_keys":false,"max_token_ttl_seconds":60}');
    expect(readPolicy('{"maxTokenTtlSeconds":null}', before)).toEqual({ allow_self_service_keys: false });
    expect(readPolicy("", before)).toEqual(before);
  });

  it.each([
    ['{"max_token_ttl_seconds":0}', "/policy/max_token_ttl_seconds"],
    ['{"max_token_ttl_seconds":1.5}', "/policy/max_token_ttl_seconds"],
    ['{"allow_self_service_keys":"no"}', "/policy/allow_self_service_keys"],
    ['{"allow":true}', "/policy/allow"],
    ['{"delegation":"some"}', "/policy/delegation"],
    ['{"delegationTargets":["-"]}', "/policy/delegation_targets/0"],
    ['{"__proto__":1}', "/policy/__proto__"],
    ["[]", "/policy"],
    ["{", "/policy"],
  ])("%s is refused at %s", (json, pointer) => {
    expect(() => readPolicy(json)).toThrow(
      expect.objectContaining({ code: "invalid", fields: [expect.objectContaining({ pointer })] }),
    );
  });
});
