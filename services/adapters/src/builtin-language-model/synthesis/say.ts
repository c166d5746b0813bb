import { sayDay, sayRelativeDate } from "../wording/dates.ts";
import { sayFact } from "../wording/facts.ts";
import type { Asked } from "./asked.ts";
import type { Chosen } from "./choose.ts";

/** The sentences of an answer, each with its markers; those that contradict one another are said together. */
export function say(asked: Asked, chosen: readonly Chosen[]): string[] {
  const sentences: string[] = [];
  const said = new Set<Chosen>();
  for (const each of chosen) {
    if (said.has(each)) continue;
    const sides = each.statement.disputed ? chosen.filter((other) => contradicts(each, other)) : [each];
    for (const side of sides) said.add(side);
    const clauses = sides.map((side) => clause(asked, side));
    if (!each.statement.disputed) sentences.push(`${clauses.join("")}${closing(each)}`);
    else if (sides.length > 1) sentences.push(`Sources disagree: ${clauses.join(", but ")}.`);
    else sentences.push(`${clauses.join("")}, but other sources disagree.`);
  }
  return sentences;
}

/** Disputed statements about the same key of the same thing; sentences cannot be told apart so far. */
function contradicts(a: Chosen, b: Chosen): boolean {
  if (!b.statement.disputed) return false;
  const [one, other] = [a.statement.fact, b.statement.fact];
  return one && other ? one.subject === other.subject && one.key === other.key : true;
}

function clause(asked: Asked, { statement, sources }: Chosen): string {
  const { kind, fact, text, origin, knownAt } = statement;
  const markers = sources
    .toSorted((a, b) => a - b)
    .map((source) => `[S${source + 1}]`)
    .join("");
  const when = asked.kinds.has("when");
  const day = when ? sayDay(knownAt) : "";
  if (kind === "turn") {
    const relative = when ? sayRelativeDate(text, knownAt) : "";
    const quoted = `"${text.replaceAll('"', "'")}"${relative === "" ? "" : ` (${relative})`}`;
    return `${day === "" ? "" : `On ${day} `}${speaker(origin, asked.ownVoice, day !== "")}: ${quoted} ${markers}`;
  }
  const sentence = fact ? sayFact(fact, asked.ownVoice) : text.replace(/(?<![.!;:,])[.!;:,]+$/, "");
  // A date that the fact itself tells is the one that is asked for.
  const since = day === "" || (fact !== undefined && /\d/.test(fact.value)) ? "" : ` (known since ${day})`;
  return `${sentence}${since} ${markers}`;
}

function speaker(origin: string, ownVoice: boolean, inside: boolean): string {
  const role = /^(?:user|assistant|system|tool)$/i.test(origin);
  const name = origin === "" ? "it was" : role && origin === "user" && ownVoice ? "you" : role ? `the ${origin}` : origin;
  return `${inside || (!role && origin !== "") ? name : `${name.charAt(0).toUpperCase()}${name.slice(1)}`} said`;
}

/** A quotation ends with its own full stop. */
function closing({ statement: { kind } }: Chosen): string {
  return kind === "turn" ? "" : ".";
}
