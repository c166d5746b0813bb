import { describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import { SettingError } from "../config.ts";
import { cannotListen, explain, UsageError } from "../faults.ts";
import { embeddingMismatch } from "./models.ts";
import { firstStartText, laterStartText, urlOf } from "./welcome.ts";

describe("a deployment's embedding", () => {
  const stored = { provider: "builtin", model: "hashed-1", dimension: 256, normalised: true };

  it("fits itself", () => {
    expect(embeddingMismatch(stored, { ...stored })).toBeUndefined();
  });

  it.each([{ provider: "openai" }, { model: "other" }, { dimension: 384 }, { normalised: false }])(
    "does not fit %j, and says how to go on",
    (change) => {
      const text = embeddingMismatch(stored, { ...stored, ...change });
      expect(text).toContain("builtin/hashed-1 (256 dimensions)");
      expect(text).toContain("loci-server re-embed");
      expect(text).toContain("SERVICE_EMBEDDINGS_PROVIDER");
    },
  );
});

describe("what a start prints", () => {
  const place = { url: "http://localhost:9090", database: { kind: "pglite", folder: "/data/my loci" } } as const;
  const known = { id: "dev", keyName: "laptop", freeName: "admin" };
  const keys = { contextId: "dev", contextKey: "a'b$c", managementKey: "loci_mk_x" };

  it("is an address that a browser on this machine takes", () => {
    expect([urlOf("0.0.0.0", 1), urlOf("::", 1), urlOf("::1", 1), urlOf("10.0.0.5", 1)]).toEqual([
      "http://localhost:1",
      "http://localhost:1",
      "http://[::1]:1",
      "http://10.0.0.5:1",
    ]);
  });

  it("quotes for the shell what needs it", () => {
    expect(firstStartText(place, keys)).toContain(`SERVICE_API_KEY='a'\\''b$c'\n`);
    expect(laterStartText(place, ["dev"], known)).toContain("--connection-string 'pglite:/data/my loci'");
  });

  it("names a key that there is, and without one how to make one", () => {
    expect(laterStartText(place, ["dev"], { ...known, keyName: "Ann's laptop" })).toContain(
      "keys rotate dev 'Ann'\\''s laptop' --",
    );
    const none = laterStartText(place, ["dev"], { ...known, keyName: undefined });
    expect(none).not.toContain("keys rotate");
    expect(none).toContain("keys mint dev admin admin");
  });

  it("never shows a database's password", () => {
    const remote = { url: "http://x", database: { kind: "postgres", url: "postgres://me:hunter2@db:5432/loci" } } as const;
    for (const text of [
      firstStartText(remote, keys),
      laterStartText(remote, ["dev"], known),
      laterStartText(remote, [], undefined),
    ])
      expect(text).not.toContain("hunter2");
  });
});

describe("a fault", () => {
  const faults: [Error, string, number][] = [
    [new UsageError("wrong"), "wrong", 2],
    [new SettingError("DB_CONNECTION must …"), "DB_CONNECTION must …", 1],
    [new LociError("conflict", "in use"), "in use", 1],
    [new LociError("internal", "An unexpected error occurred.", { cause: new Error("disk is full\nat x") }), "disk is full", 1],
    [new Error("plain"), "plain", 1],
  ];
  it.each(faults)("is one line: %s", (error, text, exitCode) => {
    expect(explain(error)).toEqual({ text, exitCode });
  });

  it("of a port says which and what to do", () => {
    const address = { host: "0.0.0.0", port: 80 };
    const code = (name: string) => Object.assign(new Error("x"), { code: name });
    expect(cannotListen(address, "--bind-address", code("EADDRINUSE")).message).toMatch(
      /0\.0\.0\.0:80 is in use.*--bind-address 0\.0\.0\.0:81/,
    );
    expect(cannotListen(address, "--bind-address", code("EACCES")).message).toMatch(/above 1023/);
  });
});
