import type { Schemas } from "@loci/client";
import type { Command } from "commander";
import { examples } from "../flags.ts";
import type { Session } from "../session.ts";
import { wrap, type Terminal } from "../terminal.ts";
import { failureLines } from "./providers.ts";

interface Status {
  readonly ready: Schemas["Readiness"];
  readonly stats: Schemas["TraceStatsResponse"];
}

export function define(command: Command, session: Session): void {
  command.addHelpText("after", examples("loci status", "loci status --json | jq '.providers[].error'")).action(async () => {
    const { connection, loci } = await session.data(command);
    const [ready, stats] = await Promise.all([loci.call("ready"), loci.call("getTraceStats")]);
    const { providers, pendingExtractions, setAsideTexts, queueDepth, feedLag } = stats;
    const answer = { ...ready, providers, pendingExtractions, setAsideTexts, queueDepth, feedLag };
    const where = `${connection.url}, context ${connection.contextId}`;
    session.show(command, answer, () => statusText({ ready, stats }, where, session.terminal));
  });
}

function statusText({ ready, stats }: Status, where: string, terminal: Terminal): string {
  const { style, columns } = terminal;
  const { queueDepth } = stats;
  const failures = failureLines(stats.providers, terminal);
  const others = Object.entries(ready.degraded);
  const waiting = [
    `${stats.pendingExtractions} turns to be read, ${stats.setAsideTexts} texts set aside`,
    `documents: ${queueDepth.queued} queued, ${queueDepth.running} running, ${queueDepth.failed} failed`,
    `search index: ${stats.feedLag} changes behind`,
  ];
  return [
    `${style.bold(ready.status)}  ${style.dim(where)}`,
    ...waiting.map((line) => wrap(line, columns, "  ")),
    style.bold("Models"),
    ...(failures.length === 0 ? ["  None failed in the last day."] : failures),
    ...others.map(([name, problem]) => style.warn(wrap(`the server's ${name}: ${problem}`, columns, "  "))),
  ].join("\n");
}
