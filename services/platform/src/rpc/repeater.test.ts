import { describe, expect, it } from "@jest/globals";
import { Metadata, status } from "@grpc/grpc-js";
import { LociError } from "@loci/kernel";
import { retryBudget } from "./channel.ts";
import { createRepeater } from "./repeater.ts";
import { fromGrpcError, toGrpcError } from "./status.ts";

const asked = new AbortController().signal;
const grpcError = (given: object) =>
  Object.assign(new Error("it broke"), { code: status.UNAVAILABLE, details: "", metadata: new Metadata(), ...given });
const cutOff = fromGrpcError(grpcError({}), asked);
const refused = fromGrpcError(grpcError({ details: "Stream refused by server" }), asked);
const said = fromGrpcError(grpcError(toGrpcError(new LociError("unavailable", "The database is away."))), asked);

/** Fails with these in turn, then answers. */
function asker(...failures: readonly Error[]) {
  let times = 0;
  const ask = async (): Promise<string> => {
    const failure = failures[times++];
    if (failure !== undefined) throw failure;
    return "answered";
  };
  return { ask, times: () => times };
}

describe("a request that the service recognises", () => {
  it("is made once more where its answer was cut off, and not a third time", async () => {
    const repeat = createRepeater();
    const once = asker(cutOff);
    await expect(repeat(once.ask, true)).resolves.toBe("answered");
    const twice = asker(cutOff, cutOff);
    await expect(repeat(twice.ask, true)).rejects.toBe(cutOff);
    expect([once.times(), twice.times()]).toEqual([2, 2]);
  });

  it("is not made again where the service itself answered, or whoever asked has gone", async () => {
    const gone = fromGrpcError(grpcError({ code: status.CANCELLED }), AbortSignal.abort());
    for (const failure of [said, gone, new LociError("unavailable", "Ours."), new TypeError("a fault")]) {
      const { ask, times } = asker(failure);
      await expect(createRepeater()(ask, true)).rejects.toBe(failure);
      expect(times()).toBe(1);
    }
  });

  it("is no longer made again once too many were cut off, until enough were answered", async () => {
    const repeat = createRepeater();
    const failing = async (): Promise<number> => {
      const { ask, times } = asker(cutOff, cutOff);
      await expect(repeat(ask, true)).rejects.toBe(cutOff);
      return times();
    };
    const { maxTokens, tokenRatio } = retryBudget;
    for (let left = maxTokens; left > maxTokens / 2 + 1; left -= 2) expect(await failing()).toBe(2);
    expect(await failing()).toBe(1);
    for (let answers = 0; answers * tokenRatio <= 3; answers++) await repeat(asker().ask, true);
    expect(await failing()).toBe(2);
  });
});

describe("a request that the service does not recognise", () => {
  it("is made again only while no service takes it, and not for ever", async () => {
    const cut = asker(cutOff);
    await expect(createRepeater()(cut.ask, false)).rejects.toBe(cutOff);
    const turnedAway = asker(refused, refused, refused);
    await expect(createRepeater()(turnedAway.ask, false)).resolves.toBe("answered");
    const everywhere = asker(...Array.from({ length: 20 }, () => refused));
    await expect(createRepeater()(everywhere.ask, false)).rejects.toBe(refused);
    expect([cut.times(), turnedAway.times(), everywhere.times()]).toEqual([1, 4, 6]);
  });
});
