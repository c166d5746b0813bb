/** What the tests read out of PromQL. */

/** A series that an expression asks for: the metric's name, and what its labels must be. */
export interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

const words = new Set([
  "by",
  "without",
  "on",
  "ignoring",
  "group_left",
  "group_right",
  "offset",
  "bool",
  "or",
  "and",
  "unless",
  "le",
  "inf",
  "nan",
]);

/** Every metric that is asked for; what stands between `by (` and `)` are labels. */
export function selectors(expr: string): Selector[] {
  const strings: string[] = [];
  const bare = expr
    .replace(/"((?:[^"\\]|\\.)*)"/g, (_all, text: string) => `"${strings.push(text) - 1}"`)
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, " ")
    .replace(/\[[^\]]*\]/g, " ")
    .replace(/\boffset\s+\w+/g, " ");
  return [...bare.matchAll(/([a-zA-Z_:][\w:]*)\s*(\(|\{[^}]*\})?/g)].flatMap(([, name = "", after = ""], i, all) => {
    if (after === "(" || words.has(name) || isInBraces(bare, all[i]?.index ?? 0)) return [];
    const matchers = [...after.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"(\d+)"/g)].map(([, label = "", operator = "", at]) => ({
      ...{ label, operator, value: strings[Number(at)] ?? "" },
    }));
    return [{ metric: name, matchers }];
  });
}

/** The labels by which an expression sums up. */
export function groupings(expr: string): string[] {
  return [...expr.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(",").map((each) => each.trim()));
}

function isInBraces(text: string, at: number): boolean {
  return text.lastIndexOf("{", at) > text.lastIndexOf("}", at);
}

/** One line of Prometheus' text format. */
export interface Series {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
}

export function seriesOf(page: string): Series[] {
  return page.split("\n").flatMap((line) => {
    const [, metric = "", labels = ""] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = "", value = ""]) => [label, value]);
    return metric === "" ? [] : [{ metric, labels: Object.fromEntries(pairs) as Record<string, string> }];
  });
}

/** Whether Prometheus would give this series for the selector. */
export function matches({ metric, matchers }: Selector, series: Series): boolean {
  return (
    metric === series.metric &&
    matchers.every(({ label, operator, value }) => {
      const has = series.labels[label] ?? "";
      const is = operator.endsWith("~") ? new RegExp(`^(?:${value})$`).test(has) : has === value;
      return operator.startsWith("!") ? !is : is;
    })
  );
}
