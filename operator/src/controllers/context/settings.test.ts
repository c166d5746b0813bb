/** What Loci makes of the settings that a resource declares, by its own rules. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { freePort } from "@loci/e2e/parts/postgres";
import { TerminalError } from "../../runtime/kube-error.ts";
import { keepContext, type KeptContext } from "../../testing/kept-context.ts";

let folder: string;
let server: RunningLoci;
let managementKey: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loci-settings-"));
  server = await startDev(`pglite:${folder}/data`, await freePort());
  ({ managementKey } = printedKeys(server.output()));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const openai = { name: "hyde", provider: "openai", url: "https://one.example/v1" } as const;
const credentialsSecretRef = { name: "provider", key: "apiKey" };
const withStage = (stage: object) => ({ extraction: { stages: [{ ...openai, ...stage }] } });

/** A context whose stage has got its key from the Secret. */
async function provided(name: string): Promise<KeptContext> {
  const kept = keepContext(name, server.url, managementKey);
  kept.writeSecret("provider", { apiKey: "sk-1", other: "sk-2" });
  kept.declare(withStage({ credentialsSecretRef }));
  expect(await kept.visit()).toEqual(["context.create"]);
  await quiet(kept);
  expect(kept.keysSent).toEqual(["sk-1"]);
  return kept;
}
/** All is as declared, and another visit does nothing. */
async function quiet(kept: KeptContext): Promise<void> {
  expect(await kept.visit()).toEqual([]);
  expect([kept.ready(), kept.ended()]).toEqual(["Provisioned", { requeueAfterMs: 60_000 }]);
}
const stageOf = async ({ loci, id }: KeptContext): Promise<unknown> => {
  const { config } = await loci.contexts.get(id);
  return (config["stages"] as Record<string, unknown> | undefined)?.["hyde"];
};

describe("a stage that has a provider's key", () => {
  it.each([
    ["no reference to one", openai],
    ["no reference to one, and another address", { ...openai, url: "https://two.example/v1" }],
    ["the builtin model", { name: "hyde", provider: "builtin" }],
  ] as const)("loses it in one step where its resource says %s", async (what, stage) => {
    const kept = await provided(`without-${what.length}`);
    kept.declare({ extraction: { stages: [stage] } });
    expect(await kept.visit()).toEqual(["context.change"]);
    await quiet(kept);
    const { name: _name, ...rest } = stage;
    expect([await stageOf(kept), kept.keysSent]).toEqual([rest, ["sk-1", null]]);
  });

  it.each([
    ["its address", { url: "https://two.example/v1", credentialsSecretRef }, "sk-1"],
    ["its provider", { provider: "builtin", url: undefined, credentialsSecretRef }, "sk-1"],
    ["the place of its key within the Secret", { credentialsSecretRef: { ...credentialsSecretRef, key: "other" } }, "sk-2"],
  ])("is sent the key once more where %s is another", async (what, stage, key) => {
    const kept = await provided(`moved-${what.length}`);
    kept.declare(withStage(stage));
    expect(await kept.visit()).toEqual(["context.change"]);
    await quiet(kept);
    expect(kept.keysSent).toEqual(["sk-1", key]);
    expect(await stageOf(kept)).toMatchObject({ api_key_set: true });
  });

  it("is brought back with its key from wherever somebody moved it", async () => {
    const kept = await provided("led-away");
    const stages = { hyde: { url: "https://two.example/v1", api_key: "sk-theirs" } };
    await kept.loci.contexts.update(kept.id, { config: { stages } });
    expect(await kept.visit()).toEqual(["context.change"]);
    await quiet(kept);
    expect(kept.keysSent).toEqual(["sk-1", "sk-theirs", "sk-1"]);
    expect(await stageOf(kept)).toMatchObject({ url: openai.url, api_key_set: true });
  });

  it("is sent it once more, and no oftener, where the status tells the Secret's version as it was told before", async () => {
    const kept = await provided("upgraded");
    kept.tellSynced({ hyde: "2" });
    expect(await kept.visit()).toEqual(["context.change"]);
    await quiet(kept);
    expect(kept.keysSent).toEqual(["sk-1", "sk-1"]);
  });
});

describe("a Secret with what is no key", () => {
  it("is read again at the next poll, where the context is new and where it is there", async () => {
    const kept = keepContext("mistaken", server.url, managementKey);
    kept.declare(withStage({ credentialsSecretRef }));
    for (const steps of [["context.create"], ["context.change"]]) {
      kept.writeSecret("provider", { apiKey: "Bearer sk-1" });
      expect(await kept.visit()).toEqual([]);
      expect([kept.ready(), kept.ended()]).toEqual(["InvalidSpec", { requeueAfterMs: 60_000 }]);
      expect(JSON.stringify(kept.status())).not.toContain("sk-1");
      kept.writeSecret("provider", { apiKey: "sk-1" });
      expect(await kept.visit()).toEqual(steps);
      await quiet(kept);
    }
  });

  it("is not looked for where the resource alone is wrong", async () => {
    const kept = keepContext("wrong", server.url, managementKey);
    kept.declare(withStage({ url: "not-a-url" }));
    await kept.visit();
    expect([kept.ready(), kept.ended()]).toEqual(["InvalidSpec", expect.any(TerminalError)]);
  });
});

describe("what no resource can say", () => {
  it("stays in the midst of what it can say, and is no drift", async () => {
    const kept = keepContext("theirs", server.url, managementKey);
    kept.declare({ lifecycle: { decay: { identity: 0.5 }, ttlDays: { context: 3 }, elaboration: "off" } });
    await kept.visit();
    await kept.loci.contexts.update(kept.id, { config: { confidence_floor: 0.3, lifecycle: { expire_below: 0.1 } } });
    await quiet(kept);

    const lifecycle = { decay: { knowledge: 0.5 } };
    kept.declare({ lifecycle });
    expect(await kept.visit()).toEqual(["context.change"]);
    const { config } = await kept.loci.contexts.get(kept.id);
    expect(config).toEqual({ confidence_floor: 0.3, lifecycle: { ...lifecycle, expire_below: 0.1 } });

    kept.declare({});
    expect(await kept.visit()).toEqual(["context.change"]);
    await quiet(kept);
    const left = { confidence_floor: 0.3, lifecycle: { expire_below: 0.1 } };
    expect((await kept.loci.contexts.get(kept.id)).config).toEqual(left);

    kept.declare({ managementPolicy: "ObserveOnly" });
    await kept.visit();
    const synced = kept
      .status()
      ?.conditions?.filter(({ type }) => type.endsWith("Synced"))
      .map(({ status }) => status);
    expect(synced).toEqual(["True", "True"]);
  });
});
