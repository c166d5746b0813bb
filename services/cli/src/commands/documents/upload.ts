import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Command } from "commander";
import { usage } from "../../failure.ts";
import { contentOf, largestFileBytes, noDocument, reasonOf, startOf, tooLarge } from "../../files.ts";
import { collect, examples, placeOf, userOption } from "../../flags.ts";
import { interruptible } from "../../interrupt.ts";
import { startProgress } from "../../progress.ts";
import type { GlobalFlags, Session } from "../../session.ts";
import { printable } from "../../terminal.ts";

interface Flags extends GlobalFlags {
  readonly scope?: readonly string[];
  readonly label?: readonly string[];
  readonly user?: string;
  readonly title?: string;
  readonly source?: string;
  readonly mimeType?: string;
  readonly observedAt?: string;
  readonly replace?: string;
  readonly wait?: boolean;
}

export function defineUpload(upload: Command, session: Session): void {
  upload
    .argument("<file>")
    .option("--scope <path>", "store under this scope (repeatable)", collect)
    .addOption(userOption("whom it is of, by your own id for an end user (in the place of --scope)"))
    .option("--label <key=value>", "tag it (repeatable)", collect)
    .option("--title <text>", "by default its name")
    .option("--source <text>", "where it comes from, e.g. its URL")
    .option("--mime-type <type>", "by default what its content shows")
    .option("--observed-at <timestamp>", "when what it says was known (RFC 3339)")
    .option("--replace <id>", "it is the next version of this document")
    .option("--wait", "until it can be found")
    .addHelpText(
      "after",
      examples(
        "loci documents upload lease.pdf --scope org/acme --label kind=contract --wait",
        "loci documents upload notes.md --source https://example.com/notes",
      ),
    )
    .action(async (file: string) => {
      const flags = upload.optsWithGlobals<Flags>();
      const size = await sizeOf(file);
      const { loci } = await session.data(upload);
      const answer = await interruptible(session.terminal, async (signal) => {
        const { label: labels, title, source, mimeType, observedAt } = flags;
        const given = {
          file: await contentOf(file),
          filename: basename(file),
          title,
          source,
          mimeType,
          ...placeOf(flags),
          labels,
          observedAt,
        };
        const options = { label: "Uploading", total: size, unit: "bytes", quiet: flags.json ?? false };
        const progress = await startProgress(session.terminal, options);
        const sending = { signal, onProgress: (bytes: number) => progress.to(bytes) };
        const sent = await (
          flags.replace === undefined
            ? loci.documents.upload(given, sending)
            : loci.documents.replace(flags.replace, given, sending)
        ).finally(() => progress.stop());
        return flags.wait ? { ...sent, ...(await loci.documents.wait(sent.id, { signal })) } : sent;
      });
      session.show(upload, answer, ({ id, status, deduplicated }) => {
        const head = deduplicated ? `${basename(file)} is there already` : `Uploaded ${basename(file)}`;
        const hint =
          status === "ready" || deduplicated ? "" : `\nIt is worked on; 'loci documents show ${id}' tells how far it is.`;
        return `${printable(head)}: ${status}\n  ${id}${hint}`;
      });
    });
}

/** @throws Failure for what cannot be a document, before a byte is sent */
async function sizeOf(file: string): Promise<number> {
  const problem = (reason: string) => usage(`${file} cannot be uploaded: ${reason}.`);
  const about = await stat(file).catch((error: unknown) => {
    throw problem(reasonOf(error));
  });
  if (about.isDirectory()) throw usage(`${file} is a folder; 'loci ingest' takes it.`);
  if (about.size > largestFileBytes) throw problem(tooLarge(about.size, largestFileBytes));
  const start = await startOf(file).catch((error: unknown) => {
    throw problem(reasonOf(error));
  });
  const reason = noDocument(file, about.size, start);
  if (reason !== undefined) throw problem(reason);
  return about.size;
}
