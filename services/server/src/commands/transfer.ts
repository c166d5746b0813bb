/** Moving data: a context out and in, and everything to another embedding. */
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
}
