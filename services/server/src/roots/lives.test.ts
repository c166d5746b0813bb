import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Call } from "@loci/platform/call";
import type { ingest } from "@loci/protos";
import { caller, loci, named, openWhole, type Whole } from "../testing/whole.ts";

const management: Call = { ...loci(""), caller: { kind: "management" } };
let whole: Whole;

beforeAll(async () => {
  whole = await openWhole({ periods: { deletedContexts: 1 } });
  await whole.upkeep.start();
  await whole.runner.start();
});
afterAll(() => whole.close());

async function until(met: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await met()); await pause(20))
    if (Date.now() > end) throw new Error("it did not happen");
}

/** Deletes the context; what comes of that begins. */
async function remove(ctx: string): Promise<void> {
  await whole.auth.deleteContext({ contextId: ctx, operation: null }, management);
  whole.clock.now += 130_000;
}

const purged = (ctx: string) =>
  until(async () => (await whole.auth.listDeletedContexts({}, loci(""))).contexts.every(({ id }) => id !== ctx));

const makeAnew = (id: string) =>
  whole.auth.createContext(
    { id, displayName: "", configJson: "", policyJson: "", adminExternalId: "", owner: "", operation: null },
    management,
  );

const purging = (ctx: string) => whole.runner.isActive("deleted-contexts", { contextId: ctx, id: "purge" });

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function stored(ctx: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of whole.objects.list("")) if (key.split("/")[1] === ctx) keys.push(key);
  return keys;
}

describe("an upload that takes longer than its context lives", () => {
  const metadata = {
    ...{ documentId: "", title: "Ana", source: "", mimeType: "", filename: "ana.txt", scopes: null, labels: [], observedAt: "" },
    operation: null,
  };

  it.each([
    ["is gone", false],
    ["is another's by now", true],
  ])("is refused where that %s, as its key is, and leaves nothing behind", async (_what, again) => {
    const ctx = await whole.context();
    const begun = Promise.withResolvers<undefined>();
    const rest = Promise.withResolvers<undefined>();
    const parts = (async function* (): AsyncGenerator<ingest.UploadPart> {
      yield { metadata, bytes: Buffer.from("Ana Silva works ") };
      begun.resolve(undefined);
      await rest.promise;
      yield { metadata: null, bytes: Buffer.from("for Acme.") };
    })();
    const uploading = whole.ingest.upload(parts, caller(ctx));
    uploading.catch(() => undefined);
    await begun.promise;
    await remove(ctx);
    await purged(ctx);
    if (again) await makeAnew(ctx);
    rest.resolve(undefined);
    await expect(uploading).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await stored(ctx)).toEqual([]);
    expect(await whole.graph.head({}, loci(ctx))).toEqual({ revision: 0, life: "" });
  });

  it("does not begin where that is gone already", async () => {
    const ctx = await whole.context();
    await remove(ctx);
    const parts = (async function* (): AsyncGenerator<ingest.UploadPart> {
      yield { metadata, bytes: Buffer.from("Ana Silva works for Acme.") };
    })();
    await expect(whole.ingest.upload(parts, caller(ctx))).rejects.toMatchObject({ code: "unauthenticated" });
    await purged(ctx);
  });
});

describe("a purge that is held up until another has done it and the id is given away", () => {
  it("takes no record of who has the id now", async () => {
    const ctx = await whole.context();
    await whole.state(caller(ctx), ["Person/Ada", "hobby", "chess"]);
    const drop = whole.graph.dropContext.bind(whole.graph);
    const held = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    whole.graph.dropContext = async (request, call) => {
      held.resolve(undefined);
      await goOn.promise;
      return drop(request, call);
    };
    await remove(ctx);
    await held.promise;
    whole.graph.dropContext = drop;
    await drop(await whole.graph.head({}, loci(ctx)), loci(ctx));
    await whole.auth.confirmContextPurged({ contextId: ctx }, loci(ctx));
    await makeAnew(ctx);
    await whole.state(caller(ctx), ["Person/Ada", "hobby", "opera"]);
    goOn.resolve(undefined);
    await until(async () => !(await purging(ctx)));
    const { attributes } = await whole.graph.getEntity({ ...named("Person/Ada"), time: null }, caller(ctx));
    expect(attributes.map((one) => one.value)).toEqual(["opera"]);
  });

  it("takes no original of who has the id now", async () => {
    const ctx = await whole.context();
    const key = `originals/${ctx}/document:1/1`;
    await whole.objects.put(key, pieces("of before"));
    const list = whole.objects.list.bind(whole.objects);
    const held = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    whole.objects.list = async function* (prefix) {
      yield* list(prefix);
      if (prefix !== `originals/${ctx}/`) return;
      held.resolve(undefined);
      await goOn.promise;
    };
    await remove(ctx);
    await held.promise;
    whole.objects.list = list;
    await whole.auth.confirmContextPurged({ contextId: ctx }, loci(ctx));
    await makeAnew(ctx);
    await whole.objects.put(key, pieces("restored"));
    goOn.resolve(undefined);
    await until(async () => !(await purging(ctx)));
    expect(await stored(ctx)).toEqual([key]);
  });

  it("stops where the work was taken from it", async () => {
    const ctx = await whole.context();
    const key = `originals/${ctx}/document:1/1`;
    await whole.objects.put(key, pieces("of before"));
    const list = whole.objects.list.bind(whole.objects);
    const listed = [1, 2].map(() => ({ held: Promise.withResolvers<undefined>(), goOn: Promise.withResolvers<undefined>() }));
    const [first, second] = listed;
    const turns = listed.values();
    whole.objects.list = async function* (prefix) {
      yield* list(prefix);
      if (prefix !== `originals/${ctx}/`) return;
      const turn = turns.next().value;
      turn?.held.resolve(undefined);
      await turn?.goOn.promise;
    };
    await remove(ctx);
    await first?.held.promise;
    await whole.runner.cancel("deleted-contexts", { contextId: ctx, id: "purge" });
    first?.goOn.resolve(undefined);
    await second?.held.promise;
    expect(await stored(ctx)).toEqual([key]);
    second?.goOn.resolve(undefined);
    await purged(ctx);
    whole.objects.list = list;
    expect(await stored(ctx)).toEqual([]);
  });
});
