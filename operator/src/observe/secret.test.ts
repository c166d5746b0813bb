import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { labels } from "../api/names.ts";
import { createKubeClient, type KubeClient } from "../runtime/kube-client.ts";
import { startTestApiServer, type TestApiServer } from "../testing/api-server.ts";
import { readOpenSecret, readSecret, secretText } from "./secret.ts";

let server: TestApiServer;
let client: KubeClient;
beforeAll(async () => {
  server = await startTestApiServer();
  client = createKubeClient({ server: server.url });
});
afterAll(async () => {
  client.close();
  await server.close();
});

describe("a Secret", () => {
  it.each(["../../kube-system/secrets/foo", "..", "", "a/b", "a?b", "%2e%2e", "Keys"])(
    "that is called '%s' is not there, and is not asked for",
    async (name) => {
      expect(await readSecret(client, "team", name)).toBeUndefined();
      expect(server.asked).toEqual([]);
    },
  );

  it("is read by its name, in the namespace of whoever names it", async () => {
    await readSecret(client, "team", "keys.v1");
    expect(server.asked).toEqual(["/api/v1/namespaces/team/secrets/keys.v1"]);
  });

  it("of somebody else is read only where its label says that it may be", async () => {
    const client = (labels: Record<string, string>): KubeClient => ({
      request: <T>() => Promise.resolve({ metadata: { resourceVersion: "1", labels } } as T),
      watch: () => {
        throw new Error("nothing is watched");
      },
      close: () => undefined,
    });
    const read = (labels: Record<string, string>) => readOpenSecret(client(labels), "team", "keys");
    expect(await read({ [labels.readable]: "true" })).toBeDefined();
    for (const none of [{}, { [labels.readable]: "false" }, { [labels.readable]: "" }, { readable: "true" }])
      expect(await read(none)).toBeUndefined();
  });

  it("gives what stands in it, and nothing else that can be asked of an object", () => {
    const secret = { metadata: { resourceVersion: "1" }, data: { apiKey: Buffer.from(" sk-1\n").toString("base64"), empty: "" } };
    expect(secretText(secret, "apiKey")).toBe("sk-1");
    for (const field of ["empty", "other", "constructor", "toString", "__proto__"])
      expect(secretText(secret, field)).toBeUndefined();
    expect(secretText(undefined, "apiKey")).toBeUndefined();
  });
});
