import type { Command } from "commander";
import { contextPath } from "../client.ts";
import type { Session } from "../session.ts";
import { wrap, type Terminal } from "../terminal.ts";

interface Leg {
  readonly leg: string;
  readonly rank: number;
  readonly score: number;
  readonly contribution: number;
}

interface TraceAnswer {
  readonly id: string;
  readonly createdAt: string;
  readonly queryText: string;
  readonly resolutionTier: string;
  readonly tierReason: string;
  readonly latencyMs: number;
  readonly degraded?: readonly string[];
  readonly hits?: readonly {
    readonly id: string;
    readonly rank: number;
    readonly score: number;
    readonly legs?: readonly Leg[];
  }[];
}

export function define(command: Command, session: Session): void {
  const show = command.command("show").description("how an answer came about, leg by leg");
  show
    .argument("<trace_id>", "as 'loci recall' prints it")
    .addHelpText("after", "\nExample:\n  loci traces show trace:01jq3m9c7v5k2x8d4b6n0r1t9w")
    .action(async (id: string) => {
      const { connection, send } = await session.data(show);
      const answer = await send<TraceAnswer>({ method: "GET", path: contextPath(connection, "traces", id) });
      session.show(show, answer, (trace) => traceText(trace, session.terminal));
    });
}

function traceText(trace: TraceAnswer, terminal: Terminal): string {
  const { style, columns } = terminal;
  const lines = [style.bold(wrap(trace.queryText, columns)), `${trace.resolutionTier}: ${wrap(trace.tierReason, columns)}`];
  lines.push(style.dim(`${trace.createdAt} · ${Math.round(trace.latencyMs)} ms`));
  for (const way of trace.degraded ?? []) lines.push(style.warn(wrap(`degraded: ${way}`, columns)));
  for (const hit of trace.hits ?? []) {
    lines.push(`${hit.rank}. ${hit.id}  ${hit.score.toFixed(3)}`);
    const legs = (hit.legs ?? []).map(
      (leg) => `${leg.leg} ${leg.contribution.toFixed(3)}${leg.rank > 0 ? ` (#${leg.rank})` : ""}`,
    );
    if (legs.length > 0) lines.push(style.dim(wrap(legs.join(", "), columns, "   ")));
  }
  return lines.join("\n");
}
