import { expect, it } from "@jest/globals";
import type { LiveQuery, RecordChange } from "../interpret/live.ts";
import { RecordId } from "../values/value.ts";
import { LiveQueries } from "./live-queries.ts";
import { usualLimits } from "../limits.ts";
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
  );
  const [first, second]: [Notification[], Notification[]] = [[], []];
  live.listen("first", (notification) => first.push(notification));
  live.listen("second", (notification) => second.push(notification));
  live.of("first").start(query);
  live.of("first").publish([change("before")]);
  live.of("second").start(query);
  live.of("first").publish([change("after")]);
  answer();
  while (second.length === 0) await new Promise((go) => setTimeout(go, 5));
  expect(first.map(({ record }) => record?.key)).toEqual(["before", "after"]);
  expect(second.map(({ record }) => record?.key)).toEqual(["after"]);
});
