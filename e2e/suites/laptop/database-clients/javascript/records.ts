import assert from "node:assert/strict";
import {
  AlreadyExistsError,
  RecordId,
  RecordIdRange,
  BoundExcluded,
  BoundIncluded,
  StringRecordId,
  Table,
  eq,
  gt,
} from "surrealdb";
import { fails, same, type Checks } from "./checks.ts";

interface Person {
  [field: string]: unknown;
  name?: string;
  age?: number;
}

const person = new Table("person");
const of = (id: string | number) => new RecordId("person", id);
/** From 2 to below 4. */
const some = new RecordIdRange("person", new BoundIncluded(2), new BoundExcluded(4));

async function values(stream: AsyncIterable<{ isValue(): boolean; readonly value?: unknown }>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const frame of stream) if (frame.isValue()) found.push(frame.value);
  return found;
}

/** Each way to change and read records without a text. */
export const records: Checks = {
  "are created": async ({ db }) => {
    same(await db.create<Person>(of("mina")).content({ name: "Mina" }), { id: of("mina"), name: "Mina" });
    same(await db.create<Person>(new StringRecordId("person:ali")), { id: of("ali") });
    const [random] = await db.create<Person>(person).content({ age: 3 });
    assert.equal(random?.id.table.name, "person");
    same(await db.create<Person>(of("b")).content({ age: 1 }).output("none"), undefined);
    same(await db.create<Person>(of("c")).content({ age: 1 }).output("after").retry(), { id: of("c"), age: 1 });
    same(await db.create<Person>(of("e")).patch([{ op: "add", path: "/age", value: 5 }]), { id: of("e"), age: 5 });
    assert.deepEqual(await db.create<Person>(of("d")).json(), { id: "person:d" });
    same(await values(db.create<Person>(of("f")).stream()), [{ id: of("f") }]);
    assert.match(db.create(of("g")).compile().query, /^CREATE ONLY /);
    const again = await fails(db.create(of("mina")), AlreadyExistsError, /^Database record `person:mina` already exists$/);
    assert.equal(again.recordId, "person:mina");
  },
  "are inserted": async ({ db }) => {
    await db.delete(person);
    same(await db.insert<Person>(person, { id: 1, name: "One" }), [{ id: of(1), name: "One" }]);
    same(
      await db.insert<Person>([
        { id: of(2), age: 2 },
        { id: of(3), age: 3 },
      ]),
      [
        { id: of(2), age: 2 },
        { id: of(3), age: 3 },
      ],
    );
    same(await db.insert<Person>(person, { id: 1, name: "Other" }).ignore(), []);
    await fails(db.insert(person, { id: 1 }), AlreadyExistsError);
    same(await db.insert<Person>(person, { id: 4 }).output("none").retry(), []);
    assert.deepEqual(await db.insert<Person>(person, { id: 5 }).json(), [{ id: "person:5" }]);
    same(await values(db.insert<Person>(person, { id: 6 }).stream()), [{ id: of(6) }]);
    assert.match(db.insert(person, { id: 7 }).relation().ignore().compile().query, /^INSERT RELATION IGNORE INTO /);
    const edge = { id: "x", in: of(1), out: of(2), since: 2024 };
    same(await db.insert(new Table("knows"), edge).relation(), [{ ...edge, id: new RecordId("knows", "x") }]);
  },
  "are read": async ({ db }) => {
    await db.query(
      "DELETE person; INSERT INTO person (id, age, home) VALUES (1, 10, city:a), (2, 20, NONE), (3, 30, NONE), (4, 40, NONE)",
    );
    await db.query("UPSERT city:a SET name = 'Bergen'");
    same(await db.select<Person>(of(2)), { id: of(2), age: 20 });
    same(await db.select<Person>(of(9)), undefined);
    same(
      (await db.select<Person>(person)).map(({ age }) => age),
      [10, 20, 30, 40],
    );
    same(
      (await db.select<Person>(some)).map(({ age }) => age),
      [20, 30],
    );
    same(await db.select<Person>(person).where(gt("age", 10)).start(1).limit(1), [{ id: of(3), age: 30 }]);
    same(await db.select<Person>(of(1)).fields("age"), { age: 10 });
    same(await db.select<Person>(person).value("age"), [10, 20, 30, 40]);
    same(await db.select<Person>(of(1)).fetch("home"), {
      id: of(1),
      age: 10,
      home: { id: new RecordId("city", "a"), name: "Bergen" },
    });
    assert.deepEqual(await db.select<Person>(of(2)).json(), { id: "person:2", age: 20 });
    same(await values(db.select<Person>(some).stream()), [
      { id: of(2), age: 20 },
      { id: of(3), age: 30 },
    ]);
    assert.match(db.select(person).compile().query, /^SELECT \* FROM /);
  },
  "are updated": async ({ db }) => {
    await db.query("DELETE person; INSERT INTO person (id, age) VALUES (1, 1), (2, 2), (3, 3), (4, 4)");
    same(await db.update<Person>(of(1)).content({ name: "One" }), { id: of(1), name: "One" });
    same(await db.update<Person>(of(1)).merge({ age: 1 }), { id: of(1), name: "One", age: 1 });
    same(await db.update<Person>(of(1)).replace({ age: 9 }), { id: of(1), age: 9 });
    same(await db.update<Person>(of(1)).patch([{ op: "replace", path: "/age", value: 8 }]), { id: of(1), age: 8 });
    same(await db.update<Person>(some).merge({ old: true }), [
      { id: of(2), age: 2, old: true },
      { id: of(3), age: 3, old: true },
    ]);
    same(await db.update<Person>(person).merge({ old: false }).where(eq("age", 3)).retry(), [{ id: of(3), age: 3, old: false }]);
    same(await db.update<Person>(of(1)).merge({ age: 7 }).output("before"), { id: of(1), age: 8 });
    same(await db.update<Person>(of(1)).merge({ age: 6 }).output("diff"), [{ op: "replace", path: "/age", value: 6 }]);
    same(await db.update<Person>(of(99)).merge({ age: 1 }), undefined);
    assert.deepEqual(await db.update<Person>(of(1)).merge({ age: 5 }).json(), { id: "person:1", age: 5 });
    same(await values(db.update<Person>(of(4)).merge({ age: 5 }).stream()), [{ id: of(4), age: 5 }]);
    assert.match(db.update(of(1)).merge({}).compile().query, /^UPDATE ONLY .+ MERGE /);
  },
  "are made or updated": async ({ db }) => {
    await db.delete(person);
    same(await db.upsert<Person>(of(1)).content({ name: "One" }), { id: of(1), name: "One" });
    same(await db.upsert<Person>(of(1)).merge({ age: 1 }), { id: of(1), name: "One", age: 1 });
    same(await db.upsert<Person>(of(1)).replace({ age: 2 }), { id: of(1), age: 2 });
    same(await db.upsert<Person>(of(1)).patch([{ op: "add", path: "/name", value: "X" }]), { id: of(1), age: 2, name: "X" });
    same(await db.upsert<Person>(some).merge({ age: 3 }), []);
    same(await db.upsert<Person>(person).merge({ age: 4 }).where(eq("name", "X")).retry(), [{ id: of(1), age: 4, name: "X" }]);
    same(await db.upsert<Person>(of(2)).content({}).output("none"), undefined);
    assert.deepEqual(await db.upsert<Person>(of(3)).content({ age: 1 }).json(), { id: "person:3", age: 1 });
    same(await values(db.upsert<Person>(of(4)).stream()), [{ id: of(4) }]);
    assert.match(db.upsert(of(1)).compile().query, /^UPSERT ONLY /);
  },
  "are linked": async ({ db }) => {
    await db.query("DELETE person; INSERT INTO person (id) VALUES (1), (2), (3)");
    const knows = new Table("knows");
    const edge = new RecordId("knows", "first");
    same(await db.relate(of(1), edge, of(2), { since: 2024 }), { id: edge, in: of(1), out: of(2), since: 2024 });
    const many = await db.relate([of(1), of(2)], knows, [of(3)]);
    same(
      many.map((each) => (each as { in?: unknown }).in),
      [of(1), of(2)],
    );
    same(await db.query("SELECT VALUE array::sort(->knows->person) FROM ONLY person:1"), [[of(2), of(3)]]);
    await db.relate(of(3), knows, of(1)).output("none").retry();
    const named = new RecordId("knows", "second");
    assert.deepEqual(await db.relate(of(3), named, of(2)).json(), { id: "knows:second", in: "person:3", out: "person:2" });
    same(await values(db.relate(of(2), new RecordId("knows", "third"), of(1)).stream()), [
      { id: new RecordId("knows", "third"), in: of(2), out: of(1) },
    ]);
    assert.match(db.relate(of(1), knows, of(2)).unique().compile().query, /^RELATE /);
  },
  "are deleted": async ({ db }) => {
    await db.query("DELETE person; INSERT INTO person (id) VALUES (1), (2), (3), (4), (5), (6)");
    same(await db.delete<Person>(of(1)), { id: of(1) });
    same(await db.delete<Person>(of(1)), undefined);
    same(await db.delete<Person>(some), [{ id: of(2) }, { id: of(3) }]);
    same(await db.delete<Person>(of(4)).output("none").retry(), undefined);
    assert.deepEqual(await db.delete<Person>(of(5)).json(), { id: "person:5" });
    assert.match(db.delete(of(1)).compile().query, /^DELETE ONLY /);
    same(await values(db.delete<Person>(person).stream()), [{ id: of(6) }]);
    same(await db.select(person), []);
  },
};
