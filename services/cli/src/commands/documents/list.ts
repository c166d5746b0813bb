import { documentStates } from "@loci/client";
import type { Command } from "commander";
import { choice, examples, limitOption, maxPage, wholeNumber } from "../../flags.ts";
import { bytesText } from "../../progress.ts";
import type { GlobalFlags, Session } from "../../session.ts";
import { table } from "../../table.ts";
import { day } from "../../times.ts";

interface Flags extends GlobalFlags {
  readonly status?: (typeof documentStates)[number];
  readonly mimeType?: string;
  readonly limit?: number;
  readonly page?: number;
}

export function defineList(list: Command, session: Session): void {
  list
    .addOption(choice("--status <status>", "only these", documentStates))
    .option("--mime-type <type>", "only these, e.g. application/pdf")
    .addOption(limitOption("how many on a page (default 50, at most 500)", maxPage))
    .option("--page <n>", "another page than the first, which is 0", wholeNumber)
    .addHelpText("after", examples("loci documents list", "loci documents list --status failed --json"))
    .action(async () => {
      const { status, mimeType, limit: pageSize, page } = list.optsWithGlobals<Flags>();
      const { loci } = await session.data(list);
      const answer = await loci.documents.list({ status, mimeType, pageSize, page });
      session.show(list, answer, (found) => {
        const shown = table(
          session.terminal,
          found.documents,
          [
            { title: "document", of: ({ id }) => id },
            { title: "title", of: ({ title, source }) => title || source, shrinks: true },
            { title: "status", of: (one) => one.status },
            { title: "size", of: ({ sizeBytes }) => bytesText(sizeBytes), right: true, spare: true },
            { title: "since", of: ({ createdAt }) => day(createdAt), spare: true },
          ],
          "There is no document.",
        );
        const rest = found.total - found.page * found.pageSize - found.documents.length;
        return rest > 0 ? `${shown}\n${session.terminal.style.dim(`${rest} more: --page ${found.page + 1}`)}` : shown;
      });
    });
}
