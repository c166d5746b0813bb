import { normaliseKey } from "@loci/kernel";
import type { EntityName, ShownFact } from "@loci/ports/language-model";
import { being, doing, enumerate } from "../wording/facts.ts";
import { sameEntity } from "./edges.ts";

const maxClauses = 3;
const maxValues = 3;
const maxValue = 100;

/** What says most about whom or what comes first; the rest in the order of the facts. */
const order = [
  "job_title",
  "employer",
  "residence",
  "birthplace",
  "spouse",
  "partner",
  "location",
  "located_in",
  "status",
  "deadline",
  "owner",
  "likes",
  "hobby",
];

/** At most two sentences from the facts about an entity: what it is and has, then what it does; "" without any. */
export function summaryOf(entity: EntityName, facts: readonly ShownFact[]): string {
  const name = entity.name === "user" ? "The user" : entity.name;
  const own = facts.filter(({ subject }) => sameEntity(subject, entity));
  const values = Map.groupBy(own, ({ key }) => normaliseKey(key));
  const keys = [...values.keys()].sort((a, b) => rank(a) - rank(b));
  const has: string[] = [];
  const does: string[] = [];
  for (const key of keys) {
    const said = [...new Set((values.get(key) ?? []).map(({ value, target }) => target?.name ?? value))]
      .filter((value) => value !== "" && value.length <= maxValue)
      .slice(0, maxValues);
    if (said.length === 0) continue;
    const action = doing(key, said);
    if (action) does.push(action);
    else has.push(being(key, said));
  }
  const sentences = [
    has.length > 0 ? `${name}'s ${enumerate(has.slice(0, maxClauses))}.` : "",
    does.length > 0 ? `${name} ${enumerate(does.slice(0, maxClauses))}.` : "",
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function rank(key: string): number {
  const at = order.indexOf(key);
  return at < 0 ? order.length : at;
}
