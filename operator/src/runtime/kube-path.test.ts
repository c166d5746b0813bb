import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { startTestApiServer, type TestApiServer } from "../testing/api-server.ts";
import { createKubeClient, type KubeClient } from "./kube-client.ts";
import { isSubdomain, kubePath } from "./kube-path.ts";

describe("a path of the API", () => {
  it("keeps each name one part of it", () => {
    expect(kubePath`/api/v1/namespaces/${"team-a"}/secrets/${"a.b-c"}`).toBe("/api/v1/namespaces/team-a/secrets/a.b-c");
    expect(kubePath`/x/${"a b?c#d\\e"}`).toBe("/x/a%20b%3Fc%23d%5Ce");
  });

  it.each(["", ".", "..", "a/b", "../../kube-system/secrets/a", "%2e%2e", "a%2Fb", "\ud800"])("refuses the name '%s'", (name) => {
    expect(() => kubePath`/api/v1/namespaces/a/secrets/${name}`).toThrow("cannot stand in a path of the API");
  });
});

describe("a client of the API", () => {
  let server: TestApiServer;
  let client: KubeClient;
  beforeEach(async () => {
    server = await startTestApiServer();
    client = createKubeClient({ server: `${server.url}/behind/a/proxy` });
  });
  afterEach(async () => {
    client.close();
    await server.close();
  });

  it("asks for what the path says", async () => {
    await client.request({ method: "GET", path: kubePath`/things/${"a b"}`, query: { limit: "5" } });
    expect(server.asked).toEqual(["/behind/a/proxy/things/a%20b?limit=5"]);
  });

  it.each(["/a/../b", "/a/%2e%2E/b", "/a/./b", "/a\\..\\b", "/a?b", "/a#b"])(
    "never asks for %s, which is another path",
    async (path) => {
      await expect(client.request({ method: "GET", path })).rejects.toMatchObject({ status: 400, reason: "BadRequest" });
      await expect(client.watch({ method: "GET", path }, 1_000).next()).rejects.toMatchObject({ status: 400 });
      expect(server.asked).toEqual([]);
    },
  );
});

it("a resource is called as the cluster would let it be called", () => {
  expect(["a", "a-1.b", "0", "a".repeat(253)].filter((name) => !isSubdomain(name))).toEqual([]);
  const wrong = ["", "A", "-a", "a-", "a..b", ".", "..", "a/b", "a_b", "a%2fb", "a\n", "a".repeat(254)];
  expect(wrong.filter(isSubdomain)).toEqual([]);
});
