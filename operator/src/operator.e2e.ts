/** What is declared is there: the definitions, and a context with a principal and a key. */
import { isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { gathered } from "./observe/context.ts";
import { declared } from "./testing/declared.ts";
import { startProxy } from "./testing/proxy.ts";
import { startWorld, until, type World } from "./testing/world.ts";

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.stop());

afterEach(() => world.stopOperators());

const warned = async (namespace: string, reason: string) =>
  (await world.events(namespace)).some((event) => event.reason === reason && event.type === "Warning");
/** All of the key's revisions that Loci accepts now. */
const inForce = async (contextId: string) =>
  (await gathered(world.loci.keys.all(contextId))).filter(
    ({ state, principalId }) => state === "active" && principalId === "helper",
  );

describe("the definitions", () => {
  it("refuse what can never be right", async () => {
    const namespace = await world.namespace("refused");
    const { context, key } = declared(namespace);
    await world.apply({ ...context, spec: { ...context.spec, contextId: "refused-one" } });
    const renamed = world.apply({ ...context, spec: { ...context.spec, contextId: "refused-two" } });
    await expect(renamed).rejects.toThrow("spec.contextId is immutable");
    const backwards = world.apply({ ...key, spec: { ...key.spec, ttl: "1h", rotation: { rotateBefore: "2h" } } });
    await expect(backwards).rejects.toThrow("rotation.rotateBefore must be shorter than ttl");
  });
});

describe("a context, a principal and a key", () => {
  it("are made, and the Secret holds a key that works", async () => {
    const namespace = await world.namespace("made");
    const { context, principal, key } = declared(namespace);
    // It is told of changes: it would look by itself after those who wait have given up.
    await world.operator({ pollMs: 600_000 });
    await world.apply(key, principal, context);
    await world.ready(key);
    expect((await world.get(context))?.status).toMatchObject({
      contextId: "made.brain",
      endpoint: { rest: `${world.url}/api/v1/made.brain`, mcp: `${world.url}/mcp` },
    });
    const secret = await world.secret(namespace, "helper-key");
    const data = Object.fromEntries(
      Object.entries(secret?.data ?? {}).map(([name, value]) => [name, Buffer.from(value, "base64").toString("utf8")]),
    );
    expect(Object.keys(data).sort()).toEqual(["apiKey", "contextId", "mcp.json", "url"]);
    expect([data["url"], data["contextId"]]).toEqual([world.url, "made.brain"]);
    expect(JSON.parse(data["mcp.json"] ?? "")).toMatchObject({
      mcpServers: { loci: { url: `${world.url}/mcp`, headers: { Authorization: `Bearer ${data["apiKey"] ?? ""}` } } },
    });
    expect(await world.holder("made.brain", data["apiKey"] ?? "").call("whoami")).toMatchObject({ principalId: "helper" });
    const paths = (await gathered(world.loci.scopes.all("made.brain"))).map(({ path }) => path);
    expect(paths).toContain("team/support");
    const told = JSON.stringify([await world.get(key), await world.events(namespace)]);
    expect(told).not.toContain(data["apiKey"]);
  });

  it("are left alone when nothing is to be done, however often it is looked: nothing at all is written", async () => {
    const namespace = await world.namespace("idle");
    const { context, principal, key } = declared(namespace, {}, { adminKeySecret: { name: "admin-key" } });
    const [cluster, loci] = [await startProxy(world.settings.kube), await startProxy({ server: world.url })];
    const through = { kube: { ...world.settings.kube, server: cluster.url }, lociUrl: loci.url, publicUrl: world.url };
    const operator = await world.operator({ ...through, namespaces: [namespace], pollMs: 200 });
    await world.apply(context, principal, key);
    await world.ready(context, principal, key);
    await until("the administrator's key is there", async () => (await world.apiKey(namespace, "admin-key")) !== undefined);
    const written = () => [cluster, loci].map(({ asked }) => asked.filter(({ method }) => method !== "GET").length);
    const looked = () =>
      Promise.all(["memorycontext", "memoryprincipal", "memorykey"].map((controller) => world.visited(operator, controller, 6)));
    let before = written();
    await until("all was said and written", async () => {
      const last = before;
      await looked();
      before = written();
      return isDeepStrictEqual(before, last);
    });
    const versions = await world.versions(namespace);
    await looked();
    expect([written(), await world.versions(namespace)]).toEqual([before, versions]);
    expect(versions).toHaveProperty("MemoryKey/brain-admin");
    await operator.stop();
    await Promise.all([cluster.close(), loci.close()]);
  });

  it("are brought back when somebody changes them in Loci", async () => {
    const namespace = await world.namespace("changed");
    const { context, principal, key } = declared(namespace, {}, { keyPolicy: { maxTTL: "24h" } });
    await world.operator({ namespaces: [namespace], pollMs: 200 });
    await world.apply(context, principal, key);
    await world.ready(key);
    await world.loci.contexts.update("changed.brain", { policy: { maxTokenTtlSeconds: 7 } });
    await world.loci.principals.grant("changed.brain", "helper", { path: "/", verbs: ["grant:manage"] });
    await until("both are as declared", async () => {
      const { policy } = await world.loci.contexts.get("changed.brain");
      const { grants } = await world.loci.principals.get("changed.brain", "helper");
      return policy.maxTokenTtlSeconds === 86_400 && !("grant:manage" in grants);
    });
    const [{ name, principalId } = { name: "", principalId: "" }] = await inForce("changed.brain");
    await world.loci.keys.revoke("changed.brain", principalId, name);
    await until("another key is in force", async () => world.opens(namespace, await world.apiKey(namespace, "helper-key")));
    expect(await warned(namespace, "KeyRevokedOutside")).toBe(true);
  });
});
