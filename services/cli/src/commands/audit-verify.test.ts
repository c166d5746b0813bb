import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { run } from "../testing/recorded.ts";

it("a check of the audit prints which row and which key to give next time", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("hex");
  const text = JSON.stringify(["loci-audit-1", "house", 1, "0".repeat(64), "audit:1"]);
  const hash = createHash("sha256").update(text).digest("hex");
  const signed = JSON.stringify(["loci-audit-checkpoint-1", "house", 1, hash, "2030-01-01T00:00:00.000Z"]);
  const signature = sign(null, Buffer.from(signed), privateKey).toString("hex");
  const lines = [
    { type: "audit", format: 1, after: 0, last: 1 },
    { type: "row", position: 1, hash, text },
    { type: "checkpoint", position: 1, hash, text: signed, publicKey: key, signature },
  ];
  const folder = await mkdtemp(join(tmpdir(), "loci-audit-"));
  const file = join(folder, "audit.jsonl");
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join("\n"));
  const { code, out } = await run(["audit", "verify", "--file", file]);
  expect(out).toContain(`--expect 1:${hash} --public-key ${key}`);
  expect(code).toBe(0);
  const other = await run(["audit", "verify", "--file", file, "--public-key", "0".repeat(64)]);
  expect(other.code).toBe(1);
  await rm(folder, { recursive: true });
});
