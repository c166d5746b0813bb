/** The audit's chain: kept as a file, and checked row by row on this machine. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { AuditVerdict } from "@loci/client";
import { InvalidArgumentError, type Command } from "commander";
import { Failure, messageOf, usage } from "../failure.ts";
import { examples } from "../flags.ts";
import { bytesText, startProgress, type Progress } from "../progress.ts";
import { saveBody } from "../save.ts";
import type { GlobalFlags, Session } from "../session.ts";

interface ChainFlag extends GlobalFlags {
  readonly chain?: string;
}

interface VerifyFlags extends ChainFlag {
  readonly file?: string;
  readonly publicKey?: readonly string[];
  readonly expect?: { readonly position: number; readonly hash: string };
}

const chainFlag = ["--chain <id>", "with the management key: that context's chain, or '-' for the deployment's own"] as const;

export function defineVerify(command: Command, session: Session): void {
  const verify = command.command("verify").description("check that no row was changed, added or taken away");
  verify
    .option("--file <file>", "check this export, without a server")
    .option(...chainFlag)
    .option("--public-key <hex>", "only this key may have signed, as an earlier check printed it; may be given again", gather)
    .option("--expect <position:hash>", "a row that has to be there as an earlier check printed it", place)
    .addHelpText(
      "after",
      examples(
        "loci audit verify",
        "loci audit verify --file audit.jsonl --json",
        "SERVICE_MANAGEMENT_API_KEY=loci_mk_… loci audit verify --chain -",
      ),
    )
    .action(async () => {
      const flags = verify.optsWithGlobals<VerifyFlags>();
      const { file, publicKey: publicKeys, expect: expected, json = false } = flags;
      const bytes = file === undefined ? await download(session, verify) : createReadStream(file);
      const { verifyAudit } = await import("@loci/client");
      let progress: Promise<Progress> | undefined;
      const onProgress = (checked: number, total: number) => {
        progress ??= startProgress(session.terminal, { label: "Checking", total, unit: "rows", quiet: json });
        void progress.then((shown) => shown.to(checked));
      };
      const lines = createInterface({ input: bytes, crlfDelay: Infinity });
      const verdict = await verifyAudit(lines, { publicKeys, expected, onProgress }).catch((error: unknown) => {
        throw file === undefined ? error : usage(`${file} cannot be checked: ${messageOf(error)}`);
      });
      (await progress)?.stop();
      if (json || verdict.ok) session.show(verify, verdict, verdictText);
      if (verdict.broken) throw new Failure(`The audit is broken: row ${verdict.broken.position} ${verdict.broken.problem}.`);
    });

  const out = command.command("export").description("the chain of requests as JSON Lines, to check and to keep");
  out
    .option("-o, --output <file>", "write it there instead of to stdout")
    .option("--force", "replace the file where there is one")
    .option(...chainFlag)
    .addHelpText("after", examples("loci audit export -o audit.jsonl"))
    .action(async () => {
      const { output, force, json } = out.optsWithGlobals<GlobalFlags & { output?: string; force?: boolean }>();
      if (json && output === undefined) throw usage("--json needs --output: the export itself goes to stdout.");
      const bytes = await saveBody(await exported(session, out), output, force ?? false, session.terminal);
      if (output !== undefined) session.show(out, { file: output, bytes }, () => `Wrote ${output} (${bytesText(bytes)}).`);
    });
}

async function exported(session: Session, command: Command): Promise<Response> {
  const { chain } = command.optsWithGlobals<ChainFlag>();
  if (chain === undefined) return (await session.data(command)).loci.exportAudit();
  return (await session.management(command)).management.exportAudit(chain);
}

async function download(session: Session, command: Command): Promise<Readable> {
  const { body } = await exported(session, command);
  return body === null ? Readable.from([]) : Readable.fromWeb(body);
}

function verdictText({ chain, rows, from, to, hash, signedTo, publicKeys, removed }: AuditVerdict): string {
  if (rows === 0) return "The audit has no rows.";
  const name = chain === "*" ? "the deployment's own chain" : `the chain of ${chain}`;
  const signed = signedTo === 0 ? "It is not signed." : `Signed up to row ${signedTo} by ${publicKeys.join(", ")}.`;
  return [
    `${rows} rows of ${name} fit, from ${from} to ${to}.`,
    ...(removed ? [`${removed.rows} rows before ${removed.before} were removed by retention.`] : []),
    signed,
    `To check later that they are still these: ${[`--expect ${to}:${hash}`, ...publicKeys.map((key) => `--public-key ${key}`)].join(" ")}`,
  ].join("\n");
}

function gather(value: string, before: readonly string[] = []): readonly string[] {
  if (!/^[0-9a-f]{64}$/.test(value)) throw new InvalidArgumentError("It must be 64 hexadecimal digits.");
  return [...before, value];
}

function place(value: string): VerifyFlags["expect"] {
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(value) ?? [];
  if (position === undefined || hash === undefined)
    throw new InvalidArgumentError("It must be <position>:<64 hexadecimal digits>.");
  return { position: Number(position), hash };
}
