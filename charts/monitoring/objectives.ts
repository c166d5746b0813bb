/**
 * What is promised, and how fast it may be broken: for each objective the share of what went wrong over growing times, and alerts where
 * it would use the month's allowance up too fast (burn rates 14.4, 6, 3 and 1, each over a long time and a short one).
 */
import { mcpTools, routes, serverFaults } from "./surface.ts";

export interface Objective {
  readonly name: string;
  /** Begins the names of its alerts. */
  readonly alert: string;
  readonly title: string;
  /** The share that must be good. */
  readonly target: number;
  readonly runbook: string;
  /** Expressions over a time such as 5m; `bad` may have no series while all is well. */
  readonly bad: (over: string) => string;
  readonly all: (over: string) => string;
}

/** REST's requests and MCP's calls of tools are of different labels: `or` puts them side by side. */
const asked = (http: string, mcp: string, over: string): string =>
  `sum by (namespace) (rate(loci_http_request_seconds_${http}[${over}]) or rate(loci_mcp_tool_seconds_${mcp}[${over}]))`;

const recalls = { http: `route=~"${routes.recall}"`, mcp: `tool=~"${mcpTools.recall}"` };
const writes = { http: `method=~"POST|PUT",route=~"${routes.write}"`, mcp: `tool=~"${mcpTools.write}"` };
const { status, outcome } = serverFaults;

function availability(of: typeof recalls): Pick<Objective, "bad" | "all"> {
  return {
    bad: (over) => asked(`count{${of.http},status=~"${status}"}`, `count{${of.mcp},outcome=~"${outcome}"}`, over),
    all: (over) => asked(`count{${of.http}}`, `count{${of.mcp}}`, over),
  };
}

/** The bucket up to so many whole seconds: Prometheus 2 keeps its bound as it was told, 60, Prometheus 3 as 60.0. */
export const upTo = (seconds: number): string => `le=~"${seconds}([.]0)?"`;

/** What was not in a histogram's bucket. */
function later(histogram: string, matchers: string, seconds: number): Pick<Objective, "bad" | "all"> {
  const rate = (series: string, more: string, over: string) =>
    `sum by (namespace) (rate(${histogram}_${series}{${[matchers, more].filter(Boolean).join(",")}}[${over}]))`;
  const all = (over: string) => rate("count", "", over);
  return { all, bad: (over) => `${all(over)} - ${rate("bucket", upTo(seconds), over)}` };
}

const answered = { http: `${recalls.http},status=~"2.."`, mcp: `${recalls.mcp},outcome="ok"` };
const answers = (over: string) => asked(`count{${answered.http}}`, `count{${answered.mcp}}`, over);

export const objectives: readonly Objective[] = [
  {
    ...{ name: "recall_availability", alert: "LociRecallFails", title: "Recalls that are answered", target: 0.999 },
    ...{ runbook: "recall-fails.md", ...availability(recalls) },
  },
  {
    ...{ name: "recall_latency", alert: "LociRecallSlow", title: "Recalls within half a second", target: 0.99 },
    ...{ runbook: "recall-is-slow.md", all: answers },
    bad: (over) => `${answers(over)} - ${asked(`bucket{${answered.http},le="0.5"}`, `bucket{${answered.mcp},le="0.5"}`, over)}`,
  },
  {
    ...{ name: "write_availability", alert: "LociWritesFail", title: "Writes that are taken", target: 0.999 },
    ...{ runbook: "writes-fail.md", ...availability(writes) },
  },
  {
    ...{ name: "documents", alert: "LociDocumentsLate", title: "Documents searchable within 5 minutes", target: 0.99 },
    ...{ runbook: "documents-are-late.md", ...later("loci_document_ready_seconds", 'outcome="ready"', 300) },
  },
  {
    ...{ name: "feed", alert: "LociFeedLate", title: "Changes searchable within a minute", target: 0.999 },
    ...{ runbook: "index-is-behind.md", ...later("loci_searchable_seconds", "", 60) },
  },
];

const burns = [
  { rate: 14.4, long: "1h", short: "5m", severity: "page" },
  { rate: 6, long: "6h", short: "30m", severity: "page" },
  { rate: 3, long: "1d", short: "2h", severity: "ticket" },
  { rate: 1, long: "3d", short: "6h", severity: "ticket" },
] as const;
const times = ["5m", "30m", "1h", "2h", "6h", "1d", "3d"];

/** Under which name the share of an objective over a time is recorded. */
export const shareOf = ({ name }: Pick<Objective, "name">, over: string): string => `loci:${name}_bad:ratio_rate${over}`;

export interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The shares, recorded. Where nothing went wrong it is 0, where nothing was asked there is none. */
export function recordings(objective: Objective): Rule[] {
  return times.map((over) => {
    const all = objective.all(over);
    return { record: shareOf(objective, over), expr: `((${objective.bad(over)}) or ${all} * 0) / ${all}` };
  });
}

export function burnAlerts(objective: Objective): Rule[] {
  const { alert, title, target, runbook } = objective;
  const allowed = Number((1 - target).toFixed(6));
  return burns.map(({ rate, long, short, severity }) => {
    const limit = Number((rate * allowed).toFixed(6));
    return {
      alert,
      expr: `${shareOf(objective, long)} > ${limit} and ${shareOf(objective, short)} > ${limit}`,
      labels: { severity, burn: String(rate) },
      annotations: {
        summary: `${title}: the allowance of ${percent(allowed)} is used ${rate} times as fast as it lasts.`,
        description: `{{ $value | humanizePercentage }} went wrong over ${long}; promised is ${percent(target)}.`,
        runbook_url: runbook,
      },
    };
  });
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(4))} %`;
}
