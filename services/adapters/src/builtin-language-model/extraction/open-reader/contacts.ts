import { explicit, type Draft } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import type { Clause } from "./clause.ts";
import { draft, possessionPrefix } from "./draft.ts";
import { nounPhrase } from "./phrase.ts";
import type { Who } from "./pronouns.ts";
import { childOf, childrenOf, textBetween, wordAt, type Tree } from "./tree.ts";
import { whoIs } from "./who.ts";

/** "You can reach Selma at selma@example.org", "Everyone calls Theodora Teddy": what is said of the object, whoever the subject is. */
export function readContact(tree: Tree, clause: Clause, speakers: Speakers): { who: Who; drafts: Draft[] }[] {
  const { lemma } = wordAt(tree, clause.verb);
  const renewed = newNumber(tree, clause, speakers);
  if (renewed.length > 0) return renewed;
  if (clause.negated || clause.unreal || clause.tense === "past") return [];
  if (lemma === "call") return nicknameOf(tree, clause, speakers);
  if (!/^(?:reach|contact|email|e-mail|phone|call|text|message)$/.test(lemma)) return [];
  const at = childrenOf(tree, clause.verb, "prep").find((prep) => /^(?:at|on|under|via)$/.test(wordAt(tree, prep).lower));
  const address = at === undefined ? undefined : childOf(tree, at, "pobj");
  const person = clause.passive ? clause.subjects[0] : childOf(tree, clause.verb, "dobj");
  const who = person === undefined ? undefined : whoIs(tree, person, speakers);
  if (!who || address === undefined) return [];
  const value = nounPhrase(tree, address, { dates: true });
  const key = contactKey(value);
  return key === undefined
    ? []
    : [{ who, drafts: draft(`${possessionPrefix(who)}${key}`, value, { confidence: explicit, time: "none" }) }];
}

/** "I got a new number: 0152 555 0188" */
function newNumber(tree: Tree, clause: Clause, speakers: Speakers): { who: Who; drafts: Draft[] }[] {
  const object = childOf(tree, clause.verb, "dobj");
  const [subject] = clause.subjects;
  if (object === undefined || subject === undefined || !/^(?:get|have)$/.test(wordAt(tree, clause.verb).lemma)) return [];
  const isNew = childrenOf(tree, object, "amod").some((one) => wordAt(tree, one).lower === "new");
  if (!isNew || !/^(?:number|phone|mobile)$/.test(wordAt(tree, object).lower) || clause.negated || clause.unreal) return [];
  const value = /^[^.!?\p{L}\d+(]{0,3}\s?(?:it['\u2019]s\s)?([+(]?\d[\d ()/-]{4,20}\d)/u.exec(
    tree.content.slice(wordAt(tree, object).end),
  )?.[1];
  const who = value === undefined ? undefined : whoIs(tree, subject, speakers);
  if (!who || value === undefined) return [];
  const key = `${possessionPrefix(who)}phone_number`;
  return [{ who, drafts: draft(key, value, { confidence: explicit, changed: true, time: "none" }) }];
}

/** What kind of address a value is; undefined where it is none. */
export function contactKey(value: string): string | undefined {
  if (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value)) return "email";
  if (/^(?:https?:\/\/|www\.)\S+$/.test(value)) return "website";
  // "2026-02-16" is a day.
  if (/^(?:(?:19|20)\d\d-\d\d(?:-\d\d)?|\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d|(?:19|20)\d\d-(?:19|20)\d\d)$/.test(value))
    return undefined;
  return value.length < 40 && /^(?:(?:ext(?:ension)?|tel)\.?\s)?[+(]?\d[\d\s()/.-]{2,}\d$/i.test(value)
    ? "phone_number"
    : undefined;
}

/** The address in a part of a line, behind what says of which kind it is: "tel. 0171 5550 12", "ext. 214". */
export function contactOf(part: string): { readonly key: string; readonly value: string } | undefined {
  const extension = /^(?:ext\.?|extension|x)\s?(\d{2,6})$/i.exec(part)?.[1];
  if (extension !== undefined) return { key: "extension", value: extension };
  const value = part
    .replace(/^(?:tel|phone|mobile|cell|m|t|p|fax|e-?mail|mail|e|web|w)\b[.:]*\s+(?=\S)/i, "")
    .replace(/^<(\S+)>$/, "$1");
  const key = contactKey(value);
  return key === undefined ? undefined : { key, value };
}

/** The parser joins both names: "calls Theodora Teddy". */
function nicknameOf(tree: Tree, clause: Clause, speakers: Speakers): { who: Who; drafts: Draft[] }[] {
  const subject = clause.subjects[0];
  const name = childOf(tree, clause.verb, "oprd") ?? childOf(tree, clause.verb, "dobj");
  if (
    subject === undefined ||
    name === undefined ||
    !/^(?:everyone|everybody|people|we|i|friends|they)$/.test(wordAt(tree, subject).lower)
  )
    return [];
  if (!/^NNP/.test(wordAt(tree, name).tag) || clause.progressive) return [];
  const whole = childrenOf(tree, name, "compound").filter((i) => i === name - 1 && /^NNP/.test(wordAt(tree, i).tag));
  const person = wordAt(tree, name).label === "oprd" ? childOf(tree, clause.verb, "dobj", "nsubj") : whole[0];
  if (person === undefined || person === subject) return [];
  const who: Who | undefined =
    whole[0] === person
      ? {
          entity: { type: "Person", name: textBetween(tree, person, person + 1) },
          typed: true,
          possession: "",
          self: false,
          asides: [],
        }
      : whoIs(tree, person, speakers);
  return who ? [{ who, drafts: draft(`${possessionPrefix(who)}nickname`, wordAt(tree, name).text, { time: "none" }) }] : [];
}
