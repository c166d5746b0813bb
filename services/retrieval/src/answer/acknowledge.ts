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

function factsOf({ entities, attributes, relations, corrections, instructions, uncertainties }: graph.ExtractionResult): string[] {
  const names = new Map(entities.map(({ id, name }) => [id, name]));
  const before = (entityId: string, key: string, value: string) => {
    const old = corrections.find((one) => one.entityId === entityId && one.key === key && one.newValue === value)?.oldValue;
    return old === undefined ? "" : ` (before: ${old})`;
  };
  const facts = [
    ...attributes.map(
      ({ entityId, key, value }) => `${whose(names.get(entityId))}${inWords(key)} ${value}${before(entityId, key, value)}`,
    ),
    ...relations.map(({ subject, label, object }) => `${whose(subject)}${inWords(label)} ${object}`),
    ...instructions.map(({ description }) => description),
  ];
  const open = uncertainties.length === 0 ? [] : ["sources disagree, and both are kept"];
  return [...new Set(facts.map((fact) => fact.replace(/[.;]$/, ""))), ...open];
}

function whose(name: string | undefined): string {
  return name === undefined || /^(?:the )?user$/i.test(name) ? "" : `${name}'s `;
}

function inWords(key: string): string {
  return key.replaceAll("_", " ");
}
