import assert from "node:assert/strict";
import {
  eq,
  gt,
  LiveSubscriptionError,
  ManagedLiveSubscription,
  RecordId,
  Table,
  UnsupportedFeatureError,
  Uuid,
  type LiveMessage,
} from "surrealdb";
import { fails, root, same, until, type Check, type Checks } from "./checks.ts";

const watched = new Table("watched");
const of = (id: number) => new RecordId("watched", id);
const clear = "DEFINE TABLE IF NOT EXISTS watched; DELETE watched";

const onSocket = (check: Check): Check => {
  return async (world) => {
    if (world.isWebSocket) return check(world);
    await fails(world.db.live(watched), UnsupportedFeatureError);
    await fails(world.db.liveOf(Uuid.v4()), UnsupportedFeatureError);
  };
};

const told = (messages: readonly LiveMessage[]) =>
  messages.map((message) => (message.action === "KILLED" ? [message.action] : [message.action, message.recordId, message.value]));

/** What changes, as it happens. */
export const live: Checks = {
  "tell of each change until they are killed": onSocket(async ({ db }) => {
    await db.query(clear);
    const subscription = await db.live(watched);
    if (subscription instanceof ManagedLiveSubscription) await subscription.ready();
    const [heard, read]: [LiveMessage[], LiveMessage[]] = [[], []];
    const forget = subscription.subscribe((message) => heard.push(message));
    const reading = (async () => {
      for await (const message of subscription) read.push(message);
    })();
    assert.deepEqual([subscription.isManaged, subscription.isAlive, subscription.resource], [true, true, watched]);
    assert.match(String(subscription.id), /^[0-9a-f-]{36}$/);
    await db.query("CREATE watched:1 SET n = 1; UPDATE watched:1 SET n = 2; DELETE watched:1");
    await until("three changes", () => heard.length >= 3 && read.length >= 3);
    const expected = [
      ["CREATE", of(1), { id: of(1), n: 1 }],
      ["UPDATE", of(1), { id: of(1), n: 2 }],
      ["DELETE", of(1), { id: of(1), n: 2 }],
    ];
    same([told(heard), told(read)], [expected, expected]);
    forget();
    await subscription.kill();
    await reading;
    assert.equal(subscription.isAlive, false);
    await db.query("CREATE watched:2");
    assert.equal(heard.length, 3);
    assert.throws(() => subscription[Symbol.asyncIterator](), LiveSubscriptionError);
  }),
  "choose records and fields": onSocket(async ({ db, connect }) => {
    await db.query(`${clear}; UPSERT city:oslo SET name = 'Oslo'`);
    const writer = await connect({ authentication: root });
    const subscriptions = {
      where: await db.live<{ n: number }>(watched).where(gt("n", 5)),
      fields: await db.live<{ n: number }>(watched).fields("n"),
      fetched: await db.live<{ city: unknown }>(watched).fetch("city"),
      diff: await db.live(watched).diff(),
      value: await db.live<{ n: number }>(watched).value("n"),
    };
    const heard = Object.fromEntries(Object.keys(subscriptions).map((name) => [name, [] as LiveMessage[]]));
    for (const [name, subscription] of Object.entries(subscriptions))
      subscription.subscribe((message) => heard[name]?.push(message));
    await writer.query("CREATE watched:1 SET n = 1, city = city:oslo; UPDATE watched:1 SET n = 9; CREATE watched:2 SET n = 2");
    await until("all changes", () => heard["diff"]?.length === 3 && heard["fields"]?.length === 3 && heard["where"]?.length === 1);
    const oslo = new RecordId("city", "oslo");
    same(told(heard["where"] ?? []), [["UPDATE", of(1), { id: of(1), city: oslo, n: 9 }]]);
    same(told(heard["fields"] ?? [])[0], ["CREATE", of(1), { n: 1 }]);
    same(told(heard["fetched"] ?? [])[0], ["CREATE", of(1), { id: of(1), city: { id: oslo, name: "Oslo" }, n: 1 }]);
    same(told(heard["diff"] ?? [])[1], ["UPDATE", of(1), [{ op: "replace", path: "/n", value: 9 }]]);
    for (const subscription of Object.values(subscriptions)) await subscription.kill();
    assert.match(db.live<{ n: number }>(watched).value("n").where(eq("n", 1)).compile().query, /^LIVE SELECT VALUE /);
  }),
  "are followed by their id": onSocket(async ({ db }) => {
    await db.query(clear);
    const [id] = await db.query<[Uuid]>("LIVE SELECT * FROM watched");
    const subscription = await db.liveOf(id);
    same([subscription.id, subscription.isManaged, subscription.isAlive, subscription.resource], [id, false, true, undefined]);
    const read: LiveMessage[] = [];
    const reading = (async () => {
      for await (const message of subscription) read.push(message);
    })();
    await db.query("CREATE watched:1");
    await until("the change", () => read.length === 1);
    same(told(read), [["CREATE", of(1), { id: of(1) }]]);
    await subscription.kill();
    await reading;
    const [other] = await db.query<[Uuid]>("LIVE SELECT * FROM watched");
    const killed = await db.liveOf(other);
    const heard: LiveMessage[] = [];
    killed.subscribe((message) => heard.push(message));
    await db.query("KILL $other", { other });
    await until("the end", () => heard.length === 1);
    same([told(heard), killed.isAlive], [[["KILLED"]], false]);
  }),
  "tell a session of what it may see": onSocket(async ({ db }) => {
    await db.query(`
      DEFINE TABLE OVERWRITE member PERMISSIONS FULL;
      DEFINE TABLE OVERWRITE post PERMISSIONS FOR select WHERE owner = $auth.id;
      DEFINE ACCESS OVERWRITE member ON DATABASE TYPE RECORD SIGNUP (CREATE member);
    `);
    const session = await db.forkSession();
    await session.signup({ access: "member", variables: {} });
    const subscription = await session.live(new Table("post"));
    const heard: LiveMessage[] = [];
    subscription.subscribe((message) => heard.push(message));
    const me = (await session.auth())?.id;
    await db.query("CREATE post:1 SET owner = member:nobody; CREATE post:2 SET owner = $me", { me });
    await until("the change", () => heard.length > 0);
    same(told(heard), [["CREATE", new RecordId("post", 2), { id: new RecordId("post", 2), owner: me }]]);
    await session.closeSession();
    assert.equal(subscription.isAlive, false);
  }),
};
