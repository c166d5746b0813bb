import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { lociServer } from "@loci/e2e/parts/loci";

const contextKey = "loci-test-context-key-000001";
const managementKey = "loci-test-management-key-01";
let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "loci-bootstrap-"))));
afterAll(() => rm(folder, { recursive: true }));

describe("bootstrap --if-missing", () => {
  const run = (keys: Readonly<Record<string, string>>) =>
    lociServer(
      ["bootstrap", "--if-missing", "--connection-string", `pglite:${folder}/data`, "--secrets-dir", join(folder, "secrets")],
      keys,
    );
  const keys = { SERVICE_API_KEY: contextKey, SERVICE_MANAGEMENT_API_KEY: managementKey };

  it("wants both keys given, as it prints none", async () => {
    expect(await run({ SERVICE_API_KEY: contextKey })).toMatchObject({
      code: 1,
      err: expect.stringContaining("SERVICE_MANAGEMENT_API_KEY"),
    });
  });

  it("wants the secrets to be there, as those that it made would be lost", async () => {
    expect(await run(keys)).toMatchObject({ code: 1, err: expect.stringContaining("SERVICE_SECRETS_DIR") });
  });

  it("makes the context, and succeeds again where it is there", async () => {
    await mkdir(join(folder, "secrets"));
    for (const name of ["pepper", "encryption"])
      await writeFile(join(folder, "secrets", `${name}.1`), randomBytes(32), { mode: 0o600 });
    const first = await run(keys);
    const second = await run(keys);
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(first.out).toContain("(made)");
    expect(second.out).toContain("(there already)");
    for (const { out, err } of [first, second]) for (const key of [contextKey, managementKey]) expect(out + err).not.toContain(key);
  });
});

it("keeps what it makes for its user alone: the data's folder, and each secret", async () => {
  const place = join(folder, "own");
  const secrets = join(place, "secrets");
  const { code } = await lociServer(["bootstrap", "--connection-string", `pglite:${place}/data`, "--secrets-dir", secrets]);
  expect(code).toBe(0);
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  expect(await modeOf(join(place, "data"))).toBe("700");
  // Public halves are for whoever checks a signature.
  const names = (await readdir(secrets)).filter((name) => !name.endsWith(".pub"));
  expect(names.length).toBeGreaterThan(0);
  expect(await modeOf(secrets)).toBe("700");
  for (const name of names) expect(`${name} ${await modeOf(join(secrets, name))}`).toBe(`${name} 600`);
});
