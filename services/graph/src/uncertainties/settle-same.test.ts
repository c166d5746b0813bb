import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { presentTime as view } from "@loci/platform/messages";
import { tablesThatHold } from "../testing/marker.ts";
import { caller, fact, facts, named, openRoom, said, scopes, within, write, type Room } from "../testing/room.ts";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

const all = { "memory:read": ["/"], "memory:write": ["/"], "memory:forget": ["/"] };
const tell = (ctx: string, ref: string, key: string, value: string, ...scope: string[]) =>
  room.service.writeMemory(
    write({ proposals: facts(fact(ref, key, value)), scopes: scope.length === 0 ? null : scopes(scope) }),
    caller(ctx),
  );
const asked = async (ctx: string, status = "open", call = caller(ctx)) =>
  (await room.service.listUncertainties({ status, owner: "", entity: "", limit: 0, offset: 0 }, call)).uncertainties;
const questions = async (ctx: string) => (await asked(ctx)).map(({ question }) => question);
const answer = (ctx: string, id: string, same: string, over = {}) =>
  room.service.resolveUncertainty(
    { id, chosen: [], same, value: "", reason: "I know them", operation: null, embedding: new Uint8Array(), ...over },
    caller(ctx),
  );
const known = async (ctx: string, ref: string) =>
  (await room.service.getEntity({ lens: null, ...named(ref), time: view }, caller(ctx))).attributes
    .map(({ value }) => value)
    .sort();
const merges = async (ctx: string) => (await room.service.listMerges({ limit: 0, offset: 0 }, caller(ctx))).merges;

describe("whether two are the same", () => {
  it.each([
    ["Person/Robert Tanner", "Person/Bob", "a nickname"],
    ["Person/Devin Tanner", "Person/Mr. Tanner", "a shared last name"],
    ["Person/Ana", "Person/Ana Silva", "a first name that was known alone"],
    ["Person/Dana White", "Person/Dana Wihte", "a slip"],
    ["Person/Marc Levy", "Person/Mark Levy", "the same sound"],
    ["Project/Kubernetes", "Project/Kubernets", "a letter less"],
  ])("is asked of %s and %s: %s", async (known, name) => {
    const ctx = room.context();
    await tell(ctx, known, "hobby", "chess");
    const { results } = await tell(ctx, name, "hobby", "rowing");
    expect(results[0]?.uncertainties).toMatchObject([{ about: `${name} same as ${known.split("/")[1]}` }]);
    expect(await questions(ctx)).toEqual([`Are these the same: ${name.split("/")[1]} and ${known.split("/")[1]}?`]);
    expect(await merges(ctx)).toEqual([]);
    await tell(ctx, name, "hobby", "sailing");
    await tell(ctx, known, "hobby", "golf");
    expect(await asked(ctx)).toHaveLength(1);
  });

  it.each([
    ["two of one first name who differ", "Person/Ana", "employer", "Acme", "Person/Ana Silva", "Initech"],
    ["two who live elsewhere", "Person/Ana", "residence", "Porto", "Person/Ana Silva", "Faro"],
    ["two of one last name", "Person/Ana Silva", "hobby", "chess", "Person/Rui Silva", "chess"],
    ["things that a number tells apart", "Project/Falcon 4711", "color", "red", "Project/Falcon 4712", "red"],
    ["short words that are like others", "Project/Mars", "color", "red", "Project/Mark", "red"],
    ["things of one maker", "Product/Acme Drill", "color", "red", "Product/Acme", "red"],
    ["a man and a woman", "Person/Mr. Novak", "hobby", "chess", "Person/Mrs. Novak", "chess"],
    ["a name that is a word", "Person/Will Turner", "hobby", "chess", "Person/Will", "chess"],
  ])("is not asked of %s", async (_, known, key, value, name, other) => {
    const ctx = room.context();
    await tell(ctx, known, key, value);
    await tell(ctx, name, key, other);
    expect(await questions(ctx)).toEqual([]);
  });

  it("is not asked across ScopeSets, nor seen from another", async () => {
    const ctx = room.context();
    await tell(ctx, "Person/Devin Tanner", "hobby", "chess", "a");
    await tell(ctx, "Person/Mr. Tanner", "hobby", "chess", "b");
    expect(await questions(ctx)).toEqual([]);
    await tell(ctx, "Person/Mr. Tanner", "hobby", "chess", "a");
    expect(await questions(ctx)).toHaveLength(1);
    expect(await asked(ctx, "open", within(ctx, "b"))).toEqual([]);
  });

  it("shows both with what was said of them", async () => {
    const ctx = room.context();
    const day = "2024-01-01T00:00:00.000Z";
    await room.service.writeMemory(
      write(said("Devin Tanner plays chess.", day, fact("Person/Devin Tanner", "hobby", "chess"))),
      caller(ctx),
    );
    await room.service.writeMemory(write(said("Mr. Tanner rows.", day, fact("Person/Mr. Tanner", "hobby", "rowing"))), caller(ctx));
    expect(await asked(ctx)).toMatchObject([
      {
        ...{ entity: "Person/Mr. Tanner", key: "same_as", reason: "Their names are alike: only bearer of last name." },
        candidates: [
          { entity: { type: "Person", name: "Mr. Tanner" }, sources: [{ text: "Mr. Tanner rows." }] },
          { entity: { type: "Person", name: "Devin Tanner" }, sources: [{ text: "Devin Tanner plays chess." }] },
        ],
      },
    ]);
    const { uncertainties } = await room.service.getEntity(
      { lens: null, ...named("Person/Devin Tanner"), time: view },
      caller(ctx),
    );
    expect(uncertainties).toMatchObject([{ about: "Person/Devin Tanner same as Mr. Tanner" }]);
    const state = await room.service.getState({ lens: null, time: view }, caller(ctx));
    expect(state.unknowns).toMatchObject([{ about: "Person/Mr. Tanner same as Devin Tanner" }]);
    const keeper = caller(ctx, { ...all, "grant:manage": ["/"] });
    const check = { check: "", duplicateThreshold: 0, maxResults: 0, repair: true };
    expect((await room.service.fsck(check, keeper)).contradictions).toEqual([]);
    expect(await asked(ctx)).toHaveLength(1);
  });

  it("answered with yes makes them one, by a merge that can be undone", async () => {
    const ctx = room.context();
    await tell(ctx, "Person/Mr. Tanner", "hobby", "chess");
    await tell(ctx, "Person/Robert Tanner", "hobby", "rowing");
    const [one] = await asked(ctx);
    expect(await answer(ctx, one?.id ?? "", "same")).toMatchObject({
      ...{ status: "resolved", resolution: "same", resolvedBy: "principal:one", resolutionReason: "I know them" },
    });
    const [merge] = await merges(ctx);
    expect(merge).toMatchObject({ kept: "Person/Robert Tanner", merged: "Person/Mr. Tanner", reason: "I know them" });
    expect(await known(ctx, "Person/Mr. Tanner")).toEqual(["chess", "rowing"]);
    await room.service.undoMerge({ id: merge?.id ?? "", reason: "no", operation: null }, caller(ctx));
    expect(await known(ctx, "Person/Mr. Tanner")).toEqual(["chess"]);
    await expect(answer(ctx, one?.id ?? "", "same")).rejects.toMatchObject({ code: "conflict" });
  });

  it("answered with no is never asked again, and no rule makes them one", async () => {
    const ctx = room.context();
    await tell(ctx, "Person/Robert Tanner", "hobby", "chess");
    await tell(ctx, "Person/Bob", "hobby", "rowing");
    const [one] = await asked(ctx);
    await answer(ctx, one?.id ?? "", "different");
    await tell(ctx, "Person/Robert Tanner", "nickname", "Bob");
    expect([await questions(ctx), await merges(ctx)]).toEqual([[], []]);
    expect(await known(ctx, "Person/Bob")).toEqual(["rowing"]);
  });

  it("is settled by a merge that comes otherwise, and gone with one of the two", async () => {
    const ctx = room.context();
    await tell(ctx, "Person/Robert Tanner", "hobby", "chess");
    await tell(ctx, "Person/Bob", "hobby", "rowing");
    await tell(ctx, "Person/Robert Tanner", "nickname", "Bob");
    expect(await asked(ctx, "resolved")).toMatchObject([{ resolution: "same", resolvedBy: "principal:one" }]);
    await tell(ctx, "Person/Marc Levy", "hobby", "chess");
    await tell(ctx, "Person/Mark Levy", "hobby", "rowing");
    expect(await asked(ctx)).toHaveLength(1);
    await room.service.deleteEntity(
      { type: "Person", name: "Marc Levy", replies: [], purge: true, dryRun: false, operation: null },
      caller(ctx, all),
    );
    expect(await asked(ctx, "")).toHaveLength(1);
    expect(await tablesThatHold(room.database, ctx, "Marc Levy")).toEqual({});
  });

  it("is answered by same alone, and nothing else is", async () => {
    const ctx = room.context();
    await tell(ctx, "Person/Devin Tanner", "hobby", "chess");
    await tell(ctx, "Person/Mr. Tanner", "hobby", "rowing");
    const [one] = await asked(ctx);
    const wrong = { code: "invalid", fields: [{ pointer: "/same" }] };
    await expect(answer(ctx, one?.id ?? "", "", { value: "x" })).rejects.toMatchObject(wrong);
    await tell(ctx, "Team/Reds", "captain", "Ruth");
    await tell(ctx, "Team/Reds", "captain", "Omar");
    const [other] = (await asked(ctx)).filter(({ key }) => key === "captain");
    await expect(answer(ctx, other?.id ?? "", "same")).rejects.toMatchObject(wrong);
  });

  it("is asked ten times at most in one write", async () => {
    const ctx = room.context();
    const names = [..."abdefghijklmnop"].map((letter) => `${letter}${letter}sen`);
    await room.service.writeMemory(
      write({ proposals: facts(...names.map((name) => fact(`Person/Devin ${name}`, "hobby", "chess"))) }),
      caller(ctx),
    );
    await room.service.writeMemory(
      write({ proposals: facts(...names.map((name) => fact(`Person/Mr. ${name}`, "hobby", "chess"))) }),
      caller(ctx),
    );
    expect(await asked(ctx)).toHaveLength(10);
  });
});
