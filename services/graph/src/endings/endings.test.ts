import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { graph } from "@loci/protos";
import { caller, fact, named, openRoom, relation, said, view, write, type Room } from "../testing/room.ts";

const ada = "Person/Ada";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const d = (n: number) => `2024-01-${String(n).padStart(2, "0")}T00:00:00.000Z`;
const tell = async (ctx: string, sessionId: string, ...text: Parameters<typeof said>) =>
  room.service.writeMemory(write({ ...said(...text), sessionId }), caller(ctx));
const over = { negated: true, changed: true };
const values = async (ctx: string, ref = ada) => {
  const seen = await room.service.getEntity({ lens: null, ...named(ref), time: view }, caller(ctx));
  return [...seen.attributes.map(({ value }) => value), ...seen.relations.map(({ target }) => target)].sort();
};
const history = async (ctx: string, key: string): Promise<readonly graph.FactDetail[]> =>
  (await room.service.getHistory({ ...named(ada), key, time: null }, caller(ctx))).history;

describe("what was stored before", () => {
  it("ends under every key with the thing that was parted with, and the turns that said it with it", async () => {
    const ctx = room.context();
    const drives = await tell(ctx, "", "I drive a Fiat Panda.", d(1), fact(ada, "drives", "Fiat Panda"));
    await tell(ctx, "", "I have a cat and a car.", d(2), fact(ada, "has", "cat"), fact(ada, "has", "car"));
    const sold = await tell(ctx, "", "Sold the Panda.", d(3), fact(ada, "owns", "Panda", over));
    expect(await values(ctx)).toEqual(["car", "cat"]);
    const { records } = await room.service.hydrateHits(
      { ids: [...drives.turnIds, ...sold.turnIds], time: null, includeEnded: true },
      caller(ctx),
    );
    expect(records.map(({ standing }) => standing?.kind)).toEqual(["ended", "current"]);
    expect(records[0]?.standing?.endedBy).toEqual(sold.turnIds);
  });

  it("ends with a life on both sides, and with a job its title", async () => {
    const ctx = room.context();
    await tell(
      ctx,
      "",
      "Bosse is my dog. I work at the Krone bakery as a baker.",
      d(1),
      relation(ada, "pet", "Animal/Bosse"),
      fact(ada, "employer", "Krone bakery"),
      fact(ada, "job_title", "baker"),
      fact(ada, "residence", "Krone"),
    );
    await tell(ctx, "", "I quit the bakery.", d(2), fact(ada, "employer", "bakery", over));
    expect(await values(ctx)).toEqual(["Animal/Bosse", "Krone"]);
    await tell(ctx, "", "Bosse died.", d(3), fact("Animal/Bosse", "status", "died", { changed: true }));
    expect(await values(ctx)).toEqual(["Krone"]);
  });

  it("is replaced by what took its place, among many values", async () => {
    const ctx = room.context();
    await tell(ctx, "", "We use Jira and Slack.", d(1), fact(ada, "uses", "Jira"), fact(ada, "uses", "Slack"));
    await tell(
      ctx,
      "",
      "We switched from Jira to Linear.",
      d(2),
      fact(ada, "uses", "Linear", { changed: true, insteadOf: "Jira" }),
    );
    expect(await values(ctx)).toEqual(["Linear", "Slack"]);
  });

  it("is what a correction without a subject is about, and was a mistake", async () => {
    const ctx = room.context();
    const { sessionId } = await tell(ctx, "", "We need 40 chairs.", d(1), fact(ada, "needs", "40 chairs"));
    await tell(ctx, "", "We need 3 tables.", d(1), fact(ada, "needs", "3 tables"));
    const wrong = { corrected: true, unbound: true, changed: true };
    await tell(ctx, sessionId, "Scratch that, 60 chairs.", d(1), fact(ada, "correction", "60 chairs", wrong));
    expect(await values(ctx)).toEqual(["3 tables", "60 chairs"]);
    const old = (await history(ctx, "needs")).find(({ value }) => value === "40 chairs");
    expect(old).toMatchObject({ mistaken: true, validUntil: "" });
    expect(await history(ctx, "correction")).toEqual([]);
  });

  it("stays beside what is added to it", async () => {
    const ctx = room.context();
    await tell(ctx, "", "I work at the library.", d(1), fact(ada, "employer", "library"));
    const answer = await tell(ctx, "", "I also work at a wine shop.", d(2), fact(ada, "employer", "wine shop", { beside: true }));
    expect(await values(ctx)).toEqual(["library", "wine shop"]);
    expect(answer.results[0]?.uncertainties).toEqual([]);
  });

  it("is named by one key, whatever its source called it", async () => {
    const ctx = room.context();
    await tell(ctx, "", "I work at Acme.", d(1), fact(ada, "works_at", "Acme"));
    await tell(ctx, "", "I am employed by Acme.", d(2), fact(ada, "employed_by", "Acme"));
    expect(await history(ctx, "employer")).toMatchObject([{ value: "Acme", sources: [{}, {}] }]);
  });

  it("costs one statement more to end, whatever there is", async () => {
    const cost = async (n: number, ending: Partial<graph.ProposedFact>) => {
      const ctx = room.context();
      await tell(ctx, "", "x", d(1), ...Array.from({ length: n }, (_, i) => fact(ada, `key_${i}`, `Panda ${i}`)));
      room.statements();
      await tell(ctx, "", "Sold it.", d(3), fact(ada, "owns", "Panda", ending));
      return room.statements();
    };
    const plain = await cost(1, { negated: true });
    expect(await cost(1, over)).toBe(await cost(200, over));
    expect((await cost(1, over)) - plain).toBeLessThanOrEqual(5);
  });
});
