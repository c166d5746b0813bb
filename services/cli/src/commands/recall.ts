import { Option, type Command } from "commander";
import { contextPath } from "../client.ts";
import { usage } from "../failure.ts";
import { refuseFlags, wholeNumber } from "../flags.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { printable, wrap, type Terminal } from "../terminal.ts";

interface Flags extends GlobalFlags {
  readonly limit?: number;
  readonly mode?: string;
  readonly include?: string;
  readonly asOf?: string;
}

interface Hit {
  readonly id: string;
  readonly source: string;
  readonly text: string;
  readonly score: number;
  readonly occurredAt?: string;
  readonly disagreement?: { readonly uncertaintyIds: readonly string[] };
}

interface QueryAnswer {
  readonly tier: string;
  readonly hits: readonly Hit[];
  readonly queryMs: number;
  readonly trace: { readonly traceId: string; readonly degraded?: readonly string[] };
}

export function define(command: Command, session: Session): void {
  command
    .argument("<text...>", "the question")
    .option("--limit <n>", "how many hits (default 10, at most 50)", wholeNumber)
    .addOption(new Option("--mode <mode>", "search in this way only").choices(["hybrid", "vector", "bm25", "graph"]))
    .option("--include <kinds>", "facts, passages, or both separated by a comma")
    .option("--as-of <timestamp>", "what was known at that time (RFC 3339)")
    .addHelpText(
      "after",
      '\nExamples:\n  loci recall "Where does Mina live?"\n' +
        '  loci recall "What did Ali say about the budget?" --include passages --limit 3',
    )
    .action(async (words: string[]) => recall(words.join(" "), command, session));
  refuseFlags(command, {
    "--min-trust": "recall shows what is known with its source; judge it there.",
    "--scope": "recall covers all that the key may read; a narrower 'lens' goes in the body of POST /query.",
  });
}

async function recall(query: string, command: Command, session: Session): Promise<void> {
  const flags = command.optsWithGlobals<Flags>();
  const { connection, send } = await session.data(command);
  const answer = await send<QueryAnswer>({
    method: "POST",
    path: contextPath(connection, "query"),
    body: {
      query,
      source: "cli",
      ...(flags.limit === undefined ? {} : { k: flags.limit }),
      ...(flags.mode === undefined ? {} : { mode: flags.mode }),
      ...(flags.include === undefined ? {} : { include: kindsOf(flags.include) }),
      ...(flags.asOf === undefined ? {} : { asOf: flags.asOf }),
    },
    readOnly: true,
  });
  session.show(command, answer, (found) => recallText(found, session.terminal));
}

function kindsOf(text: string): string[] {
  const kinds = text.split(",").map((kind) => kind.trim());
  const unknown = kinds.find((kind) => kind !== "facts" && kind !== "passages");
  if (unknown !== undefined) throw usage(`--include takes facts and passages, not '${unknown}'`);
  return kinds;
}

export function recallText({ hits, tier, queryMs, trace }: QueryAnswer, terminal: Terminal): string {
  const { style, columns } = terminal;
  const lines: string[] = [];
  for (const [index, hit] of hits.entries()) {
    const number = `${index + 1}.`.padEnd(4);
    lines.push(style.bold(number) + wrap(hit.text, columns, "    ").slice(number.length));
    const facts = [hit.source, hit.occurredAt?.slice(0, 10), hit.score.toFixed(2)].filter(
      (part) => part !== undefined && part !== "",
    );
    lines.push(style.dim(`    ${facts.map((part) => printable(String(part))).join(" · ")}`));
    if (hit.disagreement) lines.push(style.warn("    disputed: another source says otherwise"));
  }
  if (hits.length === 0) lines.push("Nothing is remembered that fits.");
  for (const way of trace.degraded ?? []) lines.push(style.warn(wrap(`degraded: ${way}`, columns)));
  lines.push(style.dim(`${tier}, ${Math.round(queryMs)} ms`), style.dim(trace.traceId));
  return lines.join("\n");
}
