import { sql } from "@loci/ports/database";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { serviceCall } from "@loci/platform/call";
import { contextWithKey, management, openTestAuth, service, type TestAuth } from "../testing/auth.ts";

let test: TestAuth;
beforeAll(async () => void (test = await openTestAuth()));
afterAll(() => test.close());

const loci = (contextId: string) => serviceCall(contextId, "", Number.MAX_SAFE_INTEGER);
const failed = { part: "extraction", model: "openai:large", failures: 1, failingSince: "", error: "unavailable, status 500" };
const answered = { ...failed, failures: 0, error: "" };
const since = (hours: number) => new Date(test.clock.now - hours * 3_600_000).toISOString();

describe("failures of providers", () => {
  it("count from the first to the last, and begin anew after an answer and with another model", async () => {
    const own = await test.as(await contextWithKey(test, "counted"), "counted");
    const failure = async () => (await test.auth.listProviderFailures({ since: since(1) }, own)).failures[0];
    const report = (over: object) => test.auth.reportProvider({ ...failed, ...over }, loci("counted"));
    await report({});
    test.clock.now += 60_000;
    await report({ failures: 2, error: "unavailable, ECONNREFUSED" });
    expect(await failure()).toEqual({
      ...{ part: "extraction", model: "openai:large", shared: false, failures: 3, error: "unavailable, ECONNREFUSED" },
      ...{ failingSince: "2030-01-01T00:00:00.000Z", lastFailedAt: "2030-01-01T00:01:00.000Z", recoveredAt: "" },
    });
    await report(answered);
    expect(await failure()).toMatchObject({ failures: 3, recoveredAt: "2030-01-01T00:01:00.000Z" });
    test.clock.now += 60_000;
    await report({});
    expect(await failure()).toMatchObject({ failures: 1, failingSince: "2030-01-01T00:02:00.000Z", recoveredAt: "" });
    await report({ model: "openai:small" });
    expect(await failure()).toMatchObject({ failures: 1, model: "openai:small" });
    await report(answered);
    test.clock.now += 2 * 3_600_000;
    expect(await failure()).toBeUndefined();
  });

  it("are a context's own, but those of what contexts share, and go with it", async () => {
    const key = await contextWithKey(test, "acme");
    const [acme, beta] = [await test.as(key, "acme"), await test.as(await contextWithKey(test, "beta"), "beta")];
    await test.auth.reportProvider(failed, loci("acme"));
    const list = async (call: typeof acme) =>
      (await test.auth.listProviderFailures({ since: "" }, call)).failures.map(({ part, failures, lastFailedAt }) => [
        ...[part, failures, lastFailedAt === ""],
      ]);
    expect([await list(acme), await list(beta)]).toEqual([[["extraction", 1, false]], []]);
    await test.auth.reportProvider({ ...failed, part: "embeddings" }, service);
    expect(await list(beta)).toEqual([["embeddings", 0, true]]);
    await test.auth.reportProvider({ ...answered, part: "embeddings" }, service);
    expect(await list(beta)).toEqual([]);
    await test.auth.deleteContext({ contextId: "acme", operation: null }, management);
    // What comes too late is of nobody.
    await test.auth.reportProvider(failed, loci("acme"));
    const rows = await test.database.inContext("acme", (tx) => tx.query(sql`select 1 from auth.provider_failures`));
    expect(rows).toEqual([]);
  });

  it("are told by Loci itself, of what there is", async () => {
    const own = await test.as(await contextWithKey(test, "told"), "told");
    await expect(test.auth.reportProvider(failed, own)).rejects.toMatchObject({ code: "forbidden" });
    await expect(test.auth.reportProvider({ ...failed, part: "embeddings" }, loci("told"))).rejects.toThrow("/stage");
    await expect(test.auth.reportProvider(failed, service)).rejects.toThrow("/part");
    await expect(test.auth.listProviderFailures({ since: "" }, service)).rejects.toMatchObject({ code: "unauthenticated" });
  });
});
