/** `npm run release`: makes the signed package of the client that `loci upgrade` installs. */
import { generateKeyPairSync } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { Command } from "commander";
import { messageOf } from "../src/failure.ts";
import { buildRelease } from "./build.ts";

const program = new Command("release").description("Releases of the client: keys, and signed packages.");

program
  .command("keygen")
  .description("make the ed25519 key that signs releases; prints the public one")
  .argument("<file>", "where the private key goes; keep it secret")
  .addHelpText("after", "\nExample:\n  npm run release -- keygen release.pem")
  .action(async (file: string) => {
    if (existsSync(file)) throw new Error(`${file} is there already; a key that is lost cannot be made again.`);
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    await writeFile(file, privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600, flag: "wx" });
    process.stdout.write(`${publicKey.export({ format: "der", type: "spki" }).toString("base64")}\n`);
  });

program
  .command("build")
  .description("bundle, pack, sign: manifest.json, manifest.json.sig and loci-<version>.tgz")
  .requiredOption("--key <file>", "the private key of 'keygen'")
  .requiredOption("--out <folder>", "where the files go; upload all of it to the source")
  .option("--as <version>", "another version than package.json says")
  .option("--source <url>", "where installed clients look for the next release", "")
  .addHelpText(
    "after",
    "\nExample:\n  npm run release -- build --key release.pem --out dist/release --source https://releases.example.com/loci" +
      "\n\nTo install: unpack the .tgz, and put loci/bin on the PATH.",
  )
  .action(async (flags: { key: string; out: string; as?: string; source: string }) => {
    const { version, file, size } = await buildRelease({
      privateKey: await readFile(flags.key, "utf8"),
      out: flags.out,
      source: flags.source,
      ...(flags.as === undefined ? {} : { version: flags.as }),
    });
    process.stdout.write(`loci ${version}: ${flags.out}/${file}, ${Math.ceil(size / 1024)} KB\n`);
  });

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`release: ${messageOf(error)}\n`);
  process.exitCode = 1;
});
