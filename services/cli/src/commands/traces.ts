import type { Schemas } from "@loci/client";
import type { Command } from "commander";
import { choice, examples, limitOption, maxPage, wholeNumber } from "../flags.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { table } from "../table.ts";
import { wrap, type Terminal } from "../terminal.ts";
import { moment } from "../times.ts";

type Trace = Schemas["TraceRecord"];

interface ListFlags extends GlobalFlags {
  readonly limit?: number;
  readonly kind?: "retrieval" | "response" | "decision";
  readonly session?: string;
  readonly since?: string;
  readonly until?: string;
}

export function define(command: Command, session: Session): void {
  const list = command.command("list").description("traces, newest first");
  list
    .addOption(limitOption("how many (default 100, at most 500)", maxPage))
    .addOption(choice("--kind <kind>", "only these", ["retrieval", "response", "decision"]))
    .option("--session <id>", "only those of a session")
    .option("--since <timestamp>", "from then on (RFC 3339)")
    .option("--until <timestamp>", "before then (RFC 3339)")
    .addHelpText("after", examples("loci traces list --limit 20", "loci traces list --kind response"))
    .action(async () => {
      const { limit, kind, session: sessionId, since, until } = list.optsWithGlobals<ListFlags>();
      const { loci } = await session.data(list);
      const answer = await loci.call("listTraces", { query: { limit, kind, sessionId, since, until } });
      session.show(list, answer, ({ traces }) => tracesText(traces, session.terminal));
    });
  const show = command.command("show").description("how an answer came about, leg by leg");
  show
    .argument("<trace_id>", "as 'loci recall' prints it")
    .addHelpText("after", examples("loci traces show trace:01jq3m9c7v5k2x8d4b6n0r1t9w"))
    .action(async (traceId: string) => {
      const { loci } = await session.data(show);
      const answer = await loci.call("getTrace", { path: { traceId } });
      session.show(show, answer, (trace) => traceText(trace, session.terminal));
    });
  const stats = command.command("stats").description("numbers over a window of time");
  stats
    .option("--hours <n>", "the window (default 24)", wholeNumber)
    .option("--since <timestamp>", "from then on (RFC 3339)")
    .addHelpText("after", examples("loci traces stats", "loci traces stats --hours 168 --json"))
    .action(async () => {
      const { hours: windowHours, since } = stats.optsWithGlobals<GlobalFlags & { hours?: number; since?: string }>();
      const { loci } = await session.data(stats);
      const answer = await loci.call("getTraceStats", { query: { windowHours, since } });
      session.show(stats, answer, (found) => statsText(found, session.terminal));
    });
}

function tracesText(traces: readonly Trace[], terminal: Terminal): string {
  return table(
    terminal,
    traces,
    [
      { title: "trace", of: ({ id }) => id },
      { title: "question", of: ({ queryText }) => queryText, shrinks: true },
      { title: "tier", of: ({ resolutionTier }) => resolutionTier, spare: true },
      { title: "ms", of: ({ latencyMs }) => String(latencyMs), right: true },
      { title: "hits", of: ({ retrievedCount }) => String(retrievedCount), right: true, spare: true },
      { title: "at", of: ({ createdAt }) => moment(createdAt), spare: true },
    ],
    "There is no trace in this time.",
  );
}

export function traceText(trace: Trace, terminal: Terminal): string {
  const { style, columns } = terminal;
  const lines = [style.bold(wrap(trace.queryText, columns))];
  if (trace.resolutionTier !== "") lines.push(wrap(`${trace.resolutionTier}: ${trace.tierReason}`, columns));
  if (trace.parent) lines.push(wrap(trace.parent.responseText, columns, "  "));
  lines.push(style.dim(`${moment(trace.createdAt)} · ${Math.round(trace.latencyMs)} ms · ${trace.principal}`));
  for (const way of trace.degraded) lines.push(style.warn(wrap(`degraded: ${way}`, columns)));
  for (const hit of trace.hits) {
    lines.push(`${hit.rank}. ${hit.id}  ${hit.score.toFixed(3)}`);
    const legs = hit.legs.map((leg) => `${leg.leg} ${leg.contribution.toFixed(3)}${leg.rank > 0 ? ` (#${leg.rank})` : ""}`);
    if (legs.length > 0) lines.push(style.dim(wrap(legs.join(", "), columns, "   ")));
  }
  for (const { kind, recordId, rule } of trace.memoryUpdates) lines.push(wrap(`${kind} ${recordId} (${rule})`, columns));
  for (const parent of trace.parents) lines.push(style.dim(`from ${parent}`));
  return lines.join("\n");
}

function statsText(stats: Schemas["TraceStatsResponse"], terminal: Terminal): string {
  const ms = (value: number) => `${Math.round(value)} ms`;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const { tierCounts, retrieval, queueDepth, contradiction, supersession } = stats;
  const rows: readonly (readonly [string, string])[] = [
    ["questions", `${stats.totalQueries}`],
    ["latency", `p50 ${ms(stats.p50LatencyMs)}, p95 ${ms(stats.p95LatencyMs)}, mean ${ms(stats.avgLatencyMs)}`],
    ["tiers", `direct ${tierCounts.direct}, hybrid ${tierCounts.hybrid}, full context ${tierCounts.fullContext}`],
    ["cache hits", percent(stats.cacheHitRate)],
    ["without a hit", percent(retrieval.zeroHitRate)],
    ["degraded", `${retrieval.degradedQueries}`],
    ["replies", `${stats.responseTracesTotal}, ${stats.responseTracesCached} of them cached`],
    ["contradictions", `${contradiction.contradictions} of ${contradiction.reconciliations} statements`],
    ["superseded", `${supersession.supersessionEvents} values of ${supersession.entitiesChurned} entities`],
    ["uncertainties", `${stats.openUncertainties} open`],
    ["documents", `${queueDepth.queued} queued, ${queueDepth.running} running, ${queueDepth.failed} failed`],
    ["to be read", `${stats.pendingExtractions} texts`],
    ["set aside", `${stats.setAsideTexts} texts`],
    ["index behind by", `${stats.feedLag} changes`],
  ];
  const head = terminal.style.bold(`The last ${stats.windowHours} hours`);
  return [head, ...rows.map(([name, value]) => `  ${terminal.style.dim(name.padEnd(16))} ${value}`)].join("\n");
}
