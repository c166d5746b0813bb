import type { Schemas } from "@loci/client";
import type { Command } from "commander";
import { examples, limitOption, maxPage, wholeNumber } from "../../flags.ts";
import { bytesText } from "../../progress.ts";
import type { GlobalFlags, Session } from "../../session.ts";
import { printable, wrap, type Terminal } from "../../terminal.ts";
import { moment } from "../../times.ts";
import { scopesText } from "../sessions.ts";

const id = "document:01jq3m9c7v5k2x8d4b6n0r1t9w";

export function defineShow(show: Command, session: Session): void {
  show.addHelpText("after", examples(`loci documents show ${id}`)).action(async (documentId: string) => {
    const { loci } = await session.data(show);
    session.show(show, await loci.documents.get(documentId), (document) => documentText(document, session.terminal));
  });
}

function documentText(document: Schemas["Document"], { style, columns }: Terminal): string {
  const rows: readonly (readonly [string, string])[] = [
    ["status", document.status],
    ["error", document.error ?? ""],
    ["file", [document.filename, document.mimeType, bytesText(document.sizeBytes)].filter((part) => part !== "").join(", ")],
    ["source", document.source],
    ["version", String(document.version)],
    ["passages", document.status === "ready" ? String(document.chunks) : ""],
    ["pages", document.pages > 0 ? String(document.pages) : ""],
    ["scopes", scopesText(document.scopes)],
    ["labels", document.labels.join(", ")],
    ["uploaded", moment(document.createdAt)],
    ["like", document.nearDuplicateOf ?? ""],
  ];
  const shown = rows.filter(([, value]) => value !== "");
  const lines = shown.map(
    ([name, value]) => `  ${style.dim(name.padEnd(9))} ${wrap(value, columns - 12, "            ").trimStart()}`,
  );
  return [style.bold(printable(document.title || document.filename)), style.dim(`  ${document.id}`), ...lines].join("\n");
}

export function defineChunks(chunks: Command, session: Session): void {
  chunks
    .addOption(limitOption("how many on a page (default 50, at most 500)", maxPage))
    .option("--page <n>", "another page than the first, which is 0", wholeNumber)
    .addHelpText("after", examples(`loci documents chunks ${id}`))
    .action(async (documentId: string) => {
      const { limit: pageSize, page } = chunks.optsWithGlobals<GlobalFlags & { limit?: number; page?: number }>();
      const { loci } = await session.data(chunks);
      const answer = await loci.documents.chunks(documentId, { pageSize, page });
      session.show(chunks, answer, (found) => {
        const texts = found.chunks.map(({ position, section, text }) => {
          const head = `${position + 1}${section ? ` · ${section}` : ""}`;
          return `${session.terminal.style.dim(printable(head))}\n${wrap(text, session.terminal.columns, "  ")}`;
        });
        return texts.join("\n") || "It has no passages yet.";
      });
    });
}
