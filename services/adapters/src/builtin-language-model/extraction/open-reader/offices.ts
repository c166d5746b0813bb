/** "The supervisor is Professor Carrasco", "Tenant is Mrs Okoro": an office, a role, and who holds it. */
import { isOccupation } from "../complement.ts";
import { relationOf } from "../kinship.ts";
import type { Draft } from "../rule.ts";
import type { Clause } from "./clause.ts";
import { draft } from "./draft.ts";
import { properName, roles } from "./names.ts";
import { nounPhrase } from "./phrase.ts";
import { childOf, childrenOf, wordAt, type Tree } from "./tree.ts";

/** Whom a clause tells to hold the office that its subject names; undefined where the subject is no office of nobody in particular. */
export function holderOf(tree: Tree, verb: number, subject: number): number | undefined {
  const attr = childOf(tree, verb, "attr");
  if (wordAt(tree, verb).lemma !== "be" || attr === undefined || attr < verb || !isOffice(tree, subject)) return undefined;
  if (childOf(tree, attr, "det", "poss", "conj") !== undefined || !/^NNP/.test(wordAt(tree, attr).tag)) return undefined;
  const name = properName(tree, attr)?.name ?? "";
  const isPerson =
    titled.test(name) || (wordAt(tree, attr).name === "PERSON" && /\s/.test(name)) || isRole(wordAt(tree, subject).lower);
  return name !== "" && isPerson && !/^(?:ORG|GPE|FAC|LOC|PRODUCT)$/.test(titled.test(name) ? "" : wordAt(tree, attr).name)
    ? attr
    : undefined;
}

/** What the clause says of the holder. */
export function ofHolder(tree: Tree, { verb, negated, tense }: Clause, subject: number): Draft[] {
  const holder = negated || tense !== "present" ? undefined : holderOf(tree, verb, subject);
  const name = holder === undefined ? undefined : properName(tree, holder)?.name;
  if (name === undefined) return [];
  const office = nounPhrase(tree, subject).replace(/^(?:new|current)\s/i, "");
  const key = isRole(wordAt(tree, subject).lower) ? "job_title" : "role";
  return draft(key, office.toLowerCase(), { subject: { type: "Person", name }, time: "none" });
}

/** A noun with "the" or none before it, which is nobody's name: at the head of a sentence the tagger takes "Tenant" for one. */
function isOffice(tree: Tree, i: number): boolean {
  const { tag, lower, text } = wordAt(tree, i);
  if (childOf(tree, i, "poss", "conj", "appos", "nummod", "prep", "relcl") !== undefined || none.test(lower)) return false;
  if (childrenOf(tree, i, "det").some((det) => wordAt(tree, det).lower !== "the")) return false;
  if (relationOf(lower) !== undefined && !isRole(lower)) return false;
  if (/^NN$/.test(tag)) return isRole(lower) || agent.test(lower);
  return i === 0 && tag === "NNP" && /^\p{Lu}\p{Ll}+$/u.test(text) && (isRole(lower) || agent.test(lower));
}

function isRole(noun: string): boolean {
  return roles.test(noun) || isOccupation(noun);
}

const titled = /^(?:Dr|Mr|Mrs|Ms|Prof|Professor|Sir|Dame|Frau|Herr|Mevrouw|Madame)\b/;
/** Nouns of whoever does something. */
const agent = /^\p{Ll}{3,}(?:er|or|ist|ant|ent|ee|keeper|person|man|woman)$/u;
const none =
  /^(?:number|answer|letter|paper|summer|winter|dinner|weather|matter|power|order|offer|server|printer|computer|router|border|river|water|tower|corner|other|event|appointment|moment|restaurant|plant|content|document|department|apartment|rent|talent|present|parent|element|monitor|motor|colour|color|floor|door|error|factor|name|winner|loser|killer|singer)$/;

/** "the head of procurement at Sunvale Foods": for whom. */
export function firmOfOffice(tree: Tree, office: number): string | undefined {
  const own = childrenOf(tree, office, "prep");
  const nested = own.flatMap((prep) => childrenOf(tree, prep, "pobj")).flatMap((object) => childrenOf(tree, object, "prep"));
  const at = [...own, ...nested].find((prep) => wordAt(tree, prep).lower === "at");
  const firm = at === undefined ? undefined : childOf(tree, at, "pobj");
  return firm === undefined ? undefined : properName(tree, firm)?.name;
}

/** The title alone, of a phrase that ends with where it is held. */
export function withoutFirm(title: string, firm: string): string {
  return title.includes(firm) ? title.slice(0, title.lastIndexOf(firm)).replace(/\sat\s(?:the\s)?$/i, "") : title;
}
