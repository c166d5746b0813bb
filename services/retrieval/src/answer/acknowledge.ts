import type { graph } from "@loci/protos";
import { isQuestionOnly } from "@loci/text";
import type { Remembering } from "./remember.ts";

/** Whether a message tells something and asks nothing: what answers it says what was understood. */
export function onlyTells(message: string): boolean {
  return !isQuestionOnly(message) && !/[?\uFF1F\u061F]/.test(message);
}

/** Says what was read from a message; "" where it was not stored. */
export async function acknowledgement(remembering: Remembering): Promise<string> {
  const outcome = await remembering;
  if ("error" in outcome) return "";
  const { extraction, deferred } = outcome.written;
  if (deferred) return "Noted. The text is kept; facts are read from it later.";
  const said = extraction === null ? [] : factsOf(extraction);
  return said.length === 0 ? "Noted. No fact was read from it; it is kept as text." : `Noted: ${said.join("; ")}.`;
}

function factsOf({
  entities,
  attributes,
  relations,
  corrections,
  instructions,
  uncertainties,
  decisions,
}: graph.ExtractionResult): string[] {
  const names = new Map(entities.map(({ id, name }) => [id, name]));
  const before = (entityId: string, key: string, value: string) => {
    const old = corrections.find((one) => one.entityId === entityId && one.key === key && one.newValue === value)?.oldValue;
    return old === undefined ? "" : ` (before: ${old})`;
  };
  const facts = [
    ...attributes.map(
      ({ entityId, key, value }) => `${whose(names.get(entityId), key)}${inWords(key)} ${value}${before(entityId, key, value)}`,
    ),
    ...relations.map(({ subject, label, object }) => `${whose(subject, label)}${inWords(label)} ${object}`),
    ...instructions.map(({ description }) => description),
  ];
  const open = uncertainties.length === 0 ? [] : ["sources disagree, and both are kept"];
  return [...new Set(facts.map((fact) => fact.replace(/[.;]$/, ""))), ...endedText(decisions), ...open];
}

/** What was denied: of an end that is all that was read. */
function endedText(decisions: graph.ExtractionResult["decisions"]): string[] {
  const ended = decisions.filter(({ rule }) => rule === "negation").length;
  return ended === 0 ? [] : [ended === 1 ? "what was known of it has ended" : `${ended} facts that were known have ended`];
}

/** "Ana's job title nurse", "Ana likes tea". */
function whose(name: string | undefined, key: string): string {
  if (name === undefined || /^(?:the )?user$/i.test(name)) return "";
  return isDeed(key) ? `${name} ` : `${name}'s `;
}

/** Nouns of keys that end as verbs do. */
const nouns =
  /^(?:pets|plans|skills|tools|goals|languages|siblings|parents|kids|friends|colleagues|notes|news|hours|days|members|duties|initials|pronouns)(?:_|$)/;

/** Whether a key says what its subject does or is: it begins with a verb of the third person. */
function isDeed(key: string): boolean {
  return /^(?:is|has|was|does|goes|[a-z]{2,}[^aius](?<!ie)s)(?:_|$)/.test(key) && !nouns.test(key);
}

function inWords(key: string): string {
  return key.replaceAll("_", " ");
}
