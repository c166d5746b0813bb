import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { readSettings, SettingError, type SettingName } from "../config.ts";
import { surroundings } from "./surroundings.ts";
import { openTransport, plaintextProblem } from "./wire.ts";

const names = [
  "bind",
  "authAddress",
  "graphAddress",
  "tlsCert",
  "tlsKey",
  "tlsCa",
  "rpcPlaintext",
] as const satisfies readonly SettingName[];
const config = (env: Record<string, string>) => readSettings(names, {}, env);
const open = async (env: Record<string, string>) => openTransport(config(env), await surroundings({ logLevel: "silent" }, "test"));

describe("plain text between services", () => {
  it.each(["127.0.0.1:1", "127.8.8.8:1", "[::1]:1", "localhost:1", "LocalHost:1"])("is fine on this machine: %s", (address) => {
    expect(plaintextProblem(config({ SERVICE_RPC_BIND: address, SERVICE_AUTH_ADDRESS: address }))).toBeUndefined();
  });

  it.each([
    [{ SERVICE_RPC_BIND: "0.0.0.0:9191" }, "SERVICE_RPC_BIND (--bind) names 0.0.0.0:9191"],
    [{ SERVICE_RPC_BIND: "[::]:9191" }, "SERVICE_RPC_BIND (--bind) names [::]:9191"],
    [{ SERVICE_GRAPH_ADDRESS: "localhost:1,graph:2" }, "SERVICE_GRAPH_ADDRESS (--graph-address) names graph:2"],
    [{ SERVICE_AUTH_ADDRESS: "127.0.0.1.example:1" }, "127.0.0.1.example:1"],
  ])("does not leave it unasked: %j", async (env, said) => {
    await expect(open(env)).rejects.toThrow(said);
    await expect(open(env)).rejects.toThrow("SERVICE_RPC_PLAINTEXT=true");
    await expect(open(env)).rejects.toBeInstanceOf(SettingError);
    await expect(open({ ...env, SERVICE_RPC_PLAINTEXT: "true" })).resolves.toBeDefined();
  });
});

describe("the files for TLS", () => {
  it("are given all together, or none", async () => {
    await expect(open({ SERVICE_TLS_CERT: "tls.crt" })).rejects.toThrow(
      "SERVICE_TLS_KEY (--tls-key) and SERVICE_TLS_CA (--tls-ca): needed too",
    );
  });

  it("are named when they are no good", async () => {
    const folder = await mkdtemp(join(tmpdir(), "loci-wire-"));
    const file = join(folder, "nowhere.pem");
    const env = { SERVICE_TLS_CERT: file, SERVICE_TLS_KEY: file, SERVICE_TLS_CA: file };
    await expect(open(env)).rejects.toThrow(/^SERVICE_TLS_CERT .*ENOENT.*nowhere\.pem.*Give PEM files/);
    await rm(folder, { recursive: true });
  });
});
