import { expect, it } from "@jest/globals";
import type { LiveQuery, RecordChange } from "../interpret/live.ts";
import { QueryError } from "../errors.ts";
import { RecordId } from "../values/value.ts";
import { LiveQueries, type Answer } from "./live-queries.ts";
import { usualLimits } from "../limits.ts";
import type { StoreTransaction } from "../store/port.ts";
import type { Notification } from "./port.ts";

const place = { namespace: "test", database: "test" };
const query = { place, table: "t" } as LiveQuery;
const change = (key: string): RecordChange => ({
  place,
  action: "CREATE",
  id: new RecordId("t", key),
  before: undefined,
  after: new Map(),
});

it("a live query that begins while an earlier change is still being told is not told of it", async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const live = new LiveQueries(
    async () => {
      await answered;
      return { result: undefined };
    },
    String,
    usualLimits,
    undefined,
  );
  const [first, second]: [Notification[], Notification[]] = [[], []];
  live.listen("first", (notification) => first.push(notification));
  live.listen("second", (notification) => second.push(notification));
  const transaction = { commit: () => Promise.resolve() } as StoreTransaction;
  await live.of("first").start(query);
  await live.of("first").commit(transaction, [change("before")]);
  await live.of("second").start(query);
  await live.of("first").commit(transaction, [change("after")]);
  answer();
  while (second.length === 0) await new Promise((go) => setTimeout(go, 5));
  expect(first.map(({ record }) => record?.key)).toEqual(["before", "after"]);
  expect(second.map(({ record }) => record?.key)).toEqual(["after"]);
});

it("a live query that cannot show a change by its own words ends, and nobody is alarmed", async () => {
  const failures: unknown[] = [];
  const answer = (): ReturnType<Answer> => Promise.reject(new QueryError("Internal", "no such function"));
  const live = new LiveQueries(answer, (error) => failures.push(error), usualLimits, undefined);
  const told: Notification[] = [];
  live.listen("one", (notification) => told.push(notification));
  const transaction = { commit: () => Promise.resolve() } as StoreTransaction;
  await live.of("one").start(query);
  await live.of("one").commit(transaction, [change("once"), change("twice")]);
  while (told.length === 0) await new Promise((go) => setTimeout(go, 5));
  expect([told.map(({ action }) => action), live.count, failures]).toEqual([["KILLED"], 0, []]);
});

it("a live query is told again where the store failed once, and that it has ended where it fails again", async () => {
  const failures: unknown[] = [];
  let toFail = 1;
  const answer = (): ReturnType<Answer> =>
    toFail-- > 0 ? Promise.reject(new Error("connection lost")) : Promise.resolve({ result: undefined });
  const live = new LiveQueries(answer, (error) => failures.push(error), usualLimits, undefined);
  const told: Notification[] = [];
  live.listen("one", (notification) => told.push(notification));
  const transaction = { commit: () => Promise.resolve() } as StoreTransaction;
  await live.of("one").start(query);
  await live.of("one").commit(transaction, [change("once")]);
  while (told.length < 1) await new Promise((go) => setTimeout(go, 5));
  toFail = 2;
  await live.of("one").commit(transaction, [change("twice")]);
  while (told.length < 2) await new Promise((go) => setTimeout(go, 5));
  expect(told.map(({ action, record }) => [action, record?.key])).toEqual([
    ["CREATE", "once"],
    ["KILLED", undefined],
  ]);
  expect(failures).toHaveLength(3);
});
