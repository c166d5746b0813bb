import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { readSettings, SettingError, settings, type SettingName } from "./config.ts";

const read = (names: SettingName[], flags: Record<string, unknown>, env: Record<string, string> = {}) =>
  readSettings(names, flags, env);

describe("the settings", () => {
  it("take a flag before the environment, and the environment before the default", () => {
    const env = { SERVICE_CONTEXT_ID: "from-env", SERVICE_MAX_QUERY_K: "" };
    expect(read(["contextId", "maxQueryK"], { contextId: "from-flag" }, env)).toEqual({ contextId: "from-flag", maxQueryK: 50 });
    expect(read(["contextId"], {}, env)).toEqual({ contextId: "from-env" });
  });

  it.each([
    ["connectionString", "pglite:/data/loci", { kind: "pglite", folder: "/data/loci" }],
    ["connectionString", "postgres://u:p@h:1/d", { kind: "postgres", url: "postgres://u:p@h:1/d" }],
    ["bindAddress", "[::1]:9090", { host: "::1", port: 9090 }],
    [
      "headerAliases",
      "X-A=X-Service-On-Behalf-Of, X-B=X-Service-Context",
      { "X-A": "X-Service-On-Behalf-Of", "X-B": "X-Service-Context" },
    ],
    ["allowedOrigins", "https://a.example, http://b.example:8080", ["https://a.example", "http://b.example:8080"]],
    ["retrievalPoolSize", "512", 512],
  ] as const)("read %s from %s", (name, text, value) => {
    expect(read([name], { [name]: text })).toEqual({ [name]: value });
  });

  it.each([
    ["connectionString", "mysql://user:hunter2@host", "DB_CONNECTION (--connection-string) must be postgres"],
    ["connectionString", "pglite:", "DB_CONNECTION"],
    ["bindAddress", "9090", "SERVICE_BIND_ADDRESS (--bind-address) must be host:port"],
    ["bindAddress", "localhost:99999", "SERVICE_BIND_ADDRESS"],
    ["maxQueryK", "0", "SERVICE_MAX_QUERY_K (--max-query-k) must be at least 1"],
    ["maxQueryK", "ten", "must be a whole number"],
    ["contextId", "Not Good", "SERVICE_CONTEXT_ID"],
    ["contextId", "health", "reserved"],
    ["embeddingsProvider", "magic", "builtin, onnx or openai"],
    ["llmUrl", "localhost", "SERVICE_LLM_URL"],
    ["headerAliases", "nonsense", "alias=name"],
    ["allowedOrigins", "https://a.example/", "SERVICE_ALLOWED_ORIGINS (--allowed-origins) must be origins"],
    ["allowedOrigins", "*", "origins such as"],
    ["authAddress", "localhost", "host:port"],
  ] as const)("name %s when it is %s", (name, text, message) => {
    expect(() => read([name], { [name]: text })).toThrow(message);
    expect(() => read([name], { [name]: text })).toThrow(SettingError);
    expect(() => read([name], { [name]: text })).not.toThrow("hunter2");
  });

  it("have a flag that is their name, as commander hands flags over by it", () => {
    const names = Object.values(settings).map(({ flag }) =>
      flag
        .slice(2)
        .split(" ")[0]
        ?.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    );
    expect(names).toEqual(Object.keys(settings));
  });

  it("stand in README.md, all of them and no others", () => {
    const readme = readFileSync(join(import.meta.dirname, "../../../README.md"), "utf8");
    const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \| `(--[a-z-]+)` \|/gm)].map(([, env, flag]) => `${env} ${flag}`);
    expect(rows).toEqual(Object.values(settings).map(({ env, flag }) => `${env} ${flag.split(" ")[0] ?? ""}`));
  });
});
