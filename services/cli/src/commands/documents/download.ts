import type { Command } from "commander";
import { usage } from "../../failure.ts";
import { examples } from "../../flags.ts";
import { bytesText } from "../../progress.ts";
import { saveBody } from "../../save.ts";
import type { GlobalFlags, Session } from "../../session.ts";
import { printable } from "../../terminal.ts";

const id = "document:01jq3m9c7v5k2x8d4b6n0r1t9w";

export function defineDownload(download: Command, session: Session): void {
  download
    .option("-o, --output <file>", "write it there; - for stdout (default: its own name)")
    .option("--force", "replace the file where there is one")
    .addHelpText("after", examples(`loci documents download ${id}`, `loci documents download ${id} -o - | less`))
    .action(async (documentId: string) => {
      const { output, force, json } = download.optsWithGlobals<GlobalFlags & { output?: string; force?: boolean }>();
      if (json && output === "-") throw usage("--json and --output - both need stdout.");
      const { loci } = await session.data(download);
      const answer = await loci.documents.original(documentId);
      const file = output ?? ownName(answer.headers.get("content-disposition"));
      const bytes = await saveBody(answer, file === "-" ? undefined : file, force ?? false, session.terminal);
      if (file !== "-") session.show(download, { file, bytes }, () => `Wrote ${file} (${bytesText(bytes)}).`);
    });
}

/** The name that the document came under, without any folder: it was given by somebody else. */
export function ownName(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1] ?? "";
  const name = printable(decoded(encoded)).replaceAll("\n", " ").split(/[/\\]/).at(-1) ?? "";
  // A hidden file could be one that programs heed, and - stands for the terminal.
  return /^(?:\..*|-.*|)$/u.test(name) ? "document" : name;
}

/** "" for what no server of ours wrote. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
