import type { Schemas } from "@loci/client";
import type { Command } from "commander";
import { choice, collect, examples, limitOption, maxHits, userOption } from "../../flags.ts";
import type { GlobalFlags, Session } from "../../session.ts";
import { endMarks } from "../../standing.ts";
import { printable, shortened, wrap, type Terminal } from "../../terminal.ts";

const modes = ["hybrid", "vector", "bm25", "hybrid_graph"] as const;

interface Flags extends GlobalFlags {
  readonly mode?: (typeof modes)[number];
  readonly hyde?: boolean;
  readonly decompose?: boolean;
  readonly rerank?: boolean;
  readonly limit?: number;
  readonly document?: readonly string[];
  readonly label?: readonly string[];
  readonly user?: string;
  readonly full?: boolean;
}

export function defineQuery(command: Command, session: Session): void {
  command
    .argument("<text...>", "the question")
    .addOption(choice("--mode <mode>", "search in this way (default hybrid)", modes))
    .addOption(limitOption("how many passages (default 10, at most 50)", maxHits))
    .option("--document <id>", "only in this document (repeatable)", collect)
    .option("--label <key=value>", "only in what is tagged so (repeatable)", collect)
    .addOption(userOption("ask as this end user: only what is theirs, and their I"))
    .option("--hyde", "search with a made-up answer too (needs a model)")
    .option("--decompose", "ask the parts of the question too (needs a model)")
    .option("--rerank", "let a second model sort the hits, where there is one")
    .option("--full", "the whole passages")
    .addHelpText(
      "after",
      examples('loci documents query "notice period" --limit 3', 'loci documents query "who signs?" --document document:01jq…'),
    )
    .action(async (words: string[]) => {
      const { mode, limit: k, document, label, user, hyde, decompose, rerank, full } = command.optsWithGlobals<Flags>();
      const { loci } = await session.data(command);
      const answer = await loci.documents.query({
        query: words.join(" "),
        k,
        mode,
        user,
        useHyde: hyde,
        decomposeQuery: decompose,
        useReranker: rerank,
        ...(document === undefined ? {} : { filter: { documentIds: [...document] } }),
        ...(label === undefined ? {} : { labels: [...label] }),
      });
      session.show(command, answer, (found) => answerText(found, full ?? false, session.terminal));
    });
}

function answerText({ results, queryMs, degraded, traceId }: Schemas["QueryResponse"], full: boolean, terminal: Terminal): string {
  const { style, columns } = terminal;
  const lines: string[] = [];
  for (const [index, { chunk, document, score, ...how }] of results.entries()) {
    const number = `${index + 1}.`.padEnd(4);
    const text = chunk.text;
    const shown = full ? wrap(text, columns, "    ") : wrap(shortened(text, 4 * (columns - 6)), columns, "    ");
    lines.push(style.bold(number) + shown.slice(number.length));
    const page = chunk.page ? `page ${chunk.page}` : "";
    const place = [document.title || document.id, chunk.section ?? "", page, score.toFixed(2)].filter((part) => part !== "");
    lines.push(style.dim(`    ${shortened(place.map(printable).join(" · "), columns - 4)}`));
    for (const mark of endMarks(how)) lines.push(style.warn(wrap(mark, columns, "    ")));
  }
  if (results.length === 0) lines.push("No passage answers it.");
  for (const way of degraded) lines.push(style.warn(wrap(`degraded: ${way}`, columns)));
  lines.push(style.dim(`${Math.round(queryMs)} ms · ${traceId}`));
  return lines.join("\n");
}
