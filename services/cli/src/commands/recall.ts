import type { Command } from "commander";
import { usage } from "../failure.ts";
import {
  choice,
  examples,
  leftOutText,
  limitOption,
  maxHits,
  maxTokensOption,
  refuseFlags,
  userOption,
  withoutScope,
} from "../flags.ts";
import { givenText } from "../given-text.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { endMarks } from "../standing.ts";
import { printable, wrap, type Terminal } from "../terminal.ts";
import { day } from "../times.ts";

/** Of one hit: a passage may be a page long. */
const shownLines = 6;

const modes = ["hybrid", "vector", "bm25", "graph"] as const;

interface Flags extends GlobalFlags {
  readonly limit?: number;
  readonly mode?: (typeof modes)[number];
  readonly include?: string;
  readonly user?: string;
  readonly asOf?: string;
  readonly includeEnded?: boolean;
  readonly maxTokens?: number;
  readonly full?: boolean;
}

interface Hit {
  readonly id: string;
  readonly source: string;
  readonly text: string;
  readonly score: number;
  readonly occurredAt?: string;
  readonly standing?: string;
  readonly validUntil?: string;
  readonly endedParts?: readonly { readonly text: string; readonly validUntil: string }[];
  readonly disagreement?: { readonly uncertaintyIds: readonly string[] };
}

interface QueryAnswer {
  readonly tier: string;
  readonly hits: readonly Hit[];
  readonly queryMs: number;
  readonly leftOut?: number | undefined;
  readonly trace: { readonly traceId: string; readonly degraded?: readonly string[] };
}

export function define(command: Command, session: Session): void {
  command
    .argument("[text...]", "the question; from stdin where none is given, or for -")
    .addOption(limitOption("how many hits (default 10, at most 50)", maxHits))
    .addOption(choice("--mode <mode>", "search in this way only", modes))
    .option("--include <kinds>", "facts, passages, or both separated by a comma")
    .addOption(userOption("ask as this end user: their scope, and their I"))
    .option("--as-of <timestamp>", "what was known at that time (RFC 3339)")
    .option("--include-ended", "what has ended too, after what has not")
    .addOption(maxTokensOption())
    .option("--full", `whole passages, not their first ${shownLines} lines`)
    .addHelpText(
      "after",
      examples(
        'loci recall "Where does Mina live?"',
        'loci recall "What did Ali say about the budget?" --include passages --limit 3',
        'loci recall "Where did Mina live?" --as-of 2024-01-31T00:00:00Z --json',
      ),
    )
    .action(async (words: string[]) => {
      const query = await givenText(words, session.terminal, "There is nothing to look for: give a question.");
      await recall(query, command, session);
    });
  refuseFlags(command, {
    "--min-trust": "each hit shows its source, and whether another disputes it; judge it there.",
  });
  withoutScope(command, "/query");
}

async function recall(query: string, command: Command, session: Session): Promise<void> {
  const flags = command.optsWithGlobals<Flags>();
  const { limit: k, mode, user, asOf, includeEnded, maxTokens } = flags;
  const include = flags.include === undefined ? undefined : kindsOf(flags.include);
  const { loci } = await session.data(command);
  const answer = await loci.call("recall", {
    body: { query, source: "cli", k, mode, include, user, asOf, includeEnded, maxTokens },
  });
  session.show(command, answer, (found) => recallText(found, session.terminal, flags.full));
}

function kindsOf(text: string): ("facts" | "passages")[] {
  return text.split(",").map((word) => {
    const kind = word.trim();
    if (kind !== "facts" && kind !== "passages") throw usage(`--include takes facts and passages, not '${kind}'`);
    return kind;
  });
}

export function recallText({ hits, tier, queryMs, trace, leftOut }: QueryAnswer, terminal: Terminal, full = false): string {
  const { style, columns } = terminal;
  const lines: string[] = [];
  for (const [index, hit] of hits.entries()) {
    const number = `${index + 1}.`.padEnd(4);
    const text = wrap(hit.text, columns, "    ").slice(number.length).split("\n");
    const isCut = !full && text.length > shownLines + 1;
    lines.push(style.bold(number) + (isCut ? text.slice(0, shownLines) : text).join("\n"));
    if (isCut) lines.push(style.dim(`    … ${text.length - shownLines} more lines (--full)`));
    const facts = [hit.source, day(hit.occurredAt), hit.score.toFixed(2)].filter((part) => part !== "");
    lines.push(style.dim(`    ${facts.map((part) => printable(part)).join(" · ")}`));
    for (const mark of endMarks(hit)) lines.push(style.warn(wrap(mark, columns, "    ")));
    if (hit.disagreement) lines.push(style.warn("    disputed: another source says otherwise"));
  }
  if (hits.length === 0) lines.push("Nothing is remembered that fits.");
  lines.push(...leftOutText({ leftOut }));
  for (const way of trace.degraded ?? []) lines.push(style.warn(wrap(`degraded: ${way}`, columns)));
  lines.push(style.dim(`${tier}, ${Math.round(queryMs)} ms`), style.dim(trace.traceId));
  return lines.join("\n");
}
