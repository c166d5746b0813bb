import type { EntityName } from "@loci/ports/language-model";
import { normal } from "../rule.ts";
import { isOccupation } from "../complement.ts";
import { contactOf } from "./contacts.ts";
import { labelKind } from "./note-labels.ts";

/** One fact that a line says by its form alone. */
export interface LineFact {
  readonly subject: EntityName;
  readonly key: string;
  readonly value: string;
  readonly target?: EntityName;
  readonly confidence: number;
  readonly start: number;
  readonly end: number;
}

interface Line {
  readonly text: string;
  readonly start: number;
}

const maxLines = 2_000;
const maxLine = 400;

/** "Team Osprey: Jude (backend), Mia (design)." and signatures under a message. */
export function formFacts(content: string): LineFact[] {
  const lines: Line[] = [];
  let start = 0;
  for (const text of content.split("\n").slice(0, maxLines)) {
    lines.push({ text: text.replace(/\r$/, ""), start });
    start += text.length + 1;
  }
  return [...lines.flatMap(rosterOf), ...lines.flatMap(contactLine), ...lines.flatMap((_, i) => signatureAt(lines, i))];
}

/** "Lena Voss, Head of Procurement, +49 40 5550 1212": a name, then only what a card would say. */
function contactLine({ text, start }: Line): LineFact[] {
  const line = text.replace(/^\s*(?:[-*•]\s+)?/, "").trim();
  if (line.length > 200 || !/\d{3}|@/.test(line)) return [];
  const [first = "", ...rest] = line
    .split(/,\s|\s[|–—-]\s|;\s|:\s|(?<=[\p{L}.)])\s(?=[+(]?\d[\d\s/.-]{5,}$)|\s\(|\)(?=,|\s|$)|\s(?=<[^\s@<>]+@[^\s@<>]+>$)/u)
    .filter((part) => part.trim() !== "");
  const name = first.trim();
  const reached = rest.length === 1 || rest.length === 2 ? contactOf((rest[0] ?? "").trim()) : undefined;
  if (reached !== undefined && line.startsWith(`${first}: `) && labelKind(first) === undefined && thingName.test(name))
    return [
      {
        subject: { type: wholeName.test(name) ? "Person" : "Thing", name: name.replace(/^the\s/i, "") },
        ...reached,
        confidence: normal,
        start: start + text.indexOf(line),
        end: start + text.indexOf(line) + line.length,
      },
    ];
  if (
    rest.length === 0 ||
    !wholeName.test(name) ||
    /^(?:tel|fax|phone|mobile|mail|web|flight|room|order|bus|train)\b/i.test(name) ||
    (!/\s/.test(name) && rest.length < 2 && contactOf(rest[0] ?? "")?.key !== "email" && !/\d{4}/.test(rest[0] ?? ""))
  )
    return [];
  const subject = { type: "Person", name };
  const place = { start: start + text.indexOf(line), end: start + text.indexOf(line) + line.length };
  const found = rest.map((part): LineFact[] => {
    const contact = contactOf(part.trim());
    if (contact !== undefined) return [{ subject, ...contact, confidence: normal, ...place }];
    const role = part.trim();
    return role.length < 60 && (isRole.test(role) || isOccupation(role))
      ? [{ subject, key: "job_title", value: role, confidence: normal, ...place }]
      : [];
  });
  const isCard = found.every((one, i) => one.length > 0 || (i > 0 && /^\p{Lu}[\p{L}\p{N} &.'-]{1,40}$/u.test(rest[i] ?? "")));
  return isCard && found.some(([one]) => one !== undefined && one.key !== "job_title") ? found.flat() : [];
}

const title = String.raw`(?:(?:Dr|Mr|Mrs|Ms|Prof)\.?\s)?`;
const personName = String.raw`\p{Lu}[\p{L}'’.-]{1,30}(?:\s\p{Lu}[\p{L}'’.-]{0,30}){0,3}`;
const roster = /^\s*(?:[-*•]\s+)?(Team\s\p{Lu}[\p{L}\p{N}-]{1,30}|\p{Lu}[\p{L}\p{N} -]{1,40}\steam):\s+(\S[^\n]{1,300})$/u;
const member = new RegExp(String.raw`^(${title}${personName})(?:\s\(([^()]{2,60})\))?$`, "u");

function rosterOf({ text, start }: Line): LineFact[] {
  const match = text.length > maxLine ? null : roster.exec(text.trimEnd());
  if (!match) return [];
  const [, team = "", list = ""] = match;
  const items = list.replace(/[.;]$/, "").split(/, |; | and /);
  const found = items.map((item) => member.exec(item.trim())).filter((one) => one !== null);
  if (items.length > 40 || found.length < items.length) return [];
  const place = { start: start + text.search(/\S/), end: start + text.trimEnd().length };
  return found.flatMap(([, name = "", role]): LineFact[] => {
    const subject = { type: "Person", name };
    const target = { type: "Organisation", name: team.replace(/^the\s/i, "") };
    return [
      { subject, key: "member_of", value: "", target, confidence: normal, ...place },
      // "Ruth Okello (RO)" writes her initials.
      ...(role === undefined || (/^\p{Lu}{2,3}$/u.test(role) && isInitialsOf(role, name))
        ? []
        : [{ subject, key: "role", value: role, confidence: normal, ...place }]),
    ];
  });
}

const thingName = /^\p{L}[\p{L}'’ .-]{3,40}$/u;

const closing =
  /^(?:(?:kind|best|warm|many|with kind|with best)\s)?(?:best|regards|wishes|thanks|cheers|sincerely|greetings|yours|love|yours (?:truly|sincerely|faithfully)|all the best|br|vg|--)[,!.]?$/i;
const wholeName = new RegExp(String.raw`^${title}${personName}$`, "u");

/** The lines below "Best," that tell who writes: name, role, organisation, how to reach them. */
function signatureAt(lines: readonly Line[], at: number): LineFact[] {
  if (!closing.test(lines[at]?.text.trim() ?? "")) return [];
  const named = lines[at + 1];
  if (named === undefined || !wholeName.test(named.text.trim())) return [];
  const subject = { type: "Person", name: named.text.trim() };
  const below = lines.slice(at + 2, at + 8);
  const blank = below.findIndex(({ text }) => text.trim() === "");
  return (blank < 0 ? below : below.slice(0, blank)).flatMap((line) => signatureLine(line, subject));
}

function signatureLine({ text, start }: Line, subject: EntityName): LineFact[] {
  if (text.length > 120) return [];
  const from = start + text.search(/\S/);
  const place = { start: from, end: start + text.trimEnd().length };
  const line = text.trim();
  const contact = contactOf(line);
  if (contact !== undefined) return [{ subject, ...contact, confidence: normal, ...place }];
  if (/[.!?:;@\d]/.test(line)) return [];
  const parts = line.split(/,\s+|\s[|–—-]\s|\sat\s/);
  const [role = "", ...rest] = parts;
  if (parts.length > 2 || !/^\p{Lu}/u.test(role)) return [];
  const organisation = rest[0];
  if (isRole.test(role))
    return [
      { subject, key: "job_title", value: role, confidence: normal, ...place },
      ...(organisation === undefined ? [] : [{ subject, key: "employer", value: organisation, confidence: normal, ...place }]),
    ];
  if (organisation === undefined) return [{ subject, key: "organisation", value: role, confidence: normal, ...place }];
  return !/^\p{Lu}/u.test(organisation)
    ? []
    : [
        { subject, key: "department", value: role, confidence: normal, ...place },
        { subject, key: "employer", value: organisation, confidence: normal, ...place },
      ];
}

const isRole =
  /\b(?:head|lead|leader|director|manager|officer|chief|ceo|cto|cfo|coo|president|vp|engineer|developer|designer|architect|consultant|analyst|assistant|secretary|coordinator|professor|lecturer|doctor|physician|nurse|lawyer|attorney|partner|founder|owner|editor|accountant|scientist|researcher|teacher|chair|specialist|advisor|sales|support|operations|marketing)\b/i;

function isInitialsOf(letters: string, called: string): boolean {
  return (
    called
      .split(/[\s-]+/)
      .map((word) => word.slice(0, 1))
      .join("")
      .toUpperCase() === letters
  );
}
