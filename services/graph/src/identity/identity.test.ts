import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import { presentTime as view } from "@loci/platform/messages";
import { caller, fact, facts, named, openRoom, relation, scopes, write, type Room } from "../testing/room.ts";

const user = "Person/user";

let room: Room;
beforeAll(async () => void (room = await openRoom(await openPglite({ folder: undefined }))));
afterAll(() => room.database.close());

type Proposed = Parameters<typeof facts>[0];
const say = (ctx: string, said: readonly Proposed[], ...scope: string[]) =>
  room.service.writeMemory(write({ proposals: facts(...said), scopes: scope.length === 0 ? null : scopes(scope) }), caller(ctx));
const tell = (ctx: string, ref: string, key: string, value: string, ...scope: string[]) =>
  say(ctx, [fact(ref, key, value)], ...scope);
const known = async (ctx: string, ref: string, call = caller(ctx)) =>
  (await room.service.getEntity({ lens: null, ...named(ref), time: view }, call)).attributes
    .filter(({ knownUntil }) => knownUntil === "")
    .map(({ key, value }) => `${key} ${value}`)
    .sort();
const listed = async (ctx: string) =>
  (await room.service.listEntities({ type: "", limit: 0, offset: 0, time: null }, caller(ctx))).entities
    .map(({ name }) => name)
    .sort();
const merges = async (ctx: string) => (await room.service.listMerges({ limit: 0, offset: 0 }, caller(ctx))).merges;
const found = async (ctx: string, name: string, call = caller(ctx), lens?: string) =>
  (await room.service.findEntities({ names: [name], limit: 9, lens: lens === undefined ? null : scopes([lens]) }, call)).entities;

describe("what else one is called", () => {
  it("is a project's told name, whatever a reader takes the name for; no place is a person of that name", async () => {
    const ctx = room.context();
    await tell(ctx, "Project/Zephyr Labs", "name", "Borealis");
    await tell(ctx, "Person/Borealis", "headcount", "80");
    expect(await known(ctx, "Project/Zephyr Labs")).toEqual(["headcount 80", "name Borealis"]);
    await tell(ctx, user, "given_name", "Paris");
    await tell(ctx, "Place/Paris", "population", "2 million");
    await tell(ctx, "Project/Paris", "budget", "40k");
    expect(await known(ctx, user)).toEqual(["given_name Paris"]);
  });

  it("is one of several that a reader made of one name, and the letters that it is short for", async () => {
    const ctx = room.context();
    await say(ctx, [
      fact("Person/International Widget Holdings", "also_known_as", "IWH"),
      fact("Organisation/International Widget Holdings", "known_as", "IWH"),
    ]);
    await tell(ctx, "Place/IWH", "president", "Outi");
    expect(await listed(ctx)).toEqual(["International Widget Holdings"]);
    await say(ctx, [
      fact("Person/Data Platform", "also_known_as", "DP"),
      fact("Person/DP", "headcount", "7"),
      relation("Person/Khadija", "leads", "Project/Data Platform"),
    ]);
    expect(await listed(ctx)).toEqual(["Data Platform", "International Widget Holdings", "Khadija"]);
    await say(ctx, [
      fact('Person/Theodora "Teddy" Vance', "coaches", "the swim team"),
      fact('Person/Theodora "Teddy" Vance', "nickname", "Teddy"),
    ]);
    expect((await room.service.listAliases(named('Person/Theodora "Teddy" Vance'), caller(ctx))).aliases).toHaveLength(1);
    await tell(ctx, "Person/Teddy", "owns", "a new car");
    expect(await known(ctx, "Person/Teddy")).toContain("coaches the swim team");
    await tell(ctx, "Project/Kingfisher", "known_as", "Project KF");
    await tell(ctx, "Project/KF", "budget", "120k");
    expect(await known(ctx, "Project/Kingfisher")).toContain("budget 120k");
  });

  it("is what one signs with: a handle, an address, the code name that a reader took for somebody", async () => {
    const ctx = room.context();
    await tell(ctx, "Person/Leila Haddad", "email", "lh@northpier.example");
    await tell(ctx, "Thing/lh@northpier.example", "event", "asked for the invoice");
    expect(await known(ctx, "Person/Leila Haddad")).toContain("event asked for the invoice");
    await tell(ctx, "Person/Tobias Krantz", "handle", "@tkrantz");
    await tell(ctx, "Person/@tkrantz", "maintains", "the build");
    expect(await known(ctx, "Person/Tobias Krantz")).toContain("maintains the build");
    await say(ctx, [relation("Product/billing service", "code_name", "Person/Kestrel")]);
    await tell(ctx, "Person/Kestrel", "date", "3 June");
    expect(await known(ctx, "Product/billing service")).toContain("date 3 June");
  });

  it("is no mailbox that two share, and no hindrance to the name of who speaks", async () => {
    const ctx = room.context();
    await tell(ctx, "Person/Ana Silva", "email", "office@acme.example");
    await tell(ctx, "Person/Bo Lund", "email", "office@acme.example");
    expect(await merges(ctx)).toEqual([]);
    await tell(ctx, user, "email", "k.osei@fernhill.example");
    await tell(ctx, user, "full_name", "Kwabena Osei");
    await tell(ctx, "Person/Kwabena", "collects", "records");
    expect(await known(ctx, user)).toContain("collects records");
  });

  it("is a last name alone, whatever a reader takes it for", async () => {
    const ctx = room.context();
    await tell(ctx, "Person/Professor Ilse Brandt", "supervises", "thesis");
    await tell(ctx, "Organisation/Brandt", "status", "on leave");
    expect(await known(ctx, "Person/Professor Ilse Brandt")).toContain("status on leave");
  });

  it("is the title with the last name, of one bearer", async () => {
    const ctx = room.context();
    await tell(ctx, "Person/Professor Adaeze Nwosu", "teaches", "botany");
    await tell(ctx, "Person/Prof. Nwosu", "hobby", "chess");
    expect(await merges(ctx)).toMatchObject([{ reason: "Professor Adaeze Nwosu and Prof. Nwosu: title and last name" }]);
    await tell(ctx, "Person/Dr. Ana Silva", "residence", "Porto");
    await tell(ctx, "Person/Dr. Rui Silva", "residence", "Faro");
    await tell(ctx, "Person/Dr. Silva", "hobby", "chess");
    expect(await merges(ctx)).toHaveLength(1);
  });
});

describe("who speaks", () => {
  it("is one with every way to say so, and with the name that was told, before and after", async () => {
    const ctx = room.context();
    await tell(ctx, "Person/User", "residence", "Faro");
    await tell(ctx, "person/me", "given_name", "Ana");
    await tell(ctx, "Person/Ana", "residence", "Porto");
    await tell(ctx, "User/the user", "hobby", "chess");
    expect(await known(ctx, "Person/Ana")).toEqual(["given_name Ana", "hobby chess", "residence Porto"]);
    expect(await listed(ctx)).toEqual(["user"]);
    expect((await room.service.listAliases(named(user), caller(ctx))).aliases).toMatchObject([{ alias: "Ana" }]);
  });

  it("is one with who was spoken of by that name before, and what is said of either ends what was said of the other", async () => {
    const ctx = room.context();
    await tell(ctx, "Person/Ana", "employer", "Acme");
    const told = await tell(ctx, user, "given_name", "Ana");
    expect(told.results[0]?.decisions.map(({ rule }) => rule)).toContain("told_name");
    await tell(ctx, user, "employer", "Initech");
    expect(await known(ctx, user)).toEqual(["employer Initech", "given_name Ana"]);
    const [merge] = await merges(ctx);
    expect(merge).toMatchObject({ kept: "Person/user", merged: "Person/Ana" });
    await room.service.undoMerge({ id: merge?.id ?? "", reason: "another Ana", operation: null }, caller(ctx));
    expect([await known(ctx, user), await known(ctx, "Person/Ana")]).toEqual([
      ["employer Initech", "given_name Ana"],
      ["employer Acme"],
    ]);
    await tell(ctx, user, "name", "Ana");
    expect((await merges(ctx)).filter(({ undoneAt }) => undoneAt === "")).toEqual([]);
  });

  it("keeps an alias that was taken back away", async () => {
    const ctx = room.context();
    await tell(ctx, user, "given_name", "Ana");
    await room.service.removeAlias({ entity: named(user), alias: "Ana", reason: "no", operation: null }, caller(ctx));
    await tell(ctx, user, "full_name", "Ana");
    await tell(ctx, "Person/Ana", "hobby", "chess");
    expect(await known(ctx, "Person/Ana")).toEqual(["hobby chess"]);
  });

  it("is not the manager of that name, nor who has another name in the same scope", async () => {
    const ctx = room.context();
    await tell(ctx, user, "given_name", "Rosalind");
    await say(ctx, [relation(user, "manager", "Person/Rosalind")]);
    await tell(ctx, "Person/Rosalind", "residence", "Delhi");
    await tell(ctx, user, "given_name", "Bruno");
    await tell(ctx, "Person/Bruno", "residence", "Turin");
    expect(await known(ctx, user)).not.toEqual(expect.arrayContaining([expect.stringContaining("residence")]));
  });

  it("is somebody else in another person's scope, whatever both are called, and for who sees both", async () => {
    const ctx = room.context();
    for (const [id, city] of [
      ["u7", "Lima"],
      ["u8", "Oslo"],
    ] as const) {
      await tell(ctx, user, "given_name", "Ana", `user/${id}`);
      await tell(ctx, user, "residence", city, `user/${id}`);
      await tell(ctx, "Person/Ana", "hobby", id, `user/${id}`);
    }
    const reader = (id: string) => caller(ctx, { "memory:read": [`user/${id}`] });
    expect(await known(ctx, "Person/Ana", reader("u8"))).toEqual(["given_name Ana", "hobby u8", "residence Oslo"]);
    expect((await room.service.listEntities({ type: "", limit: 0, offset: 0, time: null }, caller(ctx))).entities).toHaveLength(2);
    const [own, ...others] = await found(ctx, "user", caller(ctx), "user/u7");
    expect([own?.name, others]).toEqual(["user", []]);
    // Whoever sees several people and is none of them is not told that they are one.
    expect(await found(ctx, "user")).toEqual([]);
    expect(await known(ctx, user)).toHaveLength(3);
  });
});

describe("names that are like one another", () => {
  it.each([
    ["Organisation/Acme Inc.", "Company/Acme"],
    ["Organisation/World Seed Organisation", "Organisation/The World Seed Organization"],
    ["Place/King's Road Clinic", "Place/Kings Road Clinic"],
    ["Person/Robert Tanner", "Person/Bob Tanner"],
    ["Person/Dr. Lena Park", "Person/Lena Park"],
    ["Person/Mirjam Hollander", "Person/Hollander, Mirjam"],
    ["Person/Farida Khan", "Thing/Farida"],
    ["Person/Ingrid Lindqvist", "Person/Professor Lindqvist"],
    ["Person/Haruto Tanaka", "Person/Tanaka-san"],
    ["Person/Robert Tanner", "Person/Mr. Tanner"],
    ["Person/Zhang Wei", "Person/Wei Zhang"],
    ["Project/Heron", "Organisation/Project Heron"],
    ["Animal/Biscuit", "Person/Biscuit"],
    ["Place/New York City", "Place/NYC"],
    ["Organisation/WFK", "Organisation/Winter Family Kitchen"],
    ["Organisation/Nordlicht Energie GmbH", "Organisation/Nordlicht"],
    ['Person/Giacomo "Jack" Ferri', "Person/Jack Ferri"],
  ])("%s and %s are one, by a decision that can be undone without loss", async (first, second) => {
    const ctx = room.context();
    await tell(ctx, first, "hobby", "chess");
    await tell(ctx, second, "hobby", "go");
    await tell(ctx, second, "hobby", "chess");
    await tell(ctx, second, "residence", "Oslo");
    await tell(ctx, first, "residence", "Bergen");
    expect(await known(ctx, second)).toEqual(["hobby chess", "hobby go", "residence Bergen"]);
    const [merge] = await merges(ctx);
    await room.service.undoMerge({ id: merge?.id ?? "", reason: "two", operation: null }, caller(ctx));
    const apart = [
      ["hobby chess", "residence Bergen"],
      ["hobby chess", "hobby go", "residence Oslo"],
    ];
    expect([await known(ctx, first), await known(ctx, second)]).toEqual(apart);
    await tell(ctx, second, "hobby", "bridge");
    expect(await known(ctx, first)).toEqual(apart[0]);
  });

  it.each([
    ["Person/Mr Novak", "Person/Mrs Novak"],
    ["Person/Ana Silva", "Person/Ana Costa"],
    ["Person/William Ashe senior", "Person/William Ashe junior"],
    ["Person/Will Baker", "Person/Will"],
    ["Person/Tom", "Person/Tom Baker"],
    ["Person/John A. Smith", "Person/John B. Smith"],
    ["Person/Marcus James", "Person/James"],
    ["Place/Victoria", "Person/Victoria Wood"],
    ["Organisation/Delta Air", "Organisation/Delta Dental"],
    ["Person/Elena Rossi", "Person/Mr. Rossi"],
    ["Person/Devin Tanner", "Person/Mr. Tanner"],
    ["Person/Paris", "Place/Paris"],
    ["Person/Heron", "Project/Heron"],
    ["Organisation/Reading", "Place/Reading"],
    ["Organisation/Nordlicht", "Organisation/Nordlicht Energie GmbH"],
    ["Organisation/Nordlicht Energie", "Organisation/Nordlicht"],
  ])("%s and %s stay two", async (first, second) => {
    const ctx = room.context();
    await tell(ctx, first, "hobby", "chess");
    await tell(ctx, second, "hobby", "go");
    expect([await known(ctx, first), await merges(ctx)]).toEqual([["hobby chess"], []]);
  });

  it("are of one where something that tells people apart is the same", async () => {
    const ctx = room.context();
    await tell(ctx, "Person/J. Smith", "employer", "Acme");
    await tell(ctx, "Person/John Smith", "employer", "Acme");
    expect(await merges(ctx)).toMatchObject([{ kept: "Person/John Smith", merged: "Person/J. Smith" }]);
  });

  it("a last name or an initial is its only bearer's, and nobody's once two have it", async () => {
    const ctx = room.context();
    await tell(ctx, "Person/P. Adeyemi", "hobby", "chess");
    await tell(ctx, "Person/Philip Adeyemi", "hobby", "go");
    await tell(ctx, "Person/Adeyemi", "hobby", "darts");
    expect(await listed(ctx)).toEqual(["Philip Adeyemi"]);
    await tell(ctx, "Person/Paula Adeyemi", "hobby", "bridge");
    expect(await listed(ctx)).toEqual(["Adeyemi", "P. Adeyemi", "Paula Adeyemi", "Philip Adeyemi"]);
  });

  it("a first name is nobody's once two have it, and nobody's who is introduced as somebody else", async () => {
    const ctx = room.context();
    await tell(ctx, "Person/Ana Silva", "hobby", "chess");
    await tell(ctx, "Person/Ana", "hobby", "go");
    expect(await listed(ctx)).toEqual(["Ana Silva"]);
    await tell(ctx, "Person/Ana Costa", "hobby", "bridge");
    expect(await listed(ctx)).toEqual(["Ana", "Ana Costa", "Ana Silva"]);
    await tell(ctx, "Person/Marta Lis", "hobby", "chess");
    await say(ctx, [relation(user, "sibling", "Person/Marta")]);
    expect(await listed(ctx)).toEqual(expect.arrayContaining(["Marta", "Marta Lis"]));
  });

  it("how one is addressed is nobody's either, once two may be meant", async () => {
    const ctx = room.context();
    await tell(ctx, "Person/Haruto Tanaka", "hobby", "chess");
    await tell(ctx, "Person/Tanaka-san", "hobby", "go");
    await tell(ctx, "Person/Mr. Tanaka", "hobby", "darts");
    expect(await listed(ctx)).toEqual(["Haruto Tanaka"]);
    await tell(ctx, "Person/Kenji Tanaka", "hobby", "bridge");
    expect(await listed(ctx)).toEqual(expect.arrayContaining(["Haruto Tanaka", "Kenji Tanaka", "Mr. Tanaka"]));
    await tell(ctx, "Organisation/Nordlicht Energie GmbH", "location", "Kiel");
    await tell(ctx, "Organisation/Nordlicht", "pays_within", "ten days");
    expect(await listed(ctx)).not.toContain("Nordlicht");
    await tell(ctx, "Organisation/Nordlicht Reisen GmbH", "location", "Bonn");
    expect(await listed(ctx)).toContain("Nordlicht");
    await tell(ctx, "Animal/Rex", "species", "dog");
    await say(ctx, [relation(user, "sibling", "Person/Rex")]);
    expect((await listed(ctx)).filter((name) => name === "Rex")).toHaveLength(2);
  });

  it("circles of aliases end", async () => {
    const ctx = room.context();
    await tell(ctx, "Person/Ada Lund", "also_known_as", "Bea Lund");
    await tell(ctx, "Person/Bea Lund", "also_known_as", "Cleo Lund");
    await tell(ctx, "Person/Cleo Lund", "also_known_as", "Ada Lund");
    await tell(ctx, "Person/Dora Holm", "hobby", "chess");
    await tell(ctx, "Person/Edda Holm", "also_known_as", "Dora Holm");
    await tell(ctx, "Person/Dora Holm", "also_known_as", "Edda Holm");
    expect(await known(ctx, "Person/Cleo Lund")).toContain("also_known_as Ada Lund");
    expect(await known(ctx, "Person/Edda Holm")).toContain("hobby chess");
  });
});
