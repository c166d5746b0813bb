/** The Secrets with token keys, on a real API server, under the rights that the chart gives. */
import { createPrivateKey, createPublicKey } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startControlPlane, type ControlPlaneInside } from "@loci/e2e/parts/kubernetes";
import { makeTokenSecrets } from "./apply/token-secrets.ts";
import { createKubeClient, type KubeClient } from "./runtime/kube-client.ts";
import { kubeconfigFile } from "./runtime/kube-config.ts";
import { kubectl } from "./testing/kubectl.ts";

let plane: ControlPlaneInside;
let client: KubeClient;
let kube: ReturnType<typeof kubectl>;
beforeAll(async () => {
  plane = await startControlPlane();
  kube = kubectl(plane.kubeconfig);
  client = createKubeClient(kubeconfigFile(plane.kubeconfig));
});
afterAll(async () => {
  client.close();
  await plane.stop();
});

const now = Date.parse("2026-03-01T12:00:00Z");
const roles = ["auth", "api", "ingest", "retrieval"];

describe("the Secrets of token keys", () => {
  it("are made once: each role's with its own private key, and one with all the public halves; a new version comes beside", async () => {
    const namespace = await kube.namespace("tokens");
    const wanted = { namespace, prefix: "loci-token", version: 1, now };
    const all = [...roles, "public"].map((name) => `loci-token-${name}`);
    // The public halves first: whoever dies in between leaves no key that nobody could check.
    const inTurn = ["loci-token-public", ...all.slice(0, -1)];
    const held = async () => {
      const secrets = await Promise.all(all.map((name) => kube.core.readNamespacedSecret({ namespace, name })));
      return secrets.map(({ data }) => data ?? {});
    };
    expect(await makeTokenSecrets(client, wanted)).toEqual(inTurn);
    const first = await held();
    expect(first.map((data) => Object.keys(data).sort())).toEqual([
      ...roles.map((role) => [`token-${role}.1.key`]),
      roles.map((role) => `token-${role}.1.pub`).sort(),
    ]);
    const text = (data: Record<string, string> | undefined, name: string) => Buffer.from(data?.[name] ?? "", "base64");
    for (const [i, role] of roles.entries()) {
      const made = createPublicKey(createPrivateKey(text(first[i], `token-${role}.1.key`)));
      expect(made.equals(createPublicKey(text(first[4], `token-${role}.1.pub`)))).toBe(true);
    }
    expect(await makeTokenSecrets(client, wanted)).toEqual([]);
    expect(await held()).toEqual(first);

    expect(await makeTokenSecrets(client, { ...wanted, version: 2 })).toEqual(inTurn);
    const second = await held();
    for (const [i, data] of first.entries()) expect(second[i]).toMatchObject(data);
    expect(Object.keys(second[4] ?? {})).toHaveLength(8);
    // Whoever signs waits until all others have been brought the public half.
    for (const [i, role] of roles.entries()) {
      expect(Object.keys(second[i] ?? {}).sort()).toEqual(
        [1, 2].map((n) => `token-${role}.${n}.key`).toSpliced(1, 0, `token-${role}.2.from`),
      );
      expect(text(second[i], `token-${role}.2.from`).toString()).toBe("2026-03-01T12:10:00.000Z");
    }
    expect(await makeTokenSecrets(client, { ...wanted, version: 2, now: now + 3_600_000 })).toEqual([]);
  });

  it("that lost their public half, or one of them, are completed from what is there", async () => {
    const namespace = await kube.namespace("tokens-lost");
    const wanted = { namespace, prefix: "mine", version: 1, now };
    await makeTokenSecrets(client, wanted);
    const before = await kube.core.readNamespacedSecret({ namespace, name: "mine-public" });
    await kube.core.deleteNamespacedSecret({ namespace, name: "mine-public" });
    expect(await makeTokenSecrets(client, wanted)).toEqual(["mine-public"]);
    expect((await kube.core.readNamespacedSecret({ namespace, name: "mine-public" })).data).toEqual(before.data);
    await kube.core.deleteNamespacedSecret({ namespace, name: "mine-api" });
    expect(await makeTokenSecrets(client, wanted)).toEqual(["mine-public", "mine-api"]);
    const after = await kube.core.readNamespacedSecret({ namespace, name: "mine-public" });
    expect(after.data?.["token-auth.1.pub"]).toBe(before.data?.["token-auth.1.pub"]);
    expect(after.data?.["token-api.1.pub"]).not.toBe(before.data?.["token-api.1.pub"]);
  });
});
