/** The search index in OpenSearch, followed by two processes: what is acknowledged is found, and the index can be looked after. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { contextId, startWorld, type LociProcess, type World } from "./search-index/world.ts";

let world: World;
let first: LociProcess;
let second: LociProcess;
beforeAll(async () => {
  world = await startWorld();
  [first, second] = world.both;
});
afterAll(() => world.stop());

const longLimitMs = 900_000;
let said = 0;

/** Stores a text with a word that no other has. @returns the word */
async function say(by: LociProcess): Promise<string> {
  const word = `quark${said++}zed`;
  await by.tenant.remember(`The password of this room is ${word}.`, { infer: "none" });
  return word;
}
const finds = async (by: LociProcess, word: string) =>
  (await by.tenant.recall(word, { k: 3, mode: "hybrid" })).hits.some(({ text }) => text.includes(word));

const fsck = async () => {
  const { code, out, err } = await world.command("fsck", "--json");
  return { code, err, report: JSON.parse(out || "null") as Report };
};
interface Kind {
  readonly count: number;
  readonly ids: readonly string[];
}
interface Report {
  readonly records: number;
  readonly differing: readonly {
    readonly contextId: string;
    readonly missing: Kind;
    readonly stale: Kind;
    readonly surplus: Kind;
  }[];
}

/** Whether any of these requests wrote into the index of the context. */
const writes = (paths: readonly string[]) => paths.some((path) => path.includes("/_bulk") && path.includes(`routing=${contextId}`));

async function until(happened: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await happened())) await pause(100);
}

describe("what was acknowledged", () => {
  it(
    "is found by the next query, a thousand times of a thousand, by either process, without a refresh",
    async () => {
      for (const { wire } of [first, second]) wire.taken();
      const missed: string[] = [];
      const askInTurn = async (lane: number) => {
        for (let i = 0; i < 250; i++) {
          const word = await say(i % 2 === 0 ? first : second);
          if (!(await finds((i + lane) % 2 === 0 ? first : second, word))) missed.push(word);
        }
      };
      await Promise.all([0, 1, 2, 3].map(askInTurn));
      expect(missed).toEqual([]);
      const asked = [first, second].flatMap(({ wire }) => wire.taken());
      expect(asked.filter((path) => path.includes("_refresh"))).toEqual([]);
    },
    longLimitMs,
  );
});

describe("two processes", () => {
  it(
    "index a context one at a time; when the one is killed the other goes on, and nobody misses anything",
    async () => {
      for (const { wire } of [first, second]) wire.taken();
      const written = [];
      for (let i = 0; i < 20; i++) written.push(await say(i % 2 === 0 ? first : second));
      let wrote = [false, false];
      await until(() => {
        wrote = [first, second].map(({ wire }, i) => wrote[i] === true || writes(wire.taken()));
        return wrote.includes(true);
      });
      await pause(3_000);
      wrote = [first, second].map(({ wire }, i) => wrote[i] === true || writes(wire.taken()));
      expect(wrote.filter(Boolean)).toHaveLength(1);
      const [leader, other] = wrote[0] === true ? [first, second] : [second, first];

      await leader.process.kill();
      for (let i = 0; i < 20; i++) {
        const word = await say(other);
        written.push(word);
        expect(await finds(other, word)).toBe(true);
      }
      await until(() => writes(other.wire.taken()));
      await leader.start();
      for (const word of written) expect([await finds(leader, word), await finds(other, word)]).toEqual([true, true]);
      expect(await fsck()).toMatchObject({ code: 0, report: { differing: [] } });
    },
    longLimitMs,
  );
});

describe("an index that differs from the truth", () => {
  it(
    "is found out by fsck, what is missing, stale or surplus, and put right by reindex",
    async () => {
      const index = await world.serving();
      const listed = await search(index, {
        size: 10,
        query: { bool: { filter: [{ term: { contextId } }, { term: { class: "passage" } }] } },
      });
      const [gone, stale] = listed;
      if (gone === undefined || stale === undefined) throw new Error("nothing is indexed");
      const at = (id: string) => `${world.search.url}/${index}/_doc/${encodeURIComponent(id)}?routing=${contextId}`;
      const put = (id: string, body: object) =>
        fetch(at(id), { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      expect((await fetch(at(gone._id), { method: "DELETE" })).status).toBe(200);
      expect((await put(stale._id, { ...stale._source, text: "as it was", digest: "older" })).status).toBe(200);
      expect((await put(`${contextId}/turn:extra`, { ...stale._source, id: "turn:extra" })).status).toBe(201);
      await fetch(`${world.search.url}/${index}/_refresh`, { method: "POST" });

      const { code, err, report } = await fsck();
      expect(code).toBe(3);
      expect(err).toContain("differs from the truth in 1 of 1 contexts");
      expect(report.differing).toMatchObject([
        {
          contextId,
          missing: { count: 1, ids: [gone._source.id] },
          stale: { count: 1, ids: [stale._source.id] },
          surplus: { count: 1, ids: ["turn:extra"] },
        },
      ]);
      const done = await world.command("reindex", "--context", contextId, "--json");
      expect(done).toMatchObject({ code: 0 });
      expect(JSON.parse(done.out)).toMatchObject({ contexts: 1 });
      expect(await fsck()).toMatchObject({ code: 0, report: { differing: [] } });
      expect(await world.serving()).toBe(index);
    },
    longLimitMs,
  );
});

describe("an index that is made anew", () => {
  it(
    "is searched and written to meanwhile, whole at every moment, also where the making was killed",
    async () => {
      const anchor = await say(first);
      expect(await finds(second, anchor)).toBe(true);
      const before = await world.serving();
      let isOver = false;
      const failures: string[] = [];
      const traffic = async (by: LociProcess) => {
        while (!isOver) {
          const word = await say(by);
          for (const wanted of [word, anchor]) {
            const { status, body } = await by.tenant.post<{ hits: { text: string }[]; trace: { degraded?: string[] } }>("/query", {
              ...{ query: wanted, k: 3, mode: "hybrid" },
            });
            if (status !== 200) failures.push(`${status}`);
            else if (!body.hits.some(({ text }) => text.includes(wanted))) failures.push(`missed ${wanted}`);
            else if ((body.trace.degraded ?? []).length > 0) failures.push(String(body.trace.degraded));
          }
        }
      };
      const asking = Promise.all([first, second].map(traffic));
      // Killed as soon as it has begun the next one, or, on the second time, found it: the one that serves stays.
      for (let kills = 0; kills < 2; kills++) {
        const killed = await world.begin(["reindex"], new RegExp(contextId));
        await killed.kill();
      }
      const done = await world.command("reindex", "--json");
      expect(done).toMatchObject({ code: 0 });
      const made = (JSON.parse(done.out) as { index: string }).index;
      for (let i = 0; i < 20; i++) {
        const word = await say(first);
        if (!(await finds(second, word))) failures.push(`missed ${word}`);
      }
      isOver = true;
      await asking;
      expect(failures).toEqual([]);
      expect(made).not.toBe(before);
      expect(await world.serving()).toBe(made);
      expect(await fsck()).toMatchObject({ code: 0, report: { differing: [] } });
    },
    longLimitMs,
  );
});

interface Listed {
  readonly _id: string;
  readonly _source: { readonly id: string };
}

async function search(index: string, body: object): Promise<readonly Listed[]> {
  const answer = await fetch(`${world.search.url}/${index}/_search?routing=${contextId}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { hits: { hits: Listed[] } }).hits.hits;
}
