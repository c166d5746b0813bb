import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { answerSeal, loadSecrets } from "./index.ts";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "loci-secrets-"))));
afterAll(() => rm(folder, { recursive: true }));

describe("the service's secrets", () => {
  it("are made once, readable to their owner alone, and read again", async () => {
    await expect(loadSecrets(folder, false)).rejects.toThrow("no secret 'pepper.<version>'");
    const made = await loadSecrets(folder, true);
    expect((await readdir(folder)).sort()).toEqual(["audit.1", "encryption.1", "pepper.1"]);
    expect((await stat(join(folder, "encryption.1"))).mode & 0o777).toBe(0o600);
    expect(await loadSecrets(folder, false)).toMatchObject({ pepper: { current: made.pepper.current } });
  });

  it("of an older deployment lack the one for encryption until it is made", async () => {
    const { pepper } = await loadSecrets(folder, false);
    await rm(join(folder, "encryption.1"));
    expect((await loadSecrets(folder, false)).encryption).toBeUndefined();
    const completed = await loadSecrets(folder, true);
    expect(completed.encryption?.current.bytes).toHaveLength(32);
    expect(completed.pepper.current).toEqual(pepper.current);
  });
});

describe("the seal of an answer", () => {
  it("is the bearer's own, and always the same", () => {
    expect(answerSeal("one")).toHaveLength(32);
    expect(answerSeal("one")).toEqual(answerSeal("one"));
    expect(answerSeal("one")).not.toEqual(answerSeal("two"));
  });
});
