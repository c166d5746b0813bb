/** "Present: Ngozi Adeleke (chair), Piotr Wilk": who was at a meeting, who was not, and what they are there. */
import { normal } from "../rule.ts";
import type { LineFact } from "./roster.ts";

const attending = /^(?:attendees?|present|participants?|attending|in attendance)$/;
const missing = /^(?:apologies|absent|excused|regrets)$/;
const person =
  /^((?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?\p{Lu}[\p{L}'\u2019.-]{1,30}(?: \p{Lu}[\p{L}'\u2019.-]{0,30}){0,3})(?: \(([^()]{2,40})\))?$/u;

/**
 * The facts of such a line, of each person.
 * @param meeting what they attended
 * @returns undefined for a label of another kind, and where somebody in the list has no name
 */
export function attendance(
  noun: string,
  value: string,
  meeting: string,
  place: Pick<LineFact, "start" | "end">,
): LineFact[] | undefined {
  const key = attending.test(noun) ? "attended" : missing.test(noun) ? "absent_from" : undefined;
  if (key === undefined) return undefined;
  const people = value.split(/,\s(?:and\s)?|\sand\s|;\s/).map((one) => person.exec(one.trim().replace(/[.]$/, "")));
  if (people.length === 0 || people.some((one) => one === null)) return undefined;
  return people.flatMap((found): LineFact[] => {
    const [, name = "", role] = found ?? [];
    const said = (of: string, told: string): LineFact => ({
      ...{ subject: { type: "Person", name }, key: of, value: told, confidence: normal },
      ...place,
    });
    return [said(key, meeting), ...(role === undefined ? [] : [said("role", role)])];
  });
}
