import type { Command } from "commander";
import { examples } from "../../flags.ts";
import type { Session } from "../../session.ts";
import { printable } from "../../terminal.ts";
import { defineDownload } from "./download.ts";
import { defineList } from "./list.ts";
import { defineQuery } from "./query.ts";
import { defineChunks, defineShow } from "./show.ts";
import { defineUpload } from "./upload.ts";
import { runDeletion, withPurge } from "../deleted.ts";

const id = "document:01jq3m9c7v5k2x8d4b6n0r1t9w";

export function define(command: Command, session: Session): void {
  defineUpload(command.command("upload").description("upload a file"), session);
  defineList(command.command("list").description("the documents, newest first"), session);
  defineQuery(command.command("query").description("the passages that answer a question"), session);
  defineShow(command.command("show").description("one document and how far it is").argument("<id>"), session);
  defineChunks(command.command("chunks").description("the passages of a document").argument("<id>"), session);
  defineDownload(command.command("download").description("the original file").argument("<id>"), session);
  const retry = command.command("retry").description("take up the work on a failed document again").argument("<id>");
  retry.addHelpText("after", examples(`loci documents retry ${id}`)).action(async (documentId: string) => {
    const { loci } = await session.data(retry);
    session.show(retry, await loci.documents.retry(documentId), ({ title, status }) => `${printable(title)} is ${status} again.`);
  });
  const remove = command.command("delete").description("delete a document and what was read from it alone").argument("<id>");
  withPurge(remove)
    .addHelpText("after", examples(`loci documents delete ${id}`, `loci documents delete ${id} --purge`))
    .action(async (documentId: string) => {
      const { loci } = await session.data(remove);
      const question = `Delete ${documentId} and what was read from it alone?`;
      await runDeletion(remove, session, {
        ...{ named: documentId, question },
        remove: (how) => loci.documents.delete(documentId, how),
      });
    });
}
