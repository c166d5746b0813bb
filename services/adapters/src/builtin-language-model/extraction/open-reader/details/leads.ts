import type { EntityName } from "@loci/ports/language-model";
import { detailsOf, type Detail } from "./detail.ts";

/** What stands before the colon of a line of details: whose they are, or what the first one is. */
export interface Lead {
  /** How many characters it takes. */
  readonly length: number;
  /** Whose all details are; undefined where the label says only what the first part is. */
  readonly owner: EntityName | undefined;
  readonly label: string;
}

const ofSpeaker =
  /^(?:(?:my|our|the user['’]s|user['’]s)\s\p{L}[\p{L} ]{2,40}|me|about me|user|the user|setup|details|profile|data|info|facts|preferences|prefs|stats|measurements|config|settings|specs)$/iu;
const ofPerson = /^(\p{Lu}[\p{L}’'-]{1,30})['’]s\s\p{L}[\p{L} ]{2,40}$/u;
const plainLabel = /^\p{L}[\p{L}'’-]{2,30}(?:\s\p{Ll}[\p{L}'’-]{1,30}){0,2}$/u;

/** The label before a line of details ("My details for the form: …", "Car: …"); undefined where a colon stands otherwise. */
export function leadOf(text: string, self: EntityName): Lead | undefined {
  const [all = "", label = ""] = /^([^:,;=]{2,50}):\s+/.exec(text) ?? [];
  if (all === "") return { length: 0, owner: self, label };
  if (ofSpeaker.test(label)) return { length: all.length, owner: self, label };
  const name = ofPerson.exec(label)?.[1];
  if (name !== undefined) return { length: all.length, owner: { type: "Person", name }, label };
  return plainLabel.test(label) ? { length: all.length, owner: undefined, label } : undefined;
}

/** Words of labels that name a person: what follows is somebody. */
export function isOfPerson(details: readonly Detail[]): boolean {
  return details.some(({ personal }) => personal);
}

/** Several labels in one line: "Editor: Neovim, font: JetBrains Mono, shell: zsh". */
export function isPairs(parts: readonly { readonly text: string }[]): boolean {
  return (
    parts.length > 1 &&
    parts.every(({ text }) => /^\p{L}[\p{L} _-]{1,30}(?:\s?=\s?|:\s)\S/u.test(text) && detailsOf(text).length > 0)
  );
}
