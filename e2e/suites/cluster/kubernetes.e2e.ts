/**
 * Loci on a real Kubernetes of one node, as its chart installs it: what a team gets that declares a context, what pods that are killed
 * lose, and what those who use it see of an upgrade. Network policies are only declared where the node is that of parts/node, whose
 * network enforces none; on kind's they hold.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { library, textFile } from "@loci/e2e/parts/documents";
import { memory, succeeded, type Memory } from "@loci/e2e/parts/memory";
import { chat } from "../laptop/chat/builtin.ts";
import { inspect } from "../laptop/faults/integrity.ts";
import { handbookOf, likeIt, outcome, states } from "../laptop/faults/killed-pipeline.ts";
import { startAgent } from "./kubernetes/agent.ts";
import { declare, declared, type Handed } from "./kubernetes/declared.ts";
import { install, podRoles, type Installation } from "./kubernetes/installation.ts";
import { expectRefused } from "./kubernetes/refused.ts";
import { startLoad } from "./replicas/load.ts";

const startLimitMs = 1_200_000;
/** Longer than helm is given to put pods in their place. */
const longLimitMs = 1_500_000;

interface PodList {
  readonly items: readonly {
    readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
    readonly spec: { readonly containers: readonly { readonly image: string }[] };
    readonly status: {
      readonly phase: string;
      readonly conditions: readonly { readonly type: string; readonly status: string }[];
    };
  }[];
}

let loci: Installation;

beforeAll(async () => {
  loci = await install();
}, startLimitMs);
afterAll(() => loci.stop(), startLimitMs);

const pods = async (): Promise<PodList["items"]> =>
  (await loci.get<PodList>("pods", "--selector", "app.kubernetes.io/instance=loci")).items;
const roleOf = ({ metadata }: PodList["items"][number]): string => metadata.labels["app.kubernetes.io/component"] ?? "";
const isReady = ({ status }: PodList["items"][number]): boolean =>
  status.conditions.some(({ type, status: value }) => type === "Ready" && value === "True");
/** A holder of the key outside the cluster. */
const outside = ({ contextId, apiKey }: Handed): Memory => memory(loci.url, contextId, apiKey);

describe("Loci in a cluster", () => {
  it("is ready in all its roles, where Pod Security restricted is enforced, and none can write to its root", async () => {
    const all = await pods();
    expect(all.map(roleOf).sort()).toEqual(podRoles.toSorted());
    expect(all.filter((pod) => !isReady(pod))).toEqual([]);
    const attempt = "try { fs.writeFileSync('/opt/loci/written', '') } catch (error) { console.log(error.code, process.getuid()) }";
    for (const { metadata } of all) {
      const told = await loci.cluster.kubectl(["exec", metadata.name, "--", "node", "--eval", attempt]);
      // kubectl warns of its own stream at times ("Unknown stream id 1, discarding message"), before what the pod says.
      expect([metadata.name, told.trim().split("\n").at(-1)]).toEqual([metadata.name, "EROFS 65532"]);
    }
    const root = { apiVersion: "v1", kind: "Pod", metadata: { name: "root" }, spec: { containers: [{ name: "a", image: "a" }] } };
    await expect(loci.apply(root)).rejects.toThrow("violates PodSecurity");
  });

  it("answers helm test", async () => {
    expect(await loci.helm("test", "loci")).toMatch(/Phase:\s+Succeeded/);
  });

  it("gives a team that declares a context a key, which a program in the cluster and one outside use", async () => {
    const acme = await declare(loci, "acme");
    expect(acme).toMatchObject({ url: "http://loci-api.memory.svc", contextId: "memory.acme" });

    const agent = await startAgent(loci, "agent", "acme-key");
    await agent.loci("remember", "Mina moved to Lisbon in March.");
    expect(await agent.loci("recall", "Where does Mina live?")).toContain("Lisbon");
    const file = await agent.write("tides.md", "# Harbour\n\n## Tides\n\nThe spring tide reaches four metres.");
    expect(await agent.loci("documents", "upload", file, "--wait")).toMatch(/ready/i);
    expect(await agent.loci("chat", "How high is the spring tide?")).toContain("four metres");

    const tenant = outside(acme);
    expect((await tenant.recall("Where does Mina live?")).hits[0]?.text).toContain("Lisbon");
    await tenant.remember("Ida works at Harbour Foods.");
    await library(tenant).keep(textFile("cranes.md", "# Cranes\n\nThe blue crane lifts three tonnes."));
    expect((await chat(tenant, "How much does the blue crane lift?")).reply).toContain("three tonnes");
    expect(await agent.loci("recall", "Where does Ida work?")).toContain("Harbour Foods");
  });

  it("speaks MCP with the same key", async () => {
    const { contextId, apiKey, mcp } = await declare(loci, "acme");
    expect(mcp.url).toBe("http://loci-api.memory.svc/mcp");
    const client = new Client({ name: "e2e", version: "1" }, { versionNegotiation: { mode: "auto" } });
    const requestInit = { headers: { Authorization: `Bearer ${apiKey}`, "X-Service-Context": contextId } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${loci.url}/mcp`), { requestInit }));
    const call = async (name: string, args: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: args });
      expect(result).not.toHaveProperty("isError", true);
      return JSON.stringify(result.structuredContent ?? result.content);
    };
    await call("remember", { text: "Vera keeps the lighthouse of Norrholm." });
    expect(await call("recall", { query: "Who keeps the lighthouse?" })).toContain("Norrholm");
    await call("upload", { content: "# Buoys\n\nThe red buoy is anchored at Skarv.", filename: "buoys.md" });
    expect(await call("reflect", { query: "What is known of Vera?" })).toContain("Vera");
    await client.close();
  });

  describe("while a document is read", () => {
    const handbook = handbookOf(120);
    let undisturbed: Awaited<ReturnType<typeof outcome>>;
    const limitMs = 600_000;

    beforeAll(async () => {
      const calm = outside(await declare(loci, "calm"));
      const { id } = succeeded(await library(calm).upload(handbook));
      expect(await library(calm).settled(id, limitMs)).toMatchObject({ status: "ready" });
      undisturbed = await outcome(calm, id);
    }, longLimitMs);

    it.each([
      ["worker", "extracting_nodes"],
      ["graph", "extracting_nodes"],
      ["ingest", "queued"],
    ] as const)(
      "loses nothing when the pod of %s is killed",
      async (role, state) => {
        const began = new Set<string>([...states.slice(states.indexOf(state)), "ready", "failed"]);
        let tenant: Memory;
        let shelf: ReturnType<typeof library>;
        let id: string;
        let seen: string;
        let tries = 0;
        // A document that was ready before this process looked, as on a busy machine, has missed its kill: the next one then.
        do {
          tenant = outside(await declare(loci, `killed-${role}-${++tries}`));
          shelf = library(tenant);
          ({ id } = succeeded(await shelf.upload(handbook)));
          do seen = (await shelf.document(id)).status;
          while (!began.has(seen));
        } while (seen === "ready" && tries < 5);
        const [victim] = (await pods()).filter((pod) => roleOf(pod) === role);
        await loci.cluster.kubectl(["delete", "pod", victim?.metadata.name ?? "", "--grace-period=0", "--force"]);
        // The kill came while there was work, or this shows nothing.
        expect(states).toContain(seen);
        await allReady();
        expect(await shelf.settled(id, limitMs)).toMatchObject({ status: "ready" });
        expect(await outcome(tenant, id)).toEqual(likeIt(undisturbed));
      },
      longLimitMs,
    );
  });

  it("keeps what a context remembers when its resource is deleted, and gives it back to one of the same name", async () => {
    const first = await declare(loci, "kept");
    await outside(first).remember("The anchor of the Fulmar weighs two tonnes.");
    const [context, principal, key] = declared("kept");
    for (const resource of [key, principal, context])
      await loci.cluster.kubectl(["delete", "-f", "-", "--timeout=300s"], JSON.stringify(resource));
    await expectRefused(loci, first);
    expect((await inspect(loci.database)).turns.map(({ content }) => content)).toContainEqual(expect.stringContaining("Fulmar"));
    const again = await declare(loci, "kept");
    expect(again.apiKey).not.toBe(first.apiKey);
    expect((await outside(again).recall("How heavy is the anchor?")).hits[0]?.text).toContain("two tonnes");
  });

  it(
    "is upgraded to the next revision under load without a failed request",
    async () => {
      const tenant = outside(await declare(loci, "busy"));
      const written: string[] = [];
      // What was asked in a chat, and its reply, are turns that no recall finds: the chats above left some.
      const known = (await inspect(loci.database)).violations;
      // Nodes have more than what is left here of two processors: users that never rest would only measure that.
      const load = startLoad(tenant, "upgrade", 300);
      const answered = async (more: number): Promise<void> => {
        for (const until = load.answered() + more; load.answered() < until;) await sleep(50);
      };
      try {
        await answered(20);
        await loci.upgrade("2");
        await allReady();
        await answered(20);
      } finally {
        written.push(...(await load.end()).written);
      }
      expect(load.failures).toEqual([]);
      const images = (await pods()).flatMap(({ spec }) => spec.containers.map(({ image }) => image));
      expect([...new Set(images)]).toEqual(["loci.test/loci:2"]);
      const { turns, violations } = await inspect(loci.database);
      const mine = turns.map(({ content }) => content).filter((content) => content.includes("of sender"));
      expect(mine.toSorted()).toEqual(written.toSorted());
      expect(violations).toEqual(known);
    },
    longLimitMs,
  );

  it("leaves the machine as it was", async () => {
    await loci.stop();
    expect(await loci.cluster.remains()).toEqual([]);
  });
});

async function allReady(): Promise<void> {
  for (;;) {
    const all = await pods();
    const running = all.filter(({ status }) => status.phase === "Running");
    if (running.length === podRoles.length && all.length === running.length && running.every(isReady)) return;
    await sleep(250);
  }
}
