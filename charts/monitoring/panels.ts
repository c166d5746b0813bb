/** How every dashboard looks: its panels, its grid, its two variables. What each shows stands in dashboards/. */

/** A curve of a panel: an expression, and how its series are called. */
export type Curve = readonly [expr: string, legend: string];

export type Unit = "short" | "s" | "percentunit" | "reqps" | "ops" | "bytes" | "currency" | "dateTimeFromNow";

export interface Threshold {
  readonly color: "green" | "orange" | "red";
  /** From here on; the first has none. */
  readonly value: number | null;
}

export interface Panel {
  readonly type: "timeseries" | "stat" | "table";
  readonly title: string;
  /** What it says and from where on it is bad: shown behind the i. */
  readonly about: string;
  readonly unit: Unit;
  readonly curves: readonly Curve[];
  readonly thresholds?: readonly Threshold[];
  readonly stacked?: boolean;
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

export interface Dashboard {
  /** Also the file's name; Grafana's uid is loci-<name>. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly rows: readonly Row[];
}

type Rest = Partial<Pick<Panel, "thresholds" | "stacked">>;

export const curves = (title: string, about: string, unit: Unit, of: readonly Curve[], rest: Rest = {}): Panel => ({
  ...{ type: "timeseries", title, about, unit, curves: of },
  ...rest,
});
export const number = (title: string, about: string, unit: Unit, expr: string, thresholds?: readonly Threshold[]): Panel => ({
  ...{ type: "stat", title, about, unit, curves: [[expr, ""]] },
  ...(thresholds ? { thresholds } : {}),
});
export const ranking = (title: string, about: string, unit: Unit, expr: string): Panel => ({
  ...{ type: "table", title, about, unit, curves: [[expr, ""]] },
});

/** Green below the first value, orange to the second, red from there. */
export const redFrom = (orange: number, red: number): readonly Threshold[] => [
  { color: "green", value: null },
  { color: "orange", value: orange },
  { color: "red", value: red },
];
/** Red below the first value, orange to the second, green from there. */
export const greenFrom = (orange: number, green: number): readonly Threshold[] => [
  { color: "red", value: null },
  { color: "orange", value: orange },
  { color: "green", value: green },
];

/** Of a histogram: the quantile over all processes, by these labels. */
export const quantile = (share: number, metric: string, by: readonly string[] = [], matchers = ""): string =>
  `histogram_quantile(${share}, sum by (${["le", ...by].join(", ")}) (rate(${metric}_bucket${matchers}[$__rate_interval])))`;
/** How many a second, by these labels. */
export const perSecond = (counter: string, by: readonly string[] = []): string =>
  `sum${by.length === 0 ? "" : ` by (${by.join(", ")})`} (rate(${counter}[$__rate_interval]))`;

const metricName =
  /\b(?:(?:loci|controller_runtime|workqueue)_\w+|loci:[\w:]+|watch_last_activity_timestamp_seconds|leader_election_master_status)(\{)?/g;
const namespace = 'namespace=~"$namespace"';

/** An expression held to the namespaces that are chosen above the dashboard. */
export function inNamespace(expr: string): string {
  return expr.replace(metricName, (name, brace: string | undefined) =>
    brace === undefined ? `${name}{${namespace}}` : `${name}${namespace},`,
  );
}

const datasource = { type: "prometheus", uid: "${datasource}" };
const columns = 24;
const sizes = { timeseries: { w: 8, h: 8 }, stat: { w: 6, h: 4 }, table: { w: 12, h: 9 } } as const;
/** What every Grafana since 11 takes as it is. */
const schemaVersion = 39;

interface Drawn {
  readonly type: string;
  readonly targets?: readonly object[];
  readonly [member: string]: unknown;
}

interface GrafanaPanel extends Drawn {
  readonly id: number;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

export interface GrafanaDashboard {
  readonly panels: readonly GrafanaPanel[];
  readonly [member: string]: unknown;
}

/** The dashboard as Grafana reads it. What Grafana takes to be so by itself is not said. */
export function grafana({ name, title, about, rows }: Dashboard): GrafanaDashboard {
  const panels: GrafanaPanel[] = [];
  let y = 0;
  for (const row of rows) {
    panels.push({
      ...{ id: panels.length + 1, type: "row", title: row.title, collapsed: false, panels: [] },
      gridPos: { x: 0, y, w: columns, h: 1 },
    });
    y += 1;
    let x = 0;
    let height = 0;
    for (const panel of row.panels) {
      const { w, h } = sizes[panel.type];
      if (x + w > columns) {
        x = 0;
        y += height;
        height = 0;
      }
      panels.push({ id: panels.length + 1, ...drawn(panel), gridPos: { x, y, w, h } });
      x += w;
      height = Math.max(height, h);
    }
    y += height;
  }
  return {
    ...{ uid: `loci-${name}`, title: `Loci / ${title}`, description: about, tags: ["loci"], schemaVersion },
    ...{ graphTooltip: 1, refresh: "30s", timezone: "browser", time: { from: "now-6h", to: "now" } },
    ...{ templating: { list: variables }, panels },
    links: [{ type: "dashboards", tags: ["loci"], asDropdown: true, title: "Loci", includeVars: true, keepTime: true }],
  };
}

const variables = [
  { name: "datasource", label: "Data source", type: "datasource", query: "prometheus", refresh: 1 },
  {
    ...{ name: "namespace", label: "Namespace", type: "query", datasource, refresh: 2, sort: 1 },
    query: { query: "label_values(loci_process_start_time_seconds, namespace)", refId: "namespace" },
    // Outside Kubernetes there is none: everything.
    ...{ includeAll: true, allValue: ".*", multi: true, current: { text: "All", value: "$__all" } },
  },
];

function drawn({ type, title, about, unit, curves: of, thresholds, stacked = false }: Panel): Drawn {
  const targets = of.map(([expr, legend], i) => ({
    ...{ refId: String.fromCharCode(65 + i), expr: inNamespace(expr), legendFormat: legend === "" ? "__auto" : legend },
    // What a panel shows of now alone is asked for now alone.
    ...(type === "timeseries" ? {} : { instant: true, range: false }),
    ...(type === "table" ? { format: "table" } : {}),
  }));
  return {
    ...{ type, title, description: about, datasource, targets },
    fieldConfig: {
      defaults: {
        unit: unit === "currency" ? "short" : unit,
        ...(unit === "dateTimeFromNow" ? {} : { min: 0 }),
        // Grafana's own turn red at 80.
        thresholds: { mode: "absolute", steps: thresholds ?? [{ color: "green", value: null }] },
        ...looks[type](stacked, thresholds),
      },
      overrides: [],
    },
    options: options[type],
    ...(type === "table" ? { transformations: [{ id: "organize", options: { excludeByName: { Time: true } } }] } : {}),
  };
}

const looks = {
  timeseries: (stacked: boolean, thresholds: Panel["thresholds"]) => ({
    custom: {
      ...{ fillOpacity: stacked ? 40 : 10, showPoints: "never" },
      ...(stacked ? { stacking: { mode: "normal", group: "A" } } : {}),
      ...(thresholds ? { thresholdsStyle: { mode: "dashed" } } : {}),
    },
  }),
  stat: () => ({ color: { mode: "thresholds" } }),
  table: () => ({}),
};
const options = {
  timeseries: { tooltip: { mode: "multi", sort: "desc" } },
  stat: { graphMode: "none" },
  table: {},
};
