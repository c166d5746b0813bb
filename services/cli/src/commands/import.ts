import { writeFile } from "node:fs/promises";
import { Argument, type Command } from "commander";
import { Failure, messageOf, usage } from "../failure.ts";
import { choice, collect, concurrencyOption, examples, placeOf, userOption, usualConcurrency } from "../flags.ts";
import { readExport } from "../importers/file.ts";
import { tools, type Tool } from "../importers/index.ts";
import { reportText, writesText, type Report } from "../importers/report.ts";
import { importExport } from "../importers/run.ts";
import type { TextMode } from "../importers/write.ts";
import { requireComplete } from "../incomplete.ts";
import { interruptible } from "../interrupt.ts";
import type { GlobalFlags, Session } from "../session.ts";

interface Flags extends GlobalFlags {
  readonly scope?: readonly string[];
  readonly user?: string;
  readonly scopeTemplate?: string;
  readonly registerScopes?: boolean;
  readonly infer: TextMode;
  readonly concurrency?: number;
  readonly dryRun?: boolean;
  readonly report?: string;
}

export function define(command: Command, session: Session): void {
  command
    .addArgument(new Argument("<tool>", "whose export it is").choices(tools))
    .argument("<file>", "the export, as JSON")
    .option("--scope <path>", "store under this scope (repeatable)", collect)
    .addOption(userOption("whose all of it is, by your own id for an end user (in the place of --scope)"))
    .option("--scope-template <path>", "store under the scope of its owner, e.g. org/acme/user/{user_id}")
    .option("--register-scopes", "register the scopes that are not there yet")
    .addOption(
      choice("--infer <mode>", "full draws facts from texts, none keeps them as they are", ["full", "none"]).default("full"),
    )
    .addOption(concurrencyOption("records"))
    .option("--dry-run", "only show what would be carried")
    .option("--report <file>", "write all of what was carried, skipped and left behind to a file, as JSON")
    .addHelpText(
      "after",
      "\nRecords keep the time at which they were known, and their ids and owners as" +
        "\nlabels. What was carried within the last day is not carried again: a second run" +
        "\ngoes on where one was stopped." +
        "\n\nNames for --scope-template: user_id, agent_id, app_id, run_id (mem0); group_id," +
        "\nuser_id, session_id (Zep, Graphiti); agent_id, agent_name (Letta); namespace.0," +
        "\nnamespace.1 …, key (LangMem).",
    )
    .addHelpText(
      "after",
      examples(
        "loci import mem0 m.json --scope-template 'user/{user_id}' --register-scopes",
        "loci import letta agent.af --scope org/acme/support --dry-run",
        "loci import graphiti graph.json --report carried.json",
      ),
    )
    .action(async (tool: Tool, file: string) => {
      const flags = command.optsWithGlobals<Flags>();
      const { concurrency = usualConcurrency, scope: scopes = [], scopeTemplate: template, json: quiet = false } = flags;
      placeOf(flags);
      if (flags.user !== undefined && template !== undefined)
        throw usage("--user stands in the place of --scope-template; give one.");
      const exported = await readExport(file);
      const loci = flags.dryRun ? undefined : (await session.data(command)).loci;
      await interruptible(session.terminal, async (signal) => {
        const { infer: mode, registerScopes = false, user } = flags;
        const options = { mode, scopes, user, template, registerScopes, concurrency, quiet, signal };
        const { report, fatal } = await importExport(tool, file, exported, loci, options, session.terminal);
        session.show(command, report, (given) => reportText(given, session.terminal));
        if (flags.report !== undefined) await writeReport(flags.report, report);
        const result = { failed: report.failed.length, open: report.open, fatal, interrupted: signal.aborted };
        requireComplete(result, { counted: writesText, again: "what was carried is not carried twice" }, session);
      });
    });
}

async function writeReport(file: string, report: Report): Promise<void> {
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`).catch((error: unknown) => {
    throw new Failure(`${file} cannot be written: ${messageOf(error)}`);
  });
}
