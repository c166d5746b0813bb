import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { graph } from "@loci/protos";
import { caller, fact, named, openRoom, relation, said, view, write, type Room } from "../testing/room.ts";

const user = "Person/user";
const noriko = "Person/Noriko";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const tell = (ctx: string, text: string, day: number, ...list: graph.ProposedFact[]) =>
  room.service.writeMemory(write(said(text, `2024-01-0${day}T00:00:00.000Z`, ...list)), caller(ctx));
const works = (ctx: string, where: string, day: number) =>
  tell(ctx, `My wife works for ${where}.`, day, fact(user, "wife_employer", where));
const introduce = (ctx: string, day: number) => tell(ctx, "My wife is called Noriko.", day, relation(user, "spouse", noriko));
const seen = async (ctx: string, ref: string, asOf = "") =>
  (await room.service.getEntity({ lens: null, ...named(ref), time: { ...view, asOf } }, caller(ctx))).attributes.map(
    ({ key, value }) => `${key} ${value}`,
  );

describe("what is said of somebody's relative", () => {
  it("is said of who that is, in either order", async () => {
    const ctx = room.context();
    await works(ctx, "Acme", 1);
    expect(await seen(ctx, user)).toEqual(["wife_employer Acme"]);
    await introduce(ctx, 2);
    expect(await seen(ctx, user)).toEqual([]);
    expect(await seen(ctx, noriko)).toEqual(["employer Acme"]);
    await tell(ctx, "My wife's age is 41.", 3, fact(user, "wife_age", "41"));
    expect(await seen(ctx, noriko)).toEqual(expect.arrayContaining(["age 41", "employer Acme"]));
  });

  it("was so since it was said, and is not moved twice", async () => {
    const ctx = room.context();
    await works(ctx, "Acme", 1);
    await introduce(ctx, 2);
    await introduce(ctx, 3);
    expect(await seen(ctx, noriko, "2024-01-01T12:00:00.000Z")).toEqual(["employer Acme"]);
    expect(await seen(ctx, user, "2024-01-01T12:00:00.000Z")).toEqual([]);
  });

  it("stays the speaker's where another took the place", async () => {
    const ctx = room.context();
    await tell(ctx, "My boss is Helga.", 1, relation(user, "manager", "Person/Helga"));
    await tell(ctx, "My boss has a parrot.", 2, fact(user, "boss_pet", "parrot"));
    await tell(ctx, "My new boss is Tom.", 3, relation(user, "manager", "Person/Tom", { changed: true }));
    expect(await seen(ctx, "Person/Helga")).toEqual(["pet parrot"]);
    expect(await seen(ctx, "Person/Tom")).toEqual([]);
  });
});
