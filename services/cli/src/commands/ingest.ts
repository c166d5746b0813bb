import { stat } from "node:fs/promises";
import type { LociError } from "@loci/client";
import type { Command } from "commander";
import { failureOf } from "../explain.ts";
import { exitCodes, Failure, messageOf, usage } from "../failure.ts";
import { collect, examples, wholeNumber } from "../flags.ts";
import { filesText, reportText, type Report } from "../ingest/report.ts";
import { ingestFolder } from "../ingest/run.ts";
import { interruptible } from "../interrupt.ts";
import type { GlobalFlags, Session } from "../session.ts";

interface Flags extends GlobalFlags {
  readonly scope?: readonly string[];
  readonly label?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly hidden?: boolean;
  readonly concurrency?: number;
  readonly observedAt?: string;
  readonly dryRun?: boolean;
  readonly wait?: boolean;
}

const usualConcurrency = 4;
const maxConcurrency = 64;

export function define(command: Command, session: Session): void {
  command
    .argument("<folder>")
    .option("--scope <path>", "store under this scope (repeatable)", collect)
    .option("--label <key=value>", "tag all of it (repeatable)", collect)
    .option("--include <glob>", "only such files, e.g. '*.md' (repeatable)", collect)
    .option("--exclude <glob>", "no such files or folders, e.g. drafts (repeatable)", collect)
    .option("--hidden", "also what begins with a dot")
    .option("--concurrency <n>", `files at a time (default ${usualConcurrency}, at most ${maxConcurrency})`, wholeNumber)
    .option("--observed-at <timestamp>", "when what they say was known (RFC 3339)")
    .option("--dry-run", "only show what would be uploaded")
    .option("--wait", "until all of it can be found")
    .addHelpText("after", "\nA second run sends only what is not there yet: it goes on where one was stopped.")
    .addHelpText(
      "after",
      examples(
        "loci ingest handbook --scope org/acme --label kind=handbook --wait",
        "loci ingest . --include '*.md' --exclude node_modules --dry-run",
      ),
    )
    .action(async (folder: string) => {
      const flags = command.optsWithGlobals<Flags>();
      const { concurrency = usualConcurrency, include = [], exclude = [], hidden = false, json: quiet = false } = flags;
      if (concurrency < 1 || concurrency > maxConcurrency) throw usage(`--concurrency must be from 1 to ${maxConcurrency}.`);
      await requireFolder(folder);
      const { loci } = await session.data(command);
      await interruptible(session.terminal, async (signal) => {
        const { scope: scopes, label: labels, observedAt, dryRun = false, wait = false } = flags;
        const selection = { include, exclude, hidden };
        const options = { ...selection, scopes, labels, observedAt, concurrency, dryRun, wait, quiet, signal };
        const { report, fatal } = await ingestFolder(folder, loci, options, session.terminal).catch((error: unknown) => {
          throw signal.aborted ? new Failure("Interrupted before anything was sent.", exitCodes.interrupted) : error;
        });
        session.show(command, report, (given) => reportText(given, session.terminal));
        throwWhereIncomplete(report, fatal, signal, session);
      });
    });
}

async function requireFolder(folder: string): Promise<void> {
  const about = await stat(folder).catch((error: unknown) => {
    throw usage(`${folder} cannot be read: ${messageOf(error)}`);
  });
  if (!about.isDirectory()) throw usage(`${folder} is not a folder; 'loci documents upload' takes a single file.`);
}

const goOn = "Run the same command again to go on; what is there already is skipped.";

function throwWhereIncomplete(
  { failed, open }: Report,
  fatal: LociError | undefined,
  signal: AbortSignal,
  session: Session,
): void {
  if (signal.aborted) throw new Failure(`Interrupted. ${goOn}`, exitCodes.interrupted);
  if (fatal !== undefined) {
    const { message, exitCode, problem } = failureOf(fatal, session.lastConnection());
    throw new Failure(`${message}\n  ${filesText(open)} not sent. ${goOn}`, exitCode, problem);
  }
  if (failed.length > 0) throw new Failure(`${filesText(failed.length)} failed.`);
}
