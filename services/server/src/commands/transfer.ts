/** Moving data: a context out and in, everything to another embedding, and what was read to what is read now. */
import type { Command } from "commander";
import { roleSettings } from "../roles.ts";
import { embeddedNote, withSettings, type Flags } from "./with-settings.ts";

export function addTransferCommands(program: Command): void {
  withSettings(program.command("export").description("write a whole context as JSON Lines"), roleSettings.export)
    .argument("<context_id>")
    .option("--out <file>", "the file; compressed where it ends in .gz; '-' for standard output", "-")
    .addHelpText(
      "after",
      `${embeddedNote}\nExamples:\n  loci-server export dev --out dev.jsonl.gz\n  loci-server export dev | wc -l`,
    )
    .action(async (contextId: string, flags: Flags) => {
      const { exportContext } = await import("../roots/export.ts");
      await exportContext(flags, contextId, String(flags["out"]));
    });
  withSettings(
    program.command("import").description("fill an empty context from an export, and make it where there is none"),
    roleSettings.import,
  )
    .argument("<file>", "compressed where it ends in .gz; '-' for standard input")
    .option("--context-id <id>", "another context than the file names")
    .addHelpText(
      "after",
      embeddedNote +
        "\nAn import that broke off goes on with the same file.\n" +
        "\nExamples:\n  loci-server import dev.jsonl.gz\n  loci-server import dev.jsonl.gz --context-id dev-copy",
    )
    .action(async (file: string, flags: Flags) => {
      const { importContext } = await import("../roots/import.ts");
      await importContext(flags, file, typeof flags["contextId"] === "string" ? flags["contextId"] : "");
    });
  withSettings(
    program.command("re-embed").description("embed everything by another model, while the old vectors serve"),
    roleSettings.reEmbed,
  )
    .addHelpText(
      "after",
      "\nGive the new model's settings. Servers on postgres:// go on serving; an embedded database (pglite:) must not be in use.\n" +
        "It may be stopped and run again: what is done stays. The next server that is started with the new settings switches.\n" +
        "Run it with the old settings to give the move up.\n" +
        "\nExamples:\n  loci-server re-embed --embeddings-provider onnx --embeddings-model ./models/e5-small\n" +
        "  loci-server re-embed --connection-string postgres://loci@db/loci --embeddings-provider openai \\\n" +
        "    --embeddings-url https://api.openai.com/v1 --embeddings-model text-embedding-3-small",
    )
    .action(async (flags: Flags) => (await import("../roots/re-embed.ts")).reEmbed(flags));
  withSettings(
    program.command("reread").description("read every text again by the present reader, and say or store what that changes"),
    roleSettings.reread,
  )
    .option("--context <id>", "this context alone")
    .option("--dry-run", "say what would change, and change nothing")
    .option("--json", "one line of JSON for each text that says something else, and one at the end")
    .addHelpText(
      "after",
      `${embeddedNote}\nNothing is read again by itself: a new release reads new texts. What a text is not read to say any more counts as never said; what\n` +
        "people stated, corrected or decided themselves stays, and what was forgotten is not learned again. It may be stopped and run\n" +
        "again: it goes on where it was.\n" +
        "\nExamples:\n  loci-server reread --dry-run\n  loci-server reread --context acme --dry-run --json | jq .added\n" +
        "  loci-server reread --connection-string postgres://loci@db/loci",
    )
    .action(async (flags: Flags) => {
      const { reread } = await import("../roots/reread.ts");
      const contextId = typeof flags["context"] === "string" ? flags["context"] : "";
      await reread(flags, { contextId, dryRun: flags["dryRun"] === true, json: flags["json"] === true });
    });
}
