import { describe, expect, it } from "@jest/globals";
import { packVector } from "@loci/kernel";
import { serviceCall, type Call } from "@loci/platform/call";
import { scopeSetMessage } from "@loci/platform/messages";
import type { RemoteIndex, Tail } from "@loci/ports/search-index";
import type { graph } from "@loci/protos";
import { createTails } from "./tail.ts";

const record = (n: number): graph.FeedRecord => ({
  ...{ id: `turn:${n}`, removed: false, class: "passage", scopes: scopeSetMessage([["org/a"]]), text: `zebra ${n}`, speaker: "" },
  ...{ sessionId: "", seq: 0, entityIds: [], labels: [], knownAt: "", knownUntil: "", documentId: "" },
  embedding: packVector(new Float32Array([1, 0])),
});

/** A feed of `head` rows, and an index that shows as many of them as `shown` says. */
function open(state: { head: number; shown: number; generation?: string }) {
  const counts = { looks: 0, reads: 0 };
  const held = { until: Promise.resolve() };
  const time = { now: 0, passed: 0 };
  const index: Pick<RemoteIndex, "seen"> = {
    seen: () => {
      counts.looks++;
      return Promise.resolve({ generation: state.generation ?? "one", position: state.shown });
    },
  };
  const head = () => Promise.resolve({ revision: state.head, life: "one" });
  const readFeed = async ({ after, limit }: graph.ReadFeedRequest, { signal }: Call): Promise<graph.ReadFeedResponse> => {
    counts.reads++;
    await held.until;
    signal.throwIfAborted();
    const position = Math.min(state.head, after + limit);
    const records = Array.from({ length: position - after }, (_, i) => record(after + i + 1));
    return { records, position, changes: [] };
  };
  const tails = createTails({
    ...{ index: index as RemoteIndex, graph: { head, readFeed } },
    ...{ clock: () => time.now, elapsed: () => time.passed },
  });
  const call = serviceCall("", "trace", Number.MAX_SAFE_INTEGER);
  const upTo = (position: number, budgetMs = 0, signal = call.signal) => tails.upTo("a", position, { ...call, signal }, budgetMs);
  return { time, counts, held, upTo, tails };
}

const ids = ({ changes }: Tail) => changes.map((change) => ("put" in change ? change.put.id : change.remove));

describe("the feed's tail", () => {
  it("is what the index does not show yet", async () => {
    const { upTo } = open({ head: 5, shown: 3 });
    const { tail, missing } = await upTo(5);
    expect({ after: tail.after, ids: ids(tail), missing }).toEqual({
      ...{ after: { generation: "one", position: 3 }, ids: ["turn:4", "turn:5"], missing: 0 },
    });
  });

  it("is empty where all is shown, and then nobody is asked again", async () => {
    const { upTo, counts, time } = open({ head: 5, shown: 5 });
    const { tail } = await upTo(5);
    time.passed += 60_000;
    expect((await upTo(5)).tail).toBe(tail);
    expect({ tail, counts }).toEqual({
      ...{ tail: { after: { generation: "one", position: 5 }, changes: [] }, counts: { looks: 1, reads: 0 } },
    });
  });

  it("grows by what is written, and only that is read", async () => {
    const state = { head: 2, shown: 0 };
    const { upTo, counts } = open(state);
    await upTo(2);
    state.head = 3;
    expect(ids((await upTo(3)).tail)).toEqual(["turn:1", "turn:2", "turn:3"]);
    expect(counts).toEqual({ looks: 1, reads: 2 });
  });

  it("gives up what is shown, when it is time to look", async () => {
    const state = { head: 2, shown: 0 };
    const { upTo, time } = open(state);
    await upTo(2);
    state.head = 3;
    await upTo(3);
    state.shown = 2;
    time.passed += 300;
    const { tail } = await upTo(3);
    expect({ after: tail.after.position, ids: ids(tail) }).toEqual({ after: 2, ids: ["turn:3"] });
  });

  it("gives it up though the machine's clock was set back meanwhile", async () => {
    const state = { head: 2, shown: 0 };
    const { upTo, time } = open(state);
    await upTo(2);
    state.shown = 2;
    time.now -= 3_600_000;
    time.passed += 300;
    expect((await upTo(2)).tail).toEqual({ after: { generation: "one", position: 2 }, changes: [] });
  });

  it("begins anew with another generation of the index, or one that shows less", async () => {
    const state = { head: 3, shown: 3, generation: "one" };
    const { upTo, tails, time } = open(state);
    await upTo(3);
    Object.assign(state, { head: 4, shown: 1, generation: "two" });
    time.passed += 300;
    expect(ids((await upTo(4)).tail)).toEqual(["turn:2", "turn:3", "turn:4"]);
    tails.forget("a");
    state.shown = 0;
    expect((await upTo(4)).tail.after).toEqual({ generation: "two", position: 0 });
  });

  it("is not read where it is too long, and says how much is missing", async () => {
    const { upTo, counts } = open({ head: 5_000, shown: 10 });
    const { tail, missing } = await upTo(5_000);
    expect({ missing, changes: tail.changes.length, reads: counts.reads }).toEqual({ missing: 4_990, changes: 0, reads: 0 });
  });

  it("is all of the feed where what is shown goes beyond its end: the context was deleted, and began again", async () => {
    const { upTo } = open({ head: 3, shown: 9 });
    const { tail, missing } = await upTo(3);
    expect({ after: tail.after.position, ids: ids(tail), missing }).toEqual({
      ...{ after: 0, ids: ["turn:1", "turn:2", "turn:3"], missing: 0 },
    });
  });

  it("is empty for who asks for less than was written and shown since", async () => {
    const { upTo } = open({ head: 5, shown: 5 });
    const { tail } = await upTo(3);
    expect({ after: tail.after.position, ids: ids(tail) }).toEqual({ after: 5, ids: [] });
  });

  it("is read for the others though who asked first goes away", async () => {
    const { upTo, held, counts } = open({ head: 5, shown: 3 });
    const [goOn, leaving] = [Promise.withResolvers<undefined>(), new AbortController()];
    held.until = goOn.promise.then(() => undefined);
    const [first, second] = [upTo(5, 0, leaving.signal), upTo(5)];
    leaving.abort(new Error("gone"));
    await expect(first).rejects.toMatchObject({ code: "cancelled" });
    goOn.resolve(undefined);
    expect(ids((await second).tail)).toEqual(["turn:4", "turn:5"]);
    expect(counts.reads).toBe(1);
  });

  it("is read once for all who ask at the same time", async () => {
    const { upTo, counts } = open({ head: 5, shown: 0 });
    const all = await Promise.all(Array.from({ length: 5 }, () => upTo(5)));
    expect(new Set(all.map(({ tail }) => tail)).size).toBe(1);
    expect(counts).toEqual({ looks: 1, reads: 1 });
  });
});
