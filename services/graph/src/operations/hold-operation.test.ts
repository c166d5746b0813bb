import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { Call } from "@loci/platform/call";
import { caller, openRoom, type Room } from "../testing/room.ts";

describe("an operation that is held", () => {
  let room: Room;
  beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
  afterAll(() => room.database.close());

  const ask = (id: string, call: Call) =>
    room.service.holdOperation({ id, hash: new Uint8Array([1]) }, call)[Symbol.asyncIterator]();
  const granted = { done: false, value: {} };
  const refused = { code: "conflict", retryAfterSeconds: 1 };

  it("is refused to its twin until it is no longer read", async () => {
    const call = caller(room.context());
    const first = ask("a", call);
    expect(await first.next()).toEqual(granted);
    await expect(ask("a", call).next()).rejects.toMatchObject(refused);
    await first.return?.();
    expect(await ask("a", call).next()).toEqual(granted);
  });

  it("is given back when whoever asked has gone", async () => {
    const gone = new AbortController();
    const call = caller(room.context());
    const first = ask("a", { ...call, signal: gone.signal });
    await first.next();
    const rest = first.next();
    gone.abort();
    expect(await rest).toEqual({ done: true, value: undefined });
    expect(await ask("a", call).next()).toEqual(granted);
  });

  it("is waited for a moment: word of its end may come after who repeats it", async () => {
    const call = caller(room.context());
    const first = ask("a", call);
    await first.next();
    const [again] = await Promise.all([ask("a", call).next(), first.return?.()]);
    expect(again).toEqual(granted);
  });

  it("is another one in another context, for another principal, and for the holders of management keys", async () => {
    const ctx = room.context();
    const management: Call = { ...caller(ctx), caller: { kind: "management" } };
    const calls = [caller(ctx), caller(room.context()), caller(ctx, undefined, "principal:two"), management];
    expect(await Promise.all(calls.map((call) => ask("a", call).next()))).toEqual(calls.map(() => granted));
    await expect(ask("a", management).next()).rejects.toMatchObject(refused);
  });
});
