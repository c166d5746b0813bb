import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { library, textFile, type Library } from "@loci/e2e/parts/documents";
import { printedKeys, startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { caller, memory, succeeded, type BatchAnswer, type Memory } from "@loci/e2e/parts/memory";
import { freePort } from "@loci/e2e/parts/postgres";
import { inspect } from "./integrity.ts";
import type { Place } from "./killed.ts";
import { eventually } from "./world.ts";

/** A document's states on its way, in their order. */
export const states = ["queued", "extracting", "chunking", "extracting_nodes", "embedding", "keywording"] as const;
export type State = (typeof states)[number];

/** Long enough that each stage of its pipeline takes a while, with facts that several of its parts state. */
export function handbookOf(sections: number) {
  const told = Array.from({ length: sections }, (_, i) => {
    const keeper = `Keeper${i % 40} lives in Port${i % 40}. Keeper${i % 40} works at Depot${i}.`;
    return `## Shed ${i}\n\n${keeper} The crane of shed ${i} lifts ${i + 3} tonnes of salted herring, and its brake is greased in week ${i % 52}.\n`;
  });
  return textFile("handbook.md", `# Harbour\n\nThe harbour has ${sections} sheds.\n\n${told.join("\n")}`);
}

const batch = {
  extract: "per_message",
  messages: Array.from({ length: 120 }, (_, i) => ({ role: "user", content: `Clerk${i} works at Office${i}.` })),
};
const questions = ["Where does Keeper7 live?", "How much does the crane of shed 12 lift?", "greased brakes"];

interface Bodies {
  readonly entities: { entities: readonly { entityType: string; name: string }[]; total: number };
  readonly document: { attributes: readonly { key: string; value: string; confidence: number; sources: readonly unknown[] }[] };
}

/** All that a reader sees of what became of the document, but for ids and times. */
export async function outcome(reader: Memory, id: string) {
  const shelf: Library = library(reader);
  const { status, version, chunks: count, error, sizeBytes } = await shelf.document(id);
  const named = succeeded(await reader.get<Bodies["entities"]>("/entities?limit=500"));
  const attributesOf = async ({ entityType, name }: { entityType: string; name: string }): Promise<[string, string, string[]]> => {
    const path = `/entities/${entityType}/${encodeURIComponent(name)}`;
    const { attributes } = succeeded(await reader.get<Bodies["document"]>(path));
    return [
      entityType,
      name,
      attributes.map(({ key, value, confidence, sources }) => [key, value, confidence, sources.length].join(" ")).sort(),
    ];
  };
  // A few at a time: more than a server admits at once would be refused by it.
  const entities: [type: string, name: string, attributes: string[]][] = [];
  for (let at = 0; at < named.entities.length; at += 8) {
    entities.push(...(await Promise.all(named.entities.slice(at, at + 8).map(attributesOf))));
  }
  const keywords = await shelf.keywords();
  // On a busy machine the index may be behind for a moment, which an answer says of itself (as it says what a server lacks for good).
  const complete = (query: string) =>
    eventually(
      () => shelf.passages(query, { mode: "hybrid_graph" }),
      ({ degraded }) => !degraded.some((reason) => reason.startsWith("index:")),
    );
  const answers = await Promise.all(questions.map(complete));
  return {
    document: { status, version, count, error, sizeBytes },
    chunks: (await shelf.chunks(id)).map(({ position, section, text, charStart, charEnd }) => [
      position,
      section,
      text,
      charStart,
      charEnd,
    ]),
    total: named.total,
    entities: entities.sort(([, a], [, b]) => (a < b ? -1 : 1)),
    keywords: keywords.map(({ normalised, documentCount }) => [normalised, documentCount]),
    passages: answers.map(({ degraded, results }): [typeof degraded, { position: number; score: number }[]] => [
      degraded,
      results.map(({ chunk, score }) => ({ position: chunk.position, score })),
    ]),
  };
}

/** The same as what another is to be equal to: scores to the fifth digit, by their difference, as rounded ones may part at an edge. */
export function likeIt(done: Awaited<ReturnType<typeof outcome>>) {
  const close = (value: number): unknown => expect.closeTo(value, 5);
  const passages = done.passages.map(([degraded, results]) => [
    degraded,
    results.map(({ position, score }) => ({ position, score: close(score) })),
  ]);
  return { ...done, passages };
}

export interface Deaths {
  /** The states at each of which a document's server is killed, each with a document of its own. */
  readonly at: readonly State[];
  /** The parts of a batch write's time after each of which its server is killed. */
  readonly during: readonly number[];
  /** How long the document is. */
  readonly sections: number;
}

/** @param prepare makes an empty place for a database */
export function killedPipeline(name: string, prepare: () => Promise<Place>, { at, during, sections }: Deaths): void {
  describe(`a server that is killed while it works on a document, on ${name}`, () => {
    const handbook = handbookOf(sections);
    let place: Place;
    let secrets: string;
    let port: number;
    let server: RunningLoci;
    let managementKey: string;
    let undisturbed: Awaited<ReturnType<typeof outcome>>;
    let batchMs: number;

    const start = async () => {
      server = await startDev(place.connection, port, { SERVICE_SECRETS_DIR: secrets });
    };
    const inContext = async (id: string): Promise<Memory> => {
      const management = caller(`${server.url}/api/v1`, managementKey);
      await management.post(`/contexts/${id}`, {});
      const { body } = await management.post<{ key: string }>(`/contexts/${id}/principals/admin/keys/admin`, {});
      return memory(server.url, id, body.key);
    };

    beforeAll(async () => {
      place = await prepare();
      secrets = await mkdtemp(join(tmpdir(), "loci-killed-"));
      port = await freePort();
      await start();
      managementKey = printedKeys(server.output()).managementKey;
      const calm = await inContext("calm");
      const { id } = await library(calm).keep(handbook);
      undisturbed = await outcome(calm, id);
      const began = performance.now();
      await (await inContext("calm-batch")).post("/facts/batch", batch);
      batchMs = performance.now() - began;
    });
    afterAll(async () => {
      await server.stop();
      await place.remove();
      await rm(secrets, { recursive: true, force: true });
    });

    it("has something to lose", () => {
      expect(undisturbed.document).toMatchObject({ status: "ready", count: expect.any(Number) });
      expect(undisturbed.chunks.length).toBeGreaterThan(sections / 4);
      expect(undisturbed.total).toBeGreaterThan(30);
      expect(undisturbed.keywords.length).toBeGreaterThan(10);
    });

    it.each(at)("ends where an undisturbed one ends, when it is killed at: %s", async (state) => {
      const due = states.indexOf(state);
      let context: string;
      let body: { readonly id: string };
      let status: string;
      let tries = 0;
      // A document that was ready before this process looked, as on a busy machine, has missed its death: the next one then.
      do {
        context = `killed-${state.replace("_", "-")}-${++tries}`;
        const reader = await inContext(context);
        ({ body } = await library(reader).upload(handbook));
        do ({ status } = await library(reader).document(body.id));
        while ((states as readonly string[]).includes(status) && (states as readonly string[]).indexOf(status) < due);
      } while (status === "ready" && tries < 20);
      await server.kill();
      expect(status).not.toBe("ready");
      await start();
      const after = memory(server.url, context, await keyOf(context));
      expect((await library(after).settled(body.id)).status).toBe("ready");
      expect(await outcome(after, body.id)).toEqual(likeIt(undisturbed));
    });

    it.each(during)(
      "has all of a batch or nothing, when it is killed after %s of its time, and one effect in the end",
      async (part) => {
        const context = `batch-${part * 10}`;
        const writer = await inContext(context);
        const headers = { "idempotency-key": "batch" };
        const sent = writer.post<BatchAnswer>("/facts/batch", batch, headers).then(
          ({ status }) => status,
          () => 0,
        );
        await new Promise((resolve) => setTimeout(resolve, batchMs * part));
        await server.kill();
        const answered = await sent;
        await start();
        const after = memory(server.url, context, await keyOf(context));
        const { body: kept } = await after.get<{ records: { turn: number } }>("/inspect");
        expect([0, batch.messages.length]).toContain(kept.records.turn);
        if (answered === 200) expect(kept.records.turn).toBe(batch.messages.length);
        const again = await after.post<BatchAnswer>("/facts/batch", batch, headers);
        expect([again.status, again.body.turnIds.length]).toEqual([200, batch.messages.length]);
        const { body: whole } = await after.get<{ records: { turn: number; attribute: number; session: number } }>("/inspect");
        expect(whole.records).toMatchObject({ turn: batch.messages.length, attribute: batch.messages.length, session: 1 });
      },
    );

    it("leaves no half of anything behind", async () => {
      expect(await server.stop()).toBe(0);
      expect((await inspect(place.connection)).violations).toEqual([]);
    });

    /** Another key of the administrator: the first one died with what knew it. */
    async function keyOf(context: string): Promise<string> {
      const path = `/contexts/${context}/principals/admin/keys/after`;
      return (await caller(`${server.url}/api/v1`, managementKey).post<{ key: string }>(path, {})).body.key;
    }
  });
}
