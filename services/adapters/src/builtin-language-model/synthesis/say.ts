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
    const [first = "", ...others] = sides.map((side) => clause(asked, side));
    if (!each.statement.disputed) sentences.push(`${first}${closing(each)}`);
    else if (others.length === 0) sentences.push(`${first}, but other sources disagree.`);
    else sentences.push(`Sources disagree: ${[first, ...others].map(withSmallBeginning).join(", but ")}.`);
  }
  return sentences;
}

/** As it stands behind a colon: "Your" and "The" are no names. */
export function withSmallBeginning(sentence: string): string {
  return /^(?:You|Your|The|It|On)\b/.test(sentence) ? `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}` : sentence;
}

/** Disputed statements about the same key of the same thing; sentences cannot be told apart so far. */
function contradicts(a: Chosen, b: Chosen): boolean {
  if (!b.statement.disputed) return false;
  const [one, other] = [a.statement.fact, b.statement.fact];
  return one && other ? one.subject === other.subject && one.key === other.key : true;
}

/** Words whose meaning hangs on the day on which they are said. */
const ofTheDay =
  /\b(?:now|today|tonight|tomorrow|yesterday|ago|these days|currently|at the moment|(?:last|next|this) (?:week|weekend|month|year|night|morning|evening|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|from (?:next|this))\b/i;

function clause(asked: Asked, { statement, sources }: Chosen): string {
  const { kind, fact, text, origin, knownAt, since, until } = statement;
  const markers = sources
    .toSorted((a, b) => a - b)
    .map((source) => `[S${source + 1}]`)
    .join("");
  const when = asked.kinds.has("when");
  const ended = sayDay(until);
  if (kind === "turn") {
    const day = when || (ended === "" && ofTheDay.test(text)) ? sayDay(knownAt) : "";
    const relative = when ? sayRelativeDate(text, knownAt) : "";
    const quoted = `"${text.replaceAll('"', "'")}"${relative === "" ? "" : ` (${relative})`}`;
    if (ended !== "") return `Until ${ended} it was so: ${quoted} ${markers}`;
    return `${day === "" ? "" : `On ${day} `}${speaker(origin, asked.ownVoice, day !== "")}: ${quoted} ${markers}`;
  }
  const sentence = fact ? sayFact(fact, asked.addressed, ended !== "") : text.replace(/(?<![.!;:,])[.!;:,]+$/, "");
  // A date that the fact itself tells is the one that is asked for.
  const known = when && since === "" && !(fact !== undefined && /\d/.test(fact.value)) ? sayDay(knownAt) : "";
  const from = sayDay(since);
  const times = [
    ...(from === "" ? (known === "" ? [] : [`known since ${known}`]) : [`since ${from}`]),
    ...(ended === "" ? [] : [`until ${ended}`]),
  ];
  return `${sentence}${times.length === 0 ? "" : ` (${times.join(", ")})`} ${markers}`;
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
