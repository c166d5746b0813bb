import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { readEnvironment } from "./config.ts";
import { dataConnection, managementConnection } from "./connection.ts";
import { masked, readProfiles, writeProfiles } from "./profiles.ts";

describe("profiles", () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "loci-profiles-"))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("come back as they were stored, in a file that only its owner reads", async () => {
    const file = join(folder, "loci", "config.toml");
    const stored = { active: "work", profiles: { work: { url: "http://x", api_key: 'a"b', context_id: "acme" } } };
    await writeProfiles(file, stored);
    expect(await readProfiles(file)).toEqual(stored);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("may be named as what every object inherits", async () => {
    const file = join(folder, "config.toml");
    const none = await readProfiles(file);
    expect([none.profiles["constructor"], none.profiles["__proto__"]]).toEqual([undefined, undefined]);
    none.profiles["constructor"] = { url: "http://a" };
    none.profiles["__proto__"] = { url: "http://b" };
    await writeProfiles(file, none);
    const { profiles } = await readProfiles(file);
    expect([profiles["constructor"], profiles["__proto__"]]).toEqual([{ url: "http://a" }, { url: "http://b" }]);
  });

  it("are none where there is no file, and an error that names the file where it is broken", async () => {
    const file = join(folder, "config.toml");
    expect(await readProfiles(file)).toEqual({ active: "default", profiles: {} });
    await writeFile(file, "profile = [");
    await expect(readProfiles(file)).rejects.toThrow(file);
    expect(await readFile(file, "utf8")).toBe("profile = [");
  });

  it("show too little of a key to use it", () => {
    expect(masked("loci_ck_01jq3m9c7v5k2x8d4b6n0r1t9w_secretsecret")).toBe("loci_ck_…cret");
    expect(masked("short")).toBe("****");
  });
});

describe("a connection", () => {
  const environment = (env: Record<string, string>) => readEnvironment(env);

  it("takes a flag before the environment, and the environment before the profile", () => {
    const env = environment({ SERVICE_URL: "http://env:1/", SERVICE_API_KEY: "env-key" });
    const profile = { url: "http://profile:1", api_key: "profile-key", context_id: "acme" };
    expect(dataConnection({ apiKey: "flag-key" }, env, profile)).toEqual({
      url: "http://env:1",
      apiKey: "flag-key",
      contextId: "acme",
      plane: "data",
    });
  });

  it("says what is missing and where it may come from", () => {
    expect(() => dataConnection({}, environment({}), {})).toThrow(/--api-key, set SERVICE_API_KEY/);
    expect(() => dataConnection({ apiKey: "k" }, environment({}), {})).toThrow(/context id/);
    expect(() => dataConnection({ url: "localhost:9090" }, environment({}), {})).toThrow(/not a server URL/);
  });

  it("to the control plane never uses a context key", () => {
    expect(() => managementConnection({}, environment({ SERVICE_API_KEY: "ck" }), { api_key: "ck" })).toThrow(/management key/);
    const env = environment({ SERVICE_MANAGEMENT_API_KEY: "mk", SERVICE_URL: "http://a" });
    expect(managementConnection({}, env, {})).toEqual({ url: "http://a", apiKey: "mk", contextId: "", plane: "management" });
  });
});
