import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startDev, type RunningLoci } from "@loci/e2e/parts/loci";
import { memory, type FactsAnswer, type Memory, type Reply } from "@loci/e2e/parts/memory";
import { freePort } from "@loci/e2e/parts/postgres";
import { inspect } from "./integrity.ts";
import { eventually } from "./world.ts";

export interface Place {
  readonly connection: string;
  remove(): Promise<unknown>;
}

const apiKey = "canary-context-key-of-the-killed";
const writes = 200;
/** Killed when so many were acknowledged: the others are under way. */
const enough = 70;
const atOnce = 60;

interface Write {
  readonly text: string;
  readonly body: object;
  readonly key: string;
}

/** Texts, facts that are read from them, and facts that are stated with a text, in turn. */
const planned = Array.from({ length: writes }, (_, i): Write => {
  const text = `Keeper${i} works at Depot${i}.`;
  const triples = [{ entity: { type: "Person", name: `Keeper${i}` }, key: "employer", value: `Depot${i}` }];
  const body = [{ text, infer: "none" }, { text }, { text, infer: "triples", triples }][i % 3] ?? {};
  return { text, body, key: `write-${i}` };
});

/** @param prepare makes an empty place for a database */
export function killed(name: string, prepare: () => Promise<Place>): void {
  describe(`a server that is killed in the midst of ${writes} writes, on ${name}`, () => {
    let place: Place;
    let secrets: string;
    let port: number;
    let server: RunningLoci;
    let keeper: Memory;
    const acknowledged = new Map<Write, string>();

    const start = async () => {
      server = await startDev(place.connection, port, { SERVICE_API_KEY: apiKey, SERVICE_SECRETS_DIR: secrets });
      keeper = memory(server.url, "dev", apiKey);
    };
    const send = (write: Write): Promise<Reply<FactsAnswer>> =>
      keeper.post<FactsAnswer>("/facts", write.body, { "idempotency-key": write.key });

    beforeAll(async () => {
      place = await prepare();
      secrets = await mkdtemp(join(tmpdir(), "loci-killed-"));
      port = await freePort();
      await start();
      const cut = Promise.withResolvers<undefined>();
      // So many at once that some are under way when it is killed, however late that is.
      const left = planned.values();
      const sending = Array.from({ length: atOnce }, async () => {
        for (const write of left) {
          const { status, body } = await send(write);
          if (status !== 200) throw new Error(`${write.key}: ${status}`);
          acknowledged.set(write, body.turnId);
          if (acknowledged.size === enough) cut.resolve(undefined);
          if (acknowledged.size >= enough) return;
        }
      });
      const all = Promise.allSettled(sending);
      await Promise.race([cut.promise, all]);
      await server.kill();
      await all;
    });
    afterAll(async () => {
      await server.stop();
      await place.remove();
      await rm(secrets, { recursive: true, force: true });
    });

    it("has every write that it acknowledged, and no half of any", async () => {
      expect(acknowledged.size).toBeGreaterThanOrEqual(enough);
      expect(acknowledged.size).toBeLessThan(writes);
      const { violations, turns } = await inspect(place.connection);
      expect(violations).toEqual([]);
      const stored = new Map(turns.map((turn) => [turn.content, turn.id]));
      for (const [{ text }, turnId] of acknowledged) expect([text, stored.get(text)]).toEqual([text, turnId]);
    });

    it("finds each of them at its next start", async () => {
      await start();
      const found = await Promise.all(
        [...acknowledged.keys()].map(async ({ text }) => {
          // All ask at once: on a busy machine the index may be behind for a moment, which an answer says of itself.
          const { hits } = await eventually(
            () => keeper.recall(text, { k: 5, mode: "bm25", includeDuplicates: true }),
            ({ trace }) => !trace.degraded.some((reason) => reason.startsWith("index:")),
          );
          return hits.some((hit) => hit.text.includes(text)) ? [] : [text];
        }),
      );
      expect(found.flat()).toEqual([]);
    });

    it("gives each write one effect, when all of them are sent again", async () => {
      const replies = await Promise.all(planned.map(async (write) => [write, await send(write)] as const));
      for (const [write, { status, headers, body }] of replies) {
        expect(status).toBe(200);
        const turnId = acknowledged.get(write);
        if (turnId !== undefined) expect([body.turnId, headers.get("idempotency-replayed")]).toEqual([turnId, "true"]);
      }
      expect(await server.stop()).toBe(0);
      const { violations, turns } = await inspect(place.connection);
      expect(violations).toEqual([]);
      expect(turns.map((turn) => turn.content).sort()).toEqual(planned.map((write) => write.text).sort());
    });
  });
}
