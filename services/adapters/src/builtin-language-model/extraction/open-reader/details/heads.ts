import type { EntityName } from "@loci/ports/language-model";
import { isOccupation } from "../../complement.ts";
import { roles } from "../names.ts";
import { detailsOf, jobOf, predicateAt, type Detail } from "./detail.ts";
import type { Part } from "./parts.ts";
import { isWhen } from "./shapes.ts";

/** Whom or what a line is about by its first part, and what that part says besides. */
export interface Head {
  readonly entity: EntityName;
  /** Of the entity. */
  readonly details: readonly Detail[];
  /** Of whose line it is. */
  readonly owners: readonly Detail[];
}

const title = String.raw`(?:(?:Dr|Mr|Mrs|Ms|Prof|Herr|Frau)\.?\s)?`;
const personName = new RegExp(String.raw`^${title}\p{Lu}[\p{L}'’.-]{1,30}(?:\s\p{Lu}[\p{L}'’.-]{0,30}){0,3}$`, "u");
const occasion = new RegExp(
  String.raw`^((?:[Pp]hone |[Vv]ideo )?(?:[Cc]all|[Mm]eeting|[Ll]unch|[Cc]offee|[Cc]hat|[Ii]nterview|[Dd]inner|[Cc]onversation|[Tt]alk) (?:with|from|w/))\s(${title}\p{Lu}[\p{L}'’.-]{1,30}(?:\s\p{Lu}[\p{L}'’.-]{1,30}){1,3})$`,
  "u",
);
const dossier = new RegExp(
  String.raw`^(?:[Hh]andover|[Nn]otes?|[Rr]eport|[Uu]pdate|[Ff]ile|[Rr]eferral|[Pp]rofile|[Ss]ummary|[Rr]ecord|[Aa]ssessment|[Ii]ntake|[Cc]are plan) (?:for|on|about|of|re) (${title}\p{Lu}[\p{L}'’.-]{1,30}(?:\s\p{Lu}[\p{L}'’.-]{1,30}){0,2})$`,
  "u",
);
const numbered =
  /^(\p{Lu}[\p{L} -]{2,30}?)\s(?:(?:no|nr|number)\.?\s|#\s?)?([\p{L}\d./-]{0,20}\d[\p{L}\d/-]{0,12}|\p{Lu}{2}\s\d{1,5})$/u;
/** What a paper or a journey is known by with its number. */
const papers =
  /^(?:invoice|order|ticket|case|claim|contract|flight|train|bus|quote|offer|policy|shipment|booking|reservation|bug|issue|parcel|room|unit|lot|batch)$/i;
const memberships = /^(?:customer|client|member|membership|employee|staff|student|patient|account|user)$/i;
/** "Dishwasher Bosch SMV4", "Contract with Telis", "Swimming club". */
const thing = /^\p{Lu}[\p{L}\d'’-]*(?:\s[\p{L}\d'’-]+){0,3}(?:\s(?:with|from|at|for|of|in)\s\p{Lu}[\p{L}\d&'’ .-]{1,40})?$/u;

function isMakeAndModel(text: string): boolean {
  const [make = "", ...model] = text.split(" ");
  return /^\p{Lu}\p{Ll}+$/u.test(make) && model.length > 0 && model.length < 4 && model.every((word) => /^\p{Lu}|\d/u.test(word));
}

/** "Dentist Dr Amara Osei", "Locksmith Herr Baumann". */
const officer = new RegExp(
  String.raw`^(\p{Lu}\p{Ll}+(?:\s\p{Ll}+)?)\s(${title}\p{Lu}[\p{L}'’.-]{1,30}(?:\s\p{Lu}[\p{L}'’.-]{1,30}){0,2})$`,
  "u",
);

/** Whether somebody has such a one: a dentist, a landlord. */
export function isSomebodys(noun: string): boolean {
  return roles.test(noun) || isOccupation(noun);
}

/** Reads the first part as what the others are about; undefined where it is a detail itself, or a clause. */
export function headOf(first: Part, rest: readonly Part[], isClause: (text: string) => boolean): Head | undefined {
  const [, before = first.text, on] = /^(.{3,60}?)\s(?:on|for|until|from)\s(.{3,40})$/.exec(first.text) ?? [];
  const isDated = on !== undefined && isWhen(on);
  const text = isDated ? before : first.text;
  const dated: Detail[] = isDated ? [{ key: "date", value: on }] : [];
  const met = occasion.exec(text);
  if (met && rest[0] !== undefined && jobOf(rest[0].text).length > 0)
    return ofEntity(
      { type: "Person", name: met[2] ?? "" },
      [],
      [{ key: (met[1] ?? "").toLowerCase().replaceAll(" ", "_").replace(/w\/$/, "with"), value: met[2] ?? "" }],
    );
  const [, office = "", holder = ""] = officer.exec(text) ?? [];
  if (holder !== "" && isSomebodys(office.toLowerCase()))
    return ofEntity({ type: "Person", name: holder }, dated, [{ key: office.toLowerCase().replaceAll(" ", "_"), value: holder }]);
  // "Handover for Mr Vance, room 9": a paper about somebody tells of them.
  const described = dossier.exec(text)?.[1] ?? "";
  if (/^(?:Dr|Mr|Mrs|Ms|Prof|Herr|Frau)\b|\s/.test(described)) return ofEntity({ type: "Person", name: described }, dated);
  const paper = numbered.exec(text);
  if (paper && papers.test(paper[1] ?? "")) return ofEntity({ type: "Thing", name: `${paper[1]} ${paper[2]}` }, dated);
  const own = detailsOf(first.text);
  if (paper && own.some(({ key }) => key.endsWith("_number")))
    return memberships.test(paper[1] ?? "")
      ? undefined
      : ofEntity({ type: "Thing", name: (paper[1] ?? "").toLowerCase() }, [], own);
  const predicated = predicateAt(first.text);
  if (predicated) return ofEntity({ type: "Thing", name: predicated.noun }, [predicated.detail]);
  const others = rest.flatMap((part) => detailsOf(part.text));
  if (!/\d/.test(text) && personName.test(text) && others.some(({ personal }) => personal))
    return ofEntity({ type: "Person", name: text }, dated);
  if ((own.length > 0 && !isMakeAndModel(text)) || !thing.test(text) || isClause(text)) return undefined;
  return ofEntity({ type: "Thing", name: text }, dated);
}

function ofEntity(entity: EntityName, details: readonly Detail[], owners: readonly Detail[] = []): Head {
  return { entity, details, owners };
}
