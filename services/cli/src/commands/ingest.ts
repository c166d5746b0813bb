import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { exitCodes, Failure, messageOf, usage } from "../failure.ts";
import { collect, concurrencyOption, examples, placeOf, userOption, usualConcurrency } from "../flags.ts";
import { filesText, reportText } from "../ingest/report.ts";
import { ingestFolder } from "../ingest/run.ts";
import { requireComplete } from "../incomplete.ts";
import { interruptible } from "../interrupt.ts";
import type { GlobalFlags, Session } from "../session.ts";

interface Flags extends GlobalFlags {
  readonly scope?: readonly string[];
  readonly user?: string;
  readonly label?: readonly string[];
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly hidden?: boolean;
  readonly concurrency?: number;
  readonly observedAt?: string;
  readonly dryRun?: boolean;
  readonly wait?: boolean;
}

export function define(command: Command, session: Session): void {
  command
    .argument("<folder>")
    .option("--scope <path>", "store under this scope (repeatable)", collect)
    .addOption(userOption("whose they are, by your own id for an end user (in the place of --scope)"))
    .option("--label <key=value>", "tag all of it (repeatable)", collect)
    .option("--include <glob>", "only such files, e.g. '*.md' (repeatable)", collect)
    .option("--exclude <glob>", "no such files or folders, e.g. drafts (repeatable)", collect)
    .option("--hidden", "also what begins with a dot")
    .addOption(concurrencyOption("files"))
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
      // Both at once are refused.
      placeOf(flags);
      await requireFolder(folder);
      const { loci } = await session.data(command);
      await interruptible(session.terminal, async (signal) => {
        const { scope: scopes, user, label: labels, observedAt, dryRun = false, wait = false } = flags;
        const selection = { include, exclude, hidden };
        const options = { ...selection, scopes, user, labels, observedAt, concurrency, dryRun, wait, quiet, signal };
        const { report, fatal } = await ingestFolder(folder, loci, options, session.terminal).catch((error: unknown) => {
          throw signal.aborted ? new Failure("Interrupted before anything was sent.", exitCodes.interrupted) : error;
        });
        session.show(command, report, (given) => reportText(given, session.terminal));
        const result = { failed: report.failed.length, open: report.open, fatal, interrupted: signal.aborted };
        requireComplete(result, { counted: filesText, again: "what is there already is skipped" }, session);
      });
    });
}

async function requireFolder(folder: string): Promise<void> {
  const about = await stat(folder).catch((error: unknown) => {
    throw usage(`${folder} cannot be read: ${messageOf(error)}`);
  });
  if (!about.isDirectory()) throw usage(`${folder} is not a folder; 'loci documents upload' takes a single file.`);
}
