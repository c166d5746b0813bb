import { sql } from "@loci/ports/database";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { packVector } from "@loci/kernel";
import type { graph } from "@loci/protos";
import { cut, document, stage } from "../testing/documents.ts";
import {
  caller,
  fact,
  instruction,
  loci,
  named,
  openRoom,
  proposal,
  relation,
  said,
  turn,
  view,
  write,
  type Room,
} from "../testing/room.ts";
import { leftOutTables, lineTypes } from "./lines.ts";

const dimension = 4;
const spec: graph.EmbeddingSpec = { provider: "test", model: "four", dimension, normalised: true };
const vector = (seed: number) => packVector(Float32Array.from({ length: dimension }, (_, i) => (i + seed) / 8));
const d = (day: number) => `2024-01-0${day}T00:00:00.000Z`;
const all = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"], "grant:manage": ["/"] };
const ada = "Person/Ada";

let here: Room;
let there: Room;
let elsewhere: Room;
beforeAll(async () => {
  const databases = await Promise.all([1, 2, 3].map(() => openPglite({ folder: undefined })));
  const [a, b, c] = await Promise.all(databases.map(openRoom));
  if (!a || !b || !c) throw new Error("no rooms");
  [here, there, elsewhere] = [a, b, c];
  for (const room of [here, there]) await room.service.pinEmbedding(spec, loci(""));
  await elsewhere.service.pinEmbedding({ ...spec, model: "five", dimension: 5 }, loci(""));
});
afterAll(() => Promise.all([here, there, elsewhere].map((room) => room.database.close())));

/** A context in which something of every kind happened. */
async function livedIn(room: Room): Promise<string> {
  const ctx = room.context();
  const call = caller(ctx, all);
  const { service } = room;
  const embedded = (n: number) => ({ embedding: vector(n), confidence: 0.9 });
  await service.writeMemory(write(said("Oslo", d(1), fact(ada, "residence", "Oslo", embedded(1)))), call);
  await service.writeMemory(
    write(said("Bergen now", d(2), fact(ada, "residence", "Bergen", { changed: true, ...embedded(2) }))),
    call,
  );
  await service.writeMemory(write(said("Ruth", d(1), fact("Team/Reds", "captain", "Ruth", embedded(3)))), call);
  await service.writeMemory(write(said("Omar", d(2), fact("Team/Reds", "captain", "Omar", embedded(4)))), call);
  await service.writeMemory(write(said("Acme", d(3), relation(ada, "employer", "Company/Acme", embedded(5)))), call);
  await service.writeMemory(
    write({
      turns: [
        turn("Always answer in German", { knownAt: d(1), embedding: vector(6) }),
        turn('a note \\ "é"', { extraction: "none", embedding: vector(7) }),
      ],
      proposals: [
        proposal({ turn: 0, instructions: [{ ...instruction("language", "German"), turn: 0, spanStart: 0, spanEnd: 6 }] }),
      ],
      labels: ["team=x"],
    }),
    call,
  );
  await service.writeMemory(write({ turns: [turn("later", { extraction: "pending", embedding: vector(8) })] }), call);
  await service.addAlias({ entity: named(ada), alias: "Countess", reason: "title", operation: null }, call);
  await service.putVocabulary({ contextId: "", keys: { captain: "stable" }, expectedVersion: -1, operation: null }, call);
  const { turnIds } = await service.writeMemory(
    write({ turns: [turn("a secret", { extraction: "none", embedding: vector(9) })] }),
    call,
  );
  await service.forgetRecords(
    { ids: turnIds, purge: true, dryRun: false, keepForgotten: true, matches: [], reason: "", operation: null },
    call,
  );
  const made = await service.createDocument(document({ title: "Rules" }), call);
  const id = made.document?.id ?? "";
  const texts = ["The rules of the house are few and simple.", "Nobody rings the bell after ten at night."];
  const { chunkIds } = await service.writeSections(cut(id, 1, [{ heading: "House", chunks: texts }]), loci(ctx));
  await service.writeChunkEmbeddings({ documentId: id, version: 1, chunkIds, embeddings: [vector(10), vector(11)] }, loci(ctx));
  const keywords = [{ normalised: "bell", text: "bell", score: 1, embedding: vector(12) }];
  await service.writeKeywords({ documentId: id, version: 1, keywords }, loci(ctx));
  await service.setDocumentStage(stage(id, 1, "ready"), loci(ctx));
  return ctx;
}

async function exported(room: Room, ctx: string): Promise<{ lines: string[]; embedding: graph.EmbeddingSpec | null }> {
  const lines: string[] = [];
  let embedding: graph.EmbeddingSpec | null = null;
  for await (const batch of room.service.export({ contextId: "" }, caller(ctx, all))) {
    lines.push(...batch.lines);
    embedding ??= batch.embedding;
  }
  return { lines, embedding };
}

async function* messages(lines: readonly string[], over: Partial<graph.ImportLine> = {}): AsyncGenerator<graph.ImportLine> {
  const size = 7;
  for (let i = 0; i < lines.length; i += size)
    yield { contextId: "", lines: lines.slice(i, i + size), firstLine: i + 2, embedding: spec, complete: false, ...over };
}

async function* whole(lines: readonly string[], embedding: graph.EmbeddingSpec | null = spec): AsyncGenerator<graph.ImportLine> {
  yield* messages(lines, { embedding });
  yield { contextId: "", lines: [], firstLine: 0, embedding, complete: true };
}

const counted = (lines: readonly string[]) =>
  Object.fromEntries(
    [...Map.groupBy(lines, (line) => (JSON.parse(line) as { type: string }).type)].map(([type, of]) => [type, of.length]),
  );

describe("an export", () => {
  it("holds a table's rows in lines, or says why it does not", async () => {
    const tables = await here.database.asOwner((tx) =>
      tx.query<{ name: string }>(sql`select tablename as name from pg_tables where schemaname = 'graph' order by 1`),
    );
    const known = [...lineTypes.map((line) => line.table), ...Object.keys(leftOutTables)].sort();
    expect(tables.map((row) => row.name)).toEqual(known);
  });

  it("needs grant:manage and what it reads or writes over the whole context, or Loci itself", async () => {
    const ctx = here.context();
    const first = async (call: Parameters<typeof here.service.export>[1]) => {
      for await (const batch of here.service.export({ contextId: "" }, call)) return batch;
      return undefined;
    };
    await expect(first(caller(ctx))).rejects.toMatchObject({ code: "forbidden" });
    await expect(first(caller(ctx, { ...all, "grant:manage": ["org"] }))).rejects.toMatchObject({ code: "forbidden" });
    for (const read of [[], ["org"]]) {
      const manager = caller(ctx, { "grant:manage": ["/"], "memory:write": ["/"], "memory:read": read });
      await expect(first(manager)).rejects.toMatchObject({ code: "forbidden" });
    }
    const given = async function* () {
      yield { contextId: "", lines: [], embedding: null, complete: true, firstLine: 1 };
    };
    const reader = caller(ctx, { "grant:manage": ["/"], "memory:read": ["/"] });
    await expect(here.service.import(given(), reader)).rejects.toMatchObject({ code: "forbidden" });
    expect(await first(loci(ctx))).toEqual({ lines: [], embedding: spec, revision: 0 });
  });

  it("is refused at its end where an embedded database was written to meanwhile", async () => {
    const ctx = await livedIn(here);
    const read = async () => {
      for await (const batch of here.service.export({ contextId: "" }, caller(ctx, all)))
        if (batch.embedding !== null) await here.service.writeMemory(write({ turns: [turn("more")] }), caller(ctx, all));
    };
    await expect(read()).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("an export from an embedded database", () => {
  it("is refused at its end where the context was made again meanwhile, with as many changes as it had", async () => {
    const ctx = here.context();
    const remember = () => here.service.writeMemory(write({ turns: [turn("hello")] }), caller(ctx, all));
    await remember();
    const { life, revision } = await here.service.head({}, loci(ctx));
    const pieces = here.service.export({ contextId: "" }, caller(ctx, all))[Symbol.asyncIterator]();
    await pieces.next();
    await here.service.dropContext({ life }, loci(ctx));
    await remember();
    expect((await here.service.head({}, loci(ctx))).revision).toBe(revision);
    const rest = async () => {
      while ((await pieces.next()).done !== true);
    };
    await expect(rest()).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a context that was exported and imported", () => {
  it("is the same, line by line, and answers the same for every time", async () => {
    const ctx = await livedIn(here);
    const twin = await livedIn(here);
    const { lines, embedding } = await exported(here, ctx);
    const target = there.context();
    const answer = await there.service.import(whole(lines, embedding), caller(target, all));
    expect(answer).toMatchObject({ imported: counted(lines), skipped: {}, dangling: {}, danglingIds: [] });
    const kinds = [
      "scopeSet",
      "session",
      "turn",
      "document",
      "section",
      "chunk",
      "keyword",
      "entity",
      "alias",
      "instruction",
      "fact",
    ];
    expect(Object.keys(answer.imported)).toEqual(
      expect.arrayContaining([
        ...kinds,
        "factVersion",
        "statement",
        "uncertainty",
        "candidate",
        "decision",
        "vocabulary",
        "forgottenText",
        "purged",
        "receipt",
        "embedding",
      ]),
    );
    expect((await exported(there, target)).lines).toEqual(lines);
    // The twin, which holds the same statements under other ids, is untouched by any of it.
    const ids = (list: readonly string[]) => new Set(list.join().match(/[a-z_]+:[0-9a-z]{26}/g));
    const own = ids(lines);
    expect([...ids((await exported(here, twin)).lines)].filter((id) => own.has(id))).toEqual([]);
    expect((await exported(there, twin)).lines).toEqual([]);

    const at = Date.parse(
      (JSON.parse(lines.find((line) => line.includes('"type" : "factVersion"')) ?? "{}") as { replacedAt: string }).replacedAt,
    );
    const times = [
      {},
      { asOf: d(1) },
      { atInstant: d(2) },
      { recordedAsOf: new Date(at - 1).toISOString() },
      { recordedAsOf: new Date(at + 1).toISOString() },
    ];
    for (const time of times) {
      for (const ref of [ada, "Team/Reds", "Company/Acme", "Person/Countess"]) {
        const asked = { ...named(ref), lens: null, time: { ...view, ...time } };
        const [before, after] = await Promise.allSettled([
          here.service.getEntity(asked, caller(ctx, all)),
          there.service.getEntity(asked, caller(target, all)),
        ]);
        expect(after).toEqual(before);
      }
    }
    const history = { ...named(ada), key: "residence", time: null };
    expect(await there.service.getHistory(history, caller(target, all))).toEqual(
      await here.service.getHistory(history, caller(ctx, all)),
    );
  });

  it("is searchable once it is whole, and its pending work goes on", async () => {
    const { lines } = await exported(here, await livedIn(here));
    const ctx = there.context();
    const feed = async () => (await there.service.readFeed({ after: 0, limit: 1_000 }, loci(ctx))).records;
    await there.service.import(messages(lines), caller(ctx, all));
    expect(await feed()).toEqual([]);
    await there.service.import(whole([]), caller(ctx, all));
    const records = await feed();
    expect(records.every((record) => !record.removed)).toBe(true);
    expect(new Set(records.map((record) => record.class))).toEqual(new Set(["passage", "fact", "entity", "chunk", "section"]));
    expect(records.filter((record) => record.class === "fact").every((record) => record.embedding.length === 4 * dimension)).toBe(
      true,
    );
    const { turns } = await there.service.claimPending({ limit: 100, leaseSeconds: 60 }, loci(""));
    expect(turns.filter((one) => one.contextId === ctx)).toMatchObject([{ content: "later" }]);
  });
});

describe("an import", () => {
  it("that broke off goes on where it was, and repeated once more changes nothing", async () => {
    const { lines } = await exported(here, await livedIn(here));
    const ctx = there.context();
    const call = caller(ctx, all);
    async function* broken(): AsyncGenerator<graph.ImportLine> {
      yield* messages(lines.slice(0, 21));
      throw new Error("the line went dead");
    }
    await expect(there.service.import(broken(), call)).rejects.toThrow("the line went dead");
    // What was read since the last batch is read again; what is stored is skipped.
    await there.service.import(messages(lines.slice(0, 14)), call);
    const { imported, skipped } = await there.service.import(whole(lines), call);
    expect(skipped).toEqual(counted(lines.slice(0, 14)));
    expect(imported).toEqual(counted(lines.slice(14)));
    const { revision } = await there.service.head({}, loci(ctx));
    expect(await there.service.import(whole(lines), call)).toMatchObject({ imported: {}, skipped: counted(lines) });
    expect((await there.service.head({}, loci(ctx))).revision).toBe(revision);
    expect((await exported(there, ctx)).lines).toEqual(lines);
  });

  it("gives way to another of the same file, and goes on where that one left it", async () => {
    const { lines } = await exported(here, await livedIn(here));
    for (const until of [14, lines.length]) {
      const ctx = there.context();
      const call = caller(ctx, all);
      const [begun, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
      async function* slow(): AsyncGenerator<graph.ImportLine> {
        yield* messages(lines.slice(0, 7));
        begun.resolve(undefined);
        await goOn.promise;
        yield* whole(lines.slice(7));
      }
      const first = there.service.import(slow(), call);
      await begun.promise;
      await there.service.import(until === lines.length ? whole(lines) : messages(lines.slice(0, until)), call);
      goOn.resolve(undefined);
      await expect(first).rejects.toMatchObject({ code: "unavailable" });
      expect(await there.service.import(whole(lines), call)).toMatchObject({ skipped: counted(lines.slice(0, until)) });
      expect((await exported(there, ctx)).lines).toEqual(lines);
    }
  });

  it("does not go on in a context that was made later under its id, though nothing of it was stored yet", async () => {
    const { lines } = await exported(here, await livedIn(here));
    for (const used of [false, true]) {
      const ctx = there.context();
      const [begun, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
      async function* slow(): AsyncGenerator<graph.ImportLine> {
        yield* messages(lines.slice(0, 7));
        begun.resolve(undefined);
        await goOn.promise;
        yield* whole(lines.slice(7));
      }
      const importing = there.service.import(slow(), caller(ctx, all));
      await begun.promise;
      const { life } = await there.service.head({}, loci(ctx));
      await there.service.dropContext({ life }, loci(ctx));
      if (used) await there.service.createSession({ scopes: null, metadataJson: "", operation: null }, caller(ctx, all));
      const before = await there.service.head({}, loci(ctx));
      goOn.resolve(undefined);
      await expect(importing).rejects.toMatchObject({ code: "unauthenticated" });
      expect(await there.service.head({}, loci(ctx))).toEqual(before);
      expect((await exported(there, ctx)).lines.map((line) => (JSON.parse(line) as { type: string }).type)).not.toContain("fact");
    }
  });

  it("stores nothing behind a purge that has begun, and that comes to its end later", async () => {
    const { lines } = await exported(here, await livedIn(here));
    const ctx = there.context();
    await there.service.import(messages(lines.slice(0, 14)), caller(ctx, all));
    const { life } = await there.service.head({}, loci(ctx));
    let looks = 0;
    const stopping = new AbortController();
    const signal = new Proxy(stopping.signal, {
      get(target, name) {
        if (name === "throwIfAborted" && ++looks === 3) stopping.abort(new Error("the machine went down"));
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
    await expect(there.service.dropContext({ life }, { ...loci(ctx), signal })).rejects.toThrow("the machine went down");
    await expect(there.service.import(whole(lines), caller(ctx, all))).rejects.toMatchObject({ code: "unauthenticated" });
    // Words of which nothing is to be learned take no lock of the context.
    const late = there.service.writeMemory(write({ turns: [turn("hello")] }), caller(ctx, all));
    await expect(late).rejects.toMatchObject({ code: "unauthenticated" });
    await there.service.dropContext(await there.service.head({}, loci(ctx)), loci(ctx));
    expect((await there.service.head({}, loci(ctx))).life).toBe("");
    expect((await exported(there, ctx)).lines).toEqual([]);
  });

  it("takes an empty context only, and no other file after the first", async () => {
    const { lines } = await exported(here, await livedIn(here));
    const used = there.context();
    await there.service.writeMemory(write({ turns: [turn("hello")] }), caller(used, all));
    await expect(there.service.import(whole(lines), caller(used, all))).rejects.toMatchObject({ code: "conflict" });
    const half = there.context();
    await there.service.import(messages(lines.slice(0, 10)), caller(half, all));
    const other = [...lines.slice(0, 5), ...lines.slice(6)];
    await expect(there.service.import(whole(other), caller(half, all))).rejects.toMatchObject({ code: "conflict" });
    await there.service.writeMemory(write({ turns: [turn("hello")] }), caller(half, all));
    await expect(there.service.import(whole(lines), caller(half, all))).rejects.toMatchObject({ code: "conflict" });
  });

  it.each([
    ['{"type":"riddle"}', "/17/type"],
    ["{", "/17"],
    ['{"type":"session","id":"session:1"}', "/17/id"],
    ['{"type":"vocabulary","version":"1","keys":{},"recordedAt":"2024-01-01T00:00:00Z"}', "/17/version"],
    ['{"type":"vocabulary","version":1,"keys":{},"recordedAt":"2024-02-31T00:00:00Z"}', "/17/recordedAt"],
    ['{"type":"vocabulary","version":1,"keys":{},"recordedAt":"2024-01-01T00:00:00Z","colour":"red"}', "/17/colour"],
    ['{"type":"vocabulary","version":1,"keys":{"a":"\\u0000"},"recordedAt":"2024-01-01T00:00:00Z"}', "/17/keys"],
    ['{"type":"embedding","recordId":"turn:1","vector":"AAAA"}', "/17/vector"],
    ['{"type":"document","id":"document:1","sizeBytes":"very many"}', "/17/sizeBytes"],
  ])("names the line and the field of %s", async (line, pointer) => {
    const ctx = there.context();
    async function* lines(): AsyncGenerator<graph.ImportLine> {
      yield { contextId: "", lines: [line], firstLine: 17, embedding: spec, complete: true };
    }
    const refused = await there.service.import(lines(), caller(ctx, all)).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: "invalid",
      message: expect.stringContaining("line 17"),
      fields: expect.arrayContaining([expect.objectContaining({ pointer })]),
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["turn", { sessionId: `session:${"a".repeat(300)}` }, "sessionId"],
    ["forgottenText", { hash: "a".repeat(300) }, "hash"],
    ["scopeSet", { clauses: [["public"]] }, "clauses"],
    ["scopeSet", { ord: "-1" }, "clauses"],
    ["turn", { content: "a".repeat(100_001) }, "content"],
    ["turn", { role: "root" }, "role"],
    ["turn", { seq: -1 }, "seq"],
    ["turn", { echoes: "0-2147483647" }, "echoes"],
    ["turn", { labels: ["a".repeat(100_001)] }, "labels/0"],
    ["session", { turns: -5 }, "turns"],
    ["statement", { spanEnd: 2_147_483_647 }, "spanEnd"],
    ["statement", { spanStart: -2 }, "spanStart"],
    ["statement", { confidence: 7 }, "confidence"],
    ["fact", { value: "a".repeat(8_193) }, "value"],
    ["entity", { name: "a".repeat(513) }, "name"],
    ["chunk", { text: "a".repeat(16_001) }, "text"],
    ["document", { version: -1 }, "version"],
    ["decision", { evidence: { of: Array<number>(100_000).fill(1) } }, "evidence"],
  ])("refuses what no service would have stored, and names its line: %s %#", async (type, over, field) => {
    const { lines } = await exported(here, await livedIn(here));
    const at = lines.findIndex((line) => (JSON.parse(line) as { type: string }).type === type);
    const forged = lines.with(at, JSON.stringify({ ...(JSON.parse(lines[at] ?? "{}") as object), ...over }));
    await expect(there.service.import(whole(forged), caller(there.context(), all))).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringMatching(`^line ${at + 2}: `),
      fields: expect.arrayContaining([expect.objectContaining({ pointer: `/${at + 2}/${field}` })]),
    });
  });

  it("believes no file what follows from the rest of it", async () => {
    const { lines } = await exported(here, await livedIn(here));
    const forged = lines.map((line) => {
      const { type, ...fields } = JSON.parse(line) as Record<string, unknown>;
      const norms = Object.fromEntries(Object.entries(fields).filter(([name]) => ["nameNorm", "typeNorm"].includes(name)));
      const forgedNorms = Object.fromEntries(Object.keys(norms).map((name) => [name, "somebody else"]));
      const ofValue = type === "fact" && fields["targetEntityId"] === "" ? { valueNorm: "something else" } : {};
      return JSON.stringify({
        type,
        ...fields,
        ...forgedNorms,
        ...ofValue,
        ...(type === "entity" ? { firstWord: "x", given: "y" } : {}),
      });
    });
    const ctx = there.context();
    await there.service.import(whole(forged), caller(ctx, all));
    const plain = (line: string) => JSON.stringify(Object.entries(JSON.parse(line) as object).sort());
    const again = await exported(there, ctx);
    expect(again.lines.map(plain)).toEqual(lines.map(plain));
  });

  it("says where a value is too long for its place", async () => {
    const { lines } = await exported(here, await livedIn(here));
    const long = randomBytes(8_000).toString("hex");
    const derived = { type: "derivation", entityId: "entity:one", purpose: long, recordedAt: d(1) };
    const forged = [...lines, JSON.stringify(derived)];
    const refused = await there.service.import(whole(forged), caller(there.context(), all)).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "invalid", message: expect.stringMatching(/^lines \d+ to \d+ .*cannot be stored/) });
  });

  it("says what names a record that is not there", async () => {
    const { lines } = await exported(here, await livedIn(here));
    const ctx = there.context();
    const without = lines.filter((line) => !line.includes('"type" : "session"'));
    const { dangling, danglingIds } = await there.service.import(whole(without), caller(ctx, all));
    expect(Object.keys(dangling)).toEqual(["turn.sessionId"]);
    expect(danglingIds[0]).toMatch(/^session:/);
  });

  it("into a deployment with another embedding leaves the vectors out, to be made anew", async () => {
    const { lines } = await exported(here, await livedIn(here));
    const ctx = elsewhere.context();
    const { skipped, unembedded } = await elsewhere.service.import(whole(lines), caller(ctx, all));
    expect(skipped).toEqual({ embedding: counted(lines)["embedding"] });
    expect(unembedded).toBeGreaterThan(10);
    expect((await elsewhere.service.listUnembeddedContexts({}, loci(""))).contextIds).toContain(ctx);
  });
});
