import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { SignJWT, UnsecuredJWT } from "jose";
import type { Caller } from "../call/index.ts";
import { secretRing } from "../secrets/index.ts";
import { tokenRing } from "./tokens.ts";

const start = Date.parse("2026-03-01T12:00:00Z");
const first = new Uint8Array(32).fill(1);
const second = new Uint8Array(32).fill(2);
const ann: Caller = {
  kind: "principal",
  identity: { contextId: "acme", principalId: "ann", keyId: "key", grants: {}, delegatedPrincipalId: "" },
};
const refused = { code: "unauthenticated" };

function rings(...versions: [number, Uint8Array][]) {
  const clock = { now: start };
  return { clock, tokens: tokenRing(secretRing(new Map(versions)), () => clock.now) };
}

/** A token as ours are, but for what is changed. */
const made = (claims: Record<string, unknown>, header: Record<string, unknown> = {}, key = first) =>
  new SignJWT({ iss: "loci", aud: "loci-services", iat: start / 1000, exp: start / 1000 + 60, caller: ann, ...claims })
    .setProtectedHeader({ alg: "HS256", typ: "loci-caller+jwt", kid: "1", ...header })
    .sign(key);

describe("a token between services", () => {
  it("carries the caller for a minute, on clocks that are five minutes apart", async () => {
    const { clock, tokens } = rings([1, first]);
    const token = await tokens.sign(ann);
    for (const at of [0, 60_000, 389_000, -329_000]) {
      clock.now = start + at;
      await expect(tokens.verify(token)).resolves.toEqual(ann);
    }
    for (const at of [391_000, -331_000]) {
      clock.now = start + at;
      await expect(tokens.verify(token)).rejects.toMatchObject({
        code: "unavailable",
        message: expect.stringContaining("clocks"),
      });
    }
  });

  it("is nothing but what its signer said it is", async () => {
    const { tokens } = rings([1, first]);
    await expect(tokens.verify(await made({}))).resolves.toEqual(ann);
    const wrong = [
      made({ aud: "elsewhere" }),
      made({ aud: undefined }),
      made({ iss: "elsewhere" }),
      made({ exp: undefined }),
      made({ iat: undefined }),
      made({}, { typ: "JWT" }),
      made({}, { kid: undefined }),
      made({}, { kid: "2" }),
      made({}, { alg: "HS512" }, new Uint8Array(64).fill(1)),
      made({}, {}, second),
      made({ caller: undefined }),
      made({ caller: { kind: "emperor" } }),
      made({ caller: { kind: "principal" } }),
      Promise.resolve(new UnsecuredJWT({ caller: ann }).setIssuer("loci").setAudience("loci-services").encode()),
      Promise.resolve("nonsense"),
    ];
    const lasting = await made({ iat: start / 1000 - 3600, exp: start / 1000 + 3600 });
    await expect(tokens.verify(lasting)).rejects.toMatchObject({ code: "unavailable" });
    for (const token of await Promise.all(wrong)) await expect(tokens.verify(token)).rejects.toMatchObject(refused);
  });

  it("is signed by the newest secret, and read by any that is known", async () => {
    const before = rings([1, first]).tokens;
    const after = rings([1, first], [2, second]).tokens;
    await expect(after.verify(await before.sign(ann))).resolves.toEqual(ann);
    await expect(before.verify(await after.sign(ann))).rejects.toMatchObject(refused);
    await expect(rings([2, second]).tokens.verify(await before.sign(ann))).rejects.toMatchObject(refused);
  });

  it("is read under a secret that was added since, and a stranger's does not make the folder be read all the time", async () => {
    const asked: number[] = [];
    const clock = { now: start };
    const read = (version: number) => Promise.resolve(asked.push(version) > 0 && version === 2 ? second : undefined);
    const old = tokenRing(secretRing(new Map([[1, first]])), () => clock.now, read);
    const token = await rings([1, first], [2, second]).tokens.sign(ann);
    await expect(old.verify(token)).resolves.toEqual(ann);
    await expect(old.verify(token)).resolves.toEqual(ann);
    clock.now += 2_000;
    for (let i = 0; i < 5; i++) await expect(old.verify(await made({}, { kid: "9" }))).rejects.toMatchObject(refused);
    expect(asked).toEqual([2, 9]);
  });

  it("is read under a secret that was added since, though the clock was set back meanwhile", async () => {
    const clock = { now: start };
    const added = new Map<number, Uint8Array>();
    const old = tokenRing(
      secretRing(new Map([[1, first]])),
      () => clock.now,
      async (version) => added.get(version),
    );
    const token = await rings([1, first], [2, second]).tokens.sign(ann);
    await expect(old.verify(token)).rejects.toMatchObject(refused);
    added.set(2, second);
    clock.now -= 10_000;
    await expect(old.verify(token)).resolves.toEqual(ann);
  });

  it("is read under a secret that was just added by all who come at once", async () => {
    const asked: number[] = [];
    const read = async (version: number) => {
      asked.push(version);
      await sleep(5);
      return version === 2 ? second : undefined;
    };
    const old = tokenRing(secretRing(new Map([[1, first]])), () => start, read);
    const { tokens } = rings([1, first], [2, second]);
    const callers = ["ann", "bob", "cid"].map((contextId): Caller => ({ kind: "service", contextId }));
    const made = await Promise.all(callers.map((caller) => tokens.sign(caller)));
    expect(await Promise.all(made.map((token) => old.verify(token)))).toEqual(callers);
    expect(asked).toEqual([2]);
  });

  it("is looked for again after a folder could not be read", async () => {
    const clock = { now: start };
    let tries = 0;
    const read = (): Promise<Uint8Array | undefined> => {
      if (++tries === 1) return Promise.reject(new Error("the folder is away"));
      return Promise.resolve(second);
    };
    const old = tokenRing(secretRing(new Map([[1, first]])), () => clock.now, read);
    const token = await rings([1, first], [2, second]).tokens.sign(ann);
    await expect(old.verify(token)).rejects.toMatchObject(refused);
    clock.now += 2_000;
    await expect(old.verify(token)).resolves.toEqual(ann);
  });

  it("is signed once for all calls of one caller while it is fresh, and for nobody else", async () => {
    const { clock, tokens } = rings([1, first]);
    const own: Caller = { kind: "service", contextId: "acme" };
    const token = await tokens.forward({ caller: own });
    clock.now += 20_000;
    expect(await tokens.forward({ caller: { ...own } })).toBe(token);
    const other = await tokens.forward({ caller: { kind: "service", contextId: "umbrella" } });
    await expect(tokens.verify(other)).resolves.toEqual({ kind: "service", contextId: "umbrella" });
    clock.now += 15_000;
    expect(await tokens.forward({ caller: own })).not.toBe(token);
  });

  it("is sent on while it is fresh, and made anew for its caller later", async () => {
    const { clock, tokens } = rings([1, first]);
    const token = await tokens.sign(ann);
    clock.now += 20_000;
    expect(await tokens.forward({ caller: ann, token })).toBe(token);
    clock.now += 3_600_000;
    const renewed = await tokens.forward({ caller: ann, token });
    await expect(tokens.verify(renewed)).resolves.toEqual(ann);
  });
});
