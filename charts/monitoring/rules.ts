/** All rules of the chart, as one file of Prometheus. */
import { alertGroups } from "./alerts.ts";
import { burnAlerts, objectives, recordings, type Rule } from "./objectives.ts";

/** Where runbooks are read; the chart puts its own value (prometheusRule.runbooks) in its place. */
export const runbooks = "https://github.com/loci-dev/loci/blob/main/docs/runbooks/";

export interface Group {
  readonly name: string;
  readonly interval?: string;
  readonly rules: readonly Rule[];
}

export function ruleGroups(): Group[] {
  const promised = objectives.map((objective) => ({
    name: `loci-${objective.name.replaceAll("_", "-")}`,
    rules: [...recordings(objective), ...burnAlerts(objective)],
  }));
  return [...promised, ...alertGroups].map(({ name, rules }) => ({ name, rules: rules.map(withRunbook) }));
}

function withRunbook(rule: Rule): Rule {
  const page = rule.annotations?.["runbook_url"];
  return page === undefined ? rule : { ...rule, annotations: { ...rule.annotations, runbook_url: `${runbooks}${page}` } };
}
