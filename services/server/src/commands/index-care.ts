/** The search index beside the truth: filled again, and compared. */
import type { Command } from "commander";
import { roleSettings } from "../roles.ts";
import { embeddedNote, withSettings, type Flags } from "./with-settings.ts";

export function addIndexCommands(program: Command): void {
  withSettings(
    program.command("reindex").description("fill the search index again from the database; no model is asked"),
    roleSettings.reindex,
  )
    .option("--context <id>", "this context alone, in its place")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      embeddedNote +
        "\nOver OpenSearch a new index is filled while the old one is searched, and takes its place in one step. It may be stopped and run\n" +
        "again: it goes on where it was.\n" +
        "\nExamples:\n  loci-server reindex --connection-string postgres://loci@db/loci --search-url http://search:9200\n" +
        "  loci-server reindex --context acme --json",
    )
    .action(async (flags: Flags) => (await import("../roots/index-care.ts")).reindex(flags, optionsOf(flags)));
  withSettings(
    program.command("fsck").description("compare the search index with the database: what is missing, stale or surplus in it"),
    roleSettings.fsck,
  )
    .option("--context <id>", "this context alone")
    .option("--json", "print what differs as JSON, with at most 1,000 ids of a kind")
    .addHelpText(
      "after",
      `${embeddedNote}\nIt ends with 0 where both are alike, with 3 where they differ, and with 1 where it could not compare them.\n` +
        "\nExamples:\n  loci-server fsck --connection-string postgres://loci@db/loci --search-url http://search:9200\n" +
        "  loci-server fsck --context acme --json | jq .differing",
    )
    .action(async (flags: Flags) => (await import("../roots/index-care.ts")).fsck(flags, optionsOf(flags)));
}

function optionsOf(flags: Flags): { readonly contextId: string; readonly json: boolean } {
  return { contextId: typeof flags["context"] === "string" ? flags["context"] : "", json: flags["json"] === true };
}
