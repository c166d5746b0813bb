/** What the client promises of a server that is killed and started again: told when it may be killed, then that it is there again. */
import { RecordId, Surreal, Table, type LiveMessage } from "surrealdb";
import { fails, openWorld, print, root, same, until } from "./checks.ts";

const area = "reconnecting";
const [address = ""] = process.argv.slice(2);
const world = await openWorld(`ws://${address}`, area);
const { namespace, database } = world;
const overHttp = new Surreal();
await overHttp.connect(`http://${address}`, { namespace, database, authentication: root });

const db = await world.connect({
  authentication: root,
  reconnect: { attempts: -1, retryDelay: 100, retryDelayMax: 300 },
});
const events: string[] = [];
for (const event of ["reconnecting", "connected", "disconnected"] as const) db.subscribe(event, () => events.push(event));
await db.query(`
  DEFINE TABLE watched; CREATE watched:before;
  DEFINE TABLE member PERMISSIONS FULL;
  DEFINE ACCESS member ON DATABASE TYPE RECORD SIGNUP (CREATE member:one);
`);
await db.set("kept", { n: 1 });
const session = await db.newSession();
await session.use({ namespace, database });
await session.signup({ access: "member", variables: {} });
await session.set("kept", { n: 2 });
const subscription = await db.live(new Table("watched"));
const heard: LiveMessage[] = [];
subscription.subscribe((message) => heard.push(message));
const lost = await db.beginTransaction();
await lost.query("CREATE watched:lost");
const underWay = db.query("SLEEP 1s; RETURN 'answered'");

print(area, "ready");
await check("connects again", () => until("the connection", () => events.at(-1) === "connected"));
await check("says so", async () =>
  same([events[0], db.status, events.includes("disconnected")], ["reconnecting", "connected", false]),
);
await check("sends again what was not answered", async () => same(await underWay, [undefined, "answered"]));
await check("restores the session", async () => same(await db.query("RETURN [$kept.n, session::db()]"), [[1, database]]));
await check("restores further sessions and who they are", async () =>
  same(await session.query("RETURN [$kept.n, $auth, session::db()]"), [[2, new RecordId("member", "one"), database]]),
);
await check("keeps what was committed, and that alone", async () => {
  same(await db.query("SELECT VALUE id FROM watched"), [[new RecordId("watched", "before")]]);
  await fails(lost.query("RETURN 1"), Error, /Transaction not found/);
});
await check("tells of changes again", async () => {
  const after = new RecordId("watched", "after");
  // The client asks for its live queries again by itself, and says nothing of it.
  await until("a change", () => {
    void db
      .upsert(after)
      .content({ at: heard.length })
      .catch(() => undefined);
    return heard.length > 0;
  });
  const [first] = heard;
  same(first?.action === "KILLED" ? undefined : first?.recordId, after);
});
await check("asks on over HTTP", async () =>
  same(await overHttp.query("SELECT VALUE id FROM watched:before"), [[new RecordId("watched", "before")]]),
);
process.exit(0);

async function check(name: string, run: () => Promise<void>): Promise<void> {
  print(
    area,
    name,
    await run().then(
      () => undefined,
      (error: unknown) => String(error),
    ),
  );
}
