/** A whole context as a file, and back. */
import { openAsBlob } from "node:fs";
import type { Command } from "commander";
import { isApiError } from "../explain.ts";
import { Failure, messageOf, usage } from "../failure.ts";
import { examples } from "../flags.ts";
import { saveBody } from "../save.ts";
import { bytesText } from "../progress.ts";
import type { GlobalFlags, Session } from "../session.ts";

/** The server cuts off an export that would be no picture of one moment. */
const brokenOff =
  "The export broke off before its end: the context was written to meanwhile, or the connection was lost.\n" +
  "  Export it again when nothing is written; 'loci traces stats' shows whether documents are still worked on.";

export function defineTransfer(command: Command, session: Session): void {
  const out = command.command("export").description("the whole context as JSON Lines");
  out
    .option("-o, --output <file>", "write it there instead of to stdout")
    .option("--force", "replace the file where there is one")
    .addHelpText("after", examples("loci contexts export -o acme.jsonl", "loci contexts export | gzip > acme.jsonl.gz"))
    .action(async () => {
      const { output, force, json } = out.optsWithGlobals<GlobalFlags & { output?: string; force?: boolean }>();
      if (json && output === undefined) throw usage("--json needs --output: the export itself goes to stdout.");
      const { loci } = await session.data(out);
      const answer = await loci.export();
      const bytes = await saveBody(answer, output, force ?? false, session.terminal).catch((error: unknown) => {
        throw isApiError(error) && error.code === "unreachable" ? new Failure(brokenOff) : error;
      });
      if (output !== undefined) session.show(out, { file: output, bytes }, () => `Wrote ${output} (${bytesText(bytes)}).`);
    });
  const into = command.command("import").description("fill an empty context from an export").argument("<file>");
  into.addHelpText("after", examples("loci contexts import acme.jsonl --context-id acme-copy")).action(async (file: string) => {
    const blob = await openAsBlob(file).catch((error: unknown) => {
      throw usage(`${file} cannot be read: ${messageOf(error)}`);
    });
    const { loci } = await session.data(into);
    const answer = await loci.import(blob, { timeoutMs: 3_600_000 });
    session.show(into, answer, ({ imported, skipped, fromContextId }) => {
      const counts = Object.entries(imported).map(([kind, count]) => `  ${kind.padEnd(16)} ${count}`);
      const before = Object.values(skipped).reduce((sum, count) => sum + count, 0);
      return [`Imported from ${fromContextId}:`, ...counts, ...(before > 0 ? [`  ${before} were there already.`] : [])].join("\n");
    });
  });
}
