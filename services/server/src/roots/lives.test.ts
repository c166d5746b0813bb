import { sql } from "@loci/ports/database";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createBuiltinLanguageModel } from "@loci/adapters/builtin-language-model";
import { readFile, splitLines, writeFile } from "@loci/gateway";
import { LociError } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { ingest, retrieval } from "@loci/protos";
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
  for (const end = Date.now() + 60_000; !(await met()); await pause(20)) if (Date.now() > end) throw new Error("it did not happen");
}

/** Deletes the context; what comes of that begins. */
async function remove(ctx: string): Promise<void> {
  await whole.auth.deleteContext({ contextId: ctx, operation: null }, management);
  whole.clock.now += 130_000;
}

const purged = (ctx: string) =>
  until(async () => (await whole.auth.listDeletedContexts({}, loci(""))).contexts.every(({ id }) => id !== ctx));

/** As another process that purged it does. */
async function confirmPurged(ctx: string): Promise<void> {
  const { contexts } = await whole.auth.listDeletedContexts({}, loci(""));
  const deletedAt = contexts.find(({ id }) => id === ctx)?.deletedAt ?? "";
  await whole.auth.confirmContextPurged({ contextId: ctx, deletedAt }, loci(ctx));
}

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

describe("a chat whose model takes longer than its context lives", () => {
  const traces = (ctx: string) =>
    whole.database.inContext(ctx, (tx) => tx.query(sql`select id from retrieval.trace where ctx = ${ctx}`));

  it.each([
    ["is gone", false],
    ["is another's by now", true],
  ])("is refused where that %s, as its key is, and leaves nothing behind", async (_what, again) => {
    const ctx = await whole.context();
    const rest = Promise.withResolvers<undefined>();
    whole.models.set(ctx, {
      ...createBuiltinLanguageModel(),
      async *synthesise() {
        yield { text: "You live " };
        await rest.promise;
        yield { text: "in Oslo." };
      },
    });
    const unkeyed = { idempotencyKey: "", requestHash: new Uint8Array() };
    const asked = {
      message: "I live in Oslo. Where do I live?",
      sessionId: "",
      scopes: null,
      labels: [],
      bypassCache: false,
      ...{ time: null, includeEnded: false },
      model: "",
      k: 0,
      ...unkeyed,
    };
    const events = whole.retrieval.chat(asked, caller(ctx))[Symbol.asyncIterator]();
    const heard: retrieval.ChatEvent[] = [];
    const next = async () => {
      const { value, done } = await events.next();
      if (done !== true) heard.push(value);
    };
    while (!heard.some(({ kind }) => kind === "delta")) await next();
    await until(async () => (await whole.graph.head({}, loci(ctx))).revision > 0);
    await remove(ctx);
    await purged(ctx);
    if (again) await makeAnew(ctx);
    rest.resolve(undefined);
    await next();
    expect(heard.at(-1)?.delta).toBe("in Oslo.");
    await expect(next()).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await traces(ctx)).toEqual([]);
    expect(await whole.graph.head({}, loci(ctx))).toEqual({ revision: 0, life: "" });
  });
});

describe("an import that takes longer than its context lives", () => {
  const grants = { "memory:read": ["/"], "memory:write": ["/"], "grant:manage": ["/"] };
  const clock = () => whole.clock.now;

  async function fileOf(ctx: string): Promise<string[]> {
    const scope = { contextId: ctx, path: "org", displayName: "org", description: "", operation: null };
    await whole.auth.registerContextScope(scope, management);
    await whole.state(caller(ctx), ["Person/Ada", "hobby", "chess"]);
    const metadata = {
      ...{ documentId: "", title: "", source: "", mimeType: "", filename: "ana.txt", scopes: null, labels: [], observedAt: "" },
      operation: null,
    };
    const parts = (async function* (): AsyncGenerator<ingest.UploadPart> {
      yield { metadata, bytes: Buffer.from("Ana Silva works for Acme.") };
    })();
    await whole.ingest.upload(parts, caller(ctx));
    let text = "";
    for await (const piece of writeFile(whole, { contextId: ctx, clock }, loci(ctx))) text += piece;
    return text.split(/(?<=\n)/);
  }

  it.each([
    ["header", false],
    ["header", true],
    ["scope", true],
    ["entity", true],
    ["original", false],
    ["original", true],
    ["trailer", true],
  ])("is refused at its %s, and leaves nothing behind (its id is another's by now: %s)", async (type, again) => {
    const lines = await fileOf(await whole.context());
    const ctx = await whole.context();
    const at = lines.findIndex((line) => line.replaceAll(" ", "").startsWith(`{"type":"${type}"`));
    expect(at).not.toBe(-1);
    const begun = Promise.withResolvers<undefined>();
    const rest = Promise.withResolvers<undefined>();
    const bytes = (async function* (): AsyncGenerator<Uint8Array> {
      for (const line of lines.slice(0, at)) yield Buffer.from(line);
      begun.resolve(undefined);
      await rest.promise;
      for (const line of lines.slice(at)) yield Buffer.from(line);
    })();
    const target = { contextFor: () => Promise.resolve(""), clock };
    const importing = readFile(whole, target, splitLines(bytes, Number.MAX_SAFE_INTEGER), caller(ctx, grants));
    importing.catch(() => undefined);
    await begun.promise;
    await remove(ctx);
    await purged(ctx);
    if (again) await makeAnew(ctx);
    rest.resolve(undefined);
    await expect(importing).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await stored(ctx)).toEqual([]);
    expect(await whole.graph.head({}, loci(ctx))).toEqual({ revision: 0, life: "" });
    const page = { limit: 10, after: "" };
    if (again)
      expect((await whole.auth.listContextScopes({ contextId: ctx, page, includeTombstoned: true }, management)).scopes).toEqual(
        [],
      );
  });
});

describe("an export that takes longer than its context lives", () => {
  it("ends there, and shows nothing of who has the id now", async () => {
    const ctx = await whole.context();
    await whole.state(caller(ctx), ["Person/Ada", "hobby", "chess"]);
    const pieces = writeFile(whole, { contextId: ctx, clock: () => whole.clock.now }, loci(ctx));
    let text = "";
    const rest = async () => {
      for await (const piece of pieces) text += piece;
    };
    const first = await pieces.next();
    if (first.done !== true) text += first.value;
    await remove(ctx);
    await purged(ctx);
    await makeAnew(ctx);
    const scope = { contextId: ctx, path: "secret", displayName: "secret", description: "", operation: null };
    await whole.auth.registerContextScope(scope, management);
    await whole.state(caller(ctx), ["Person/Ada", "hobby", "opera"]);
    await expect(rest()).rejects.toMatchObject({ code: "unauthenticated" });
    expect(text).not.toMatch(/opera|secret/);
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
    await confirmPurged(ctx);
    await makeAnew(ctx);
    await whole.state(caller(ctx), ["Person/Ada", "hobby", "opera"]);
    goOn.resolve(undefined);
    await until(async () => !(await purging(ctx)));
    const { attributes } = await whole.graph.getEntity({ lens: null, ...named("Person/Ada"), time: null }, caller(ctx));
    expect(attributes.map((one) => one.value)).toEqual(["opera"]);
  });

  it("takes all of who had the id next and is deleted as well, whatever was taken of the one before", async () => {
    const ctx = await whole.context();
    const confirm = whole.auth.confirmContextPurged.bind(whole.auth);
    const again = Promise.withResolvers<undefined>();
    whole.auth.confirmContextPurged = async (request, call) => {
      whole.auth.confirmContextPurged = confirm;
      await confirm(request, call);
      await makeAnew(ctx);
      await whole.state(caller(ctx), ["Person/Ada", "hobby", "opera"]);
      await remove(ctx);
      again.resolve(undefined);
      throw new LociError("unavailable", "Its process ends before it can say that the purge has ended.");
    };
    await remove(ctx);
    await again.promise;
    await purged(ctx);
    expect(await whole.graph.head({}, loci(ctx))).toEqual({ revision: 0, life: "" });
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
    await confirmPurged(ctx);
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
