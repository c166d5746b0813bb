import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { readSettings, readTracing, SettingError, settings, type SettingName } from "./config.ts";
import { roleSettings } from "./roles.ts";

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
    ["objectStoreUrl", "file:/srv/objects", { kind: "folder", folder: "/srv/objects" }],
    ["objectStoreUrl", "s3://acme", { kind: "s3", bucket: "acme", prefix: "", endpoint: undefined, region: undefined }],
    [
      "objectStoreUrl",
      "s3://acme.docs/loci/eu/?endpoint=http://minio:9000&region=eu-1",
      { kind: "s3", bucket: "acme.docs", prefix: "loci/eu", endpoint: "http://minio:9000", region: "eu-1" },
    ],
    ["authAddress", "auth.loci:9191", [{ host: "auth.loci", port: 9191 }]],
    [
      "graphAddress",
      "10.0.0.1:1, [fd00::1]:2,dns:///graph:3",
      [
        { host: "10.0.0.1", port: 1 },
        { host: "fd00::1", port: 2 },
        { host: "graph", port: 3 },
      ],
    ],
    ["runnerUrl", "temporal://temporal:7233/loci", { address: "temporal:7233", namespace: "loci", tls: false }],
    [
      "runnerUrl",
      "temporals://eu.acct.tmprl.cloud:7233/loci.acct",
      { address: "eu.acct.tmprl.cloud:7233", namespace: "loci.acct", tls: true },
    ],
    [
      "modelPrices",
      "vendor/large=2.5/10, small=0.1/0.4",
      new Map([
        ["vendor/large", { input: 2.5, output: 10 }],
        ["small", { input: 0.1, output: 0.4 }],
      ]),
    ],
    ["rpcPlaintext", "true", true],
    ["drainSeconds", "0", 0],
    ["metricsAddress", "0.0.0.0:9464", { host: "0.0.0.0", port: 9464 }],
  ] as const)("read %s from %s", (name, text, value) => {
    expect(read([name], { [name]: text })).toEqual({ [name]: value });
  });

  it.each([
    ["connectionString", "mysql://user:hunter2@host", "DB_CONNECTION (--connection-string) must be postgres"],
    ["connectionString", "pglite:", "DB_CONNECTION"],
    ["bindAddress", "9090", "SERVICE_BIND_ADDRESS (--bind-address) must be host:port"],
    ["bindAddress", "localhost:99999", "SERVICE_BIND_ADDRESS"],
    ["modelPrices", "large=2.5", "must be model=input/output"],
    ["objectStoreUrl", "/srv/objects", "SERVICE_OBJECT_STORE_URL (--object-store-url) must be file:<folder> or s3://"],
    ["objectStoreUrl", "s3://", "must name a bucket"],
    ["objectStoreUrl", "s3://key:hunter2@acme/x", "must hold no keys: they go into SERVICE_OBJECT_STORE_ACCESS_KEY"],
    ["objectStoreUrl", "s3://acme?secretKey=hunter2", "must hold no keys"],
    ["objectStoreUrl", "s3://Acme_1/x", "must name a bucket"],
    ["objectStoreUrl", "s3://acme/a//b", "must have a prefix of"],
    ["objectStoreUrl", "s3://acme/A", "must have a prefix of"],
    ["objectStoreUrl", "s3://acme?zone=1", "endpoint and region"],
    ["objectStoreUrl", "s3://acme?endpoint=minio:9000", "must have an endpoint such as https://"],
    ["objectStoreUrl", "s3://acme?endpoint=http://u:hunter2@minio", "must have an endpoint such as https://"],
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
    ["authAddress", "a:1,,b:2", "SERVICE_AUTH_ADDRESS (--auth-address) must be host:port, or several with commas"],
    ["authAddress", "a:99999", "host:port"],
    ["rpcPlaintext", "yes", "SERVICE_RPC_PLAINTEXT (--rpc-plaintext) must be true or false"],
    ["metricsAddress", "9464", "SERVICE_METRICS_ADDRESS (--metrics-address) must be host:port"],
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

  it("reach the keys of the object store wherever its URL is taken", () => {
    const roles = Object.values<readonly SettingName[]>(roleSettings).filter((names) => names.includes("objectStoreUrl"));
    expect(roles.length).toBeGreaterThan(5);
    for (const names of roles) expect(names).toEqual(expect.arrayContaining(["objectStoreAccessKey", "objectStoreSecretKey"]));
  });

  it("limit what is uploaded where it is stored as where it comes in", () => {
    const { ingest, ...others } = roleSettings;
    expect(ingest).toContain("uploadLimitBytes");
    const serving = Object.values<readonly SettingName[]>(others).filter((names) => names.includes("bindAddress"));
    expect(serving.length).toBeGreaterThan(2);
    for (const names of serving) expect(names).toContain("uploadLimitBytes");
  });

  it("stand in README.md, all of them and no others", () => {
    const readme = readFileSync(join(import.meta.dirname, "../../../README.md"), "utf8");
    const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \| `(--[a-z-]+)` \|/gm)].map(([, env, flag]) => `${env} ${flag}`);
    expect(rows).toEqual(Object.values(settings).map(({ env, flag }) => `${env} ${flag.split(" ")[0] ?? ""}`));
  });
});

describe("traces", () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };

  it("are made where there is a place to send them to", () => {
    expect(readTracing({})).toBeUndefined();
    expect(readTracing({ OTEL_SERVICE_NAME: "loci" })).toBeUndefined();
    expect(readTracing({ ...endpoint, OTEL_TRACES_SAMPLER: "always_on" })).toMatchObject({
      serviceName: "",
      sampler: "always_on",
    });
    expect(readTracing({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://collector:4318/v1/traces" })).toBeDefined();
  });

  it("are not made where they are turned off", () => {
    expect(readTracing({ ...endpoint, OTEL_SDK_DISABLED: "true" })).toBeUndefined();
    expect(readTracing({ ...endpoint, OTEL_TRACES_EXPORTER: "none" })).toBeUndefined();
  });
});
