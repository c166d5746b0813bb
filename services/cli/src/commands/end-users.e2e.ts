/** Two end users of one application, told and asked over REST, MCP and the command line. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { startWorld, type World } from "../testing/server.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.end());

interface Hits {
  readonly hits: readonly { readonly text: string }[];
}

async function rest(path: string, body: unknown, key = world.settings.SERVICE_API_KEY): Promise<{ status: number; json: unknown }> {
  const response = await fetch(`${world.settings.SERVICE_URL}/api/v1/dev${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}

async function tool(name: string, args: object): Promise<unknown> {
  const response = await fetch(`${world.settings.SERVICE_URL}/mcp`, {
    method: "POST",
    headers: {
      ...{ authorization: `Bearer ${world.settings.SERVICE_API_KEY}`, "content-type": "application/json" },
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  });
  const text = await response.text();
  const message = JSON.parse(/^data: ?(.*)$/m.exec(text)?.[1] ?? text) as {
    result?: { structuredContent: unknown; isError?: boolean };
  };
  if (message.result === undefined || message.result.isError) throw new Error(text);
  return message.result.structuredContent;
}

const texts = (found: unknown) => (found as Hits).hits.map(({ text }) => text).join("\n");

it("keeps two who say I apart by every door, in one step each", async () => {
  // Nothing was registered before.
  expect(await rest("/facts", { text: "I'm Ana. I live in Malaga.", user: "u-7" })).toMatchObject({ status: 200 });
  await tool("remember", { text: "I'm Ana and I live in Dijon.", user: "u-8" });
  await world.json("remember", "Ana works at the aquarium.", "--user", "u-7");
  await tool("remember", { text: "I work at the museum.", user: "u-8" });

  const asked = "Where do I live?";
  const answers = (user: string) =>
    Promise.all([
      rest("/query", { query: asked, user }).then(({ json }) => texts(json)),
      tool("recall", { query: asked, user }).then(texts),
      world.json("recall", asked, "--user", user).then(texts),
      rest("/context", { query: asked, user }).then(({ json }) => (json as { context: string }).context),
      rest("/chat", { message: asked, user, stream: false }).then(({ json }) => (json as { reply: string }).reply),
    ]);
  for (const [user, own, other] of [
    ["u-7", "Malaga", "Dijon"],
    ["u-8", "Dijon", "Malaga"],
  ] as const) {
    for (const answer of await answers(user)) {
      expect(answer).toContain(own);
      expect(answer).not.toContain(other);
    }
  }
  // The name that was told is the speaker's own, for each of them.
  expect(texts(await world.json("recall", "Where do I work?", "--user", "u-7"))).toContain("aquarium");
  expect(texts(await world.json("recall", "Where does Ana work?", "--user", "u-8"))).toContain("museum");
  expect(texts(await world.json("recall", "Where does Ana work?", "--user", "u-8"))).not.toContain("aquarium");
  await world.json("remember", "I love sailing.", "--user", "u-7");
  await world.json("remember", "I love chess.", "--user", "u-8");
  const profile = JSON.stringify(await world.json("profile", "--user", "u-8"));
  expect(profile).toContain("chess");
  expect(profile).not.toContain("sailing");
});

it("knows nothing of somebody of whom nothing was said, and is no way around a key's grants", async () => {
  expect(await rest("/query", { query: "Where do I live?", user: "u-9" })).toMatchObject({ status: 200, json: { hits: [] } });
  await rest("/facts", { text: "I live in Malaga.", user: "u-7" });
  const minted = await rest("/keys", { name: "one-user", grants: { "memory:read": ["/user/u-7"], "memory:write": ["/user/u-7"] } });
  const { key } = minted.json as { key: string };
  expect(await rest("/query", { query: "Where do I live?", user: "u-8" }, key)).toMatchObject({ status: 403 });
  expect(await rest("/facts", { text: "I live in Oslo.", user: "u-10" }, key)).toMatchObject({ status: 403 });
  expect(texts((await rest("/query", { query: "Where do I live?", user: "u-7" }, key)).json)).toContain("Malaga");
  expect(JSON.stringify((await rest("/scopes", undefined)).json)).not.toContain("u-10");
});

it.each([
  [{ text: "x", user: "a/b" }, "/user"],
  [{ text: "x", user: ".." }, "/user"],
  [{ text: "x", user: "" }, "/user"],
  [{ text: "x", user: "a".repeat(129) }, "/user"],
  [{ text: "x", user: "a", scopes: [["/user/b"]] }, "/user"],
])("refuses %j", async (body, pointer) => {
  expect(await rest("/facts", body)).toMatchObject({ status: 400, json: { errors: [{ pointer }] } });
});
