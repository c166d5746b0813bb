import { explicit, normal, type Draft } from "../rule.ts";
import { contactKey } from "./contacts.ts";
import type { Speakers } from "../subject.ts";
import { draft, possessionPrefix } from "./draft.ts";
import { properName } from "./names.ts";
import { plainly, selfOf, type Who } from "./pronouns.ts";
import { whoIs } from "./who.ts";
import { textBetween, wordAt, type Tree } from "./tree.ts";

/** "Pedro Lima, reachable at pedro@hexa.io", "ask Marcus, extension 5517": the address of the one person that a sentence names. */
export function contactsNearby(tree: Tree, speakers: Speakers): { who: Who; drafts: Draft[] } | undefined {
  const reached = reachable(tree, speakers) ?? ownFromNowOn(tree, speakers);
  if (reached) return reached;
  if (own.test(textBetween(tree, 0, tree.words.length))) return undefined;
  const names = tree.words.flatMap((word, i) => {
    if (!/^NNPS?$/.test(word.tag) || word.label === "compound" || word.text.includes("@") || /^(?:DATE|TIME)$/.test(word.name))
      return [];
    if (/^(?:GPE|LOC|FAC)$/.test(word.name) && word.label === "pobj") return [];
    const name = properName(tree, i);
    return name && (name.type ?? "Person") === "Person" && /^\p{Lu}\p{Ll}/u.test(name.name) ? [name.name] : [];
  });
  const [name, ...others] = new Set(names);
  if (name === undefined || others.length > 0) return undefined;
  const drafts = tree.words.flatMap((word, i): Draft[] => {
    const mail = contactKey(word.text);
    if (mail === "email") return draft("email", word.text, { confidence: explicit, time: "none" });
    const next = i + 1 < tree.words.length ? wordAt(tree, i + 1).text : "";
    return /^(?:extension|ext\.?)$/.test(word.lower) && /^\d{2,6}$/.test(next)
      ? draft("extension", next, { confidence: normal, time: "none" })
      : [];
  });
  return drafts.length === 0 ? undefined : { who: plainly({ type: "Person", name }), drafts };
}

const reach =
  /\b(?:reachable|available|contactable|reached)\b[^.;:!?\d]{0,40}?\s(?:at|on|under|via|by phone on)\s([+(]?\d[\d\s()/-]{4,20}\d|[^\s@,;]{1,60}@[^\s@,;]{1,60}[^\s@,;.])/iu;

/** "Mr Quast is reachable on 0351 555 210 in the evenings", "She's our adviser, reachable at …": of the subject. */
function reachable(tree: Tree, speakers: Speakers): { who: Who; drafts: Draft[] } | undefined {
  const value = reach.exec(textBetween(tree, 0, tree.words.length))?.[1]?.trim() ?? "";
  const key = contactKey(value);
  const subject = tree.words.findIndex(({ label }) => /^nsubj/.test(label));
  const who = key === undefined || subject < 0 ? undefined : whoIs(tree, subject, speakers);
  return who && key !== undefined
    ? { who, drafts: draft(`${possessionPrefix(who)}${key}`, value, { confidence: explicit, time: "none" }) }
    : undefined;
}

const newAddress =
  /^(?:please |from now on,? (?:please )?)?(?:write|mail|e-?mail|send (?:mail|e-?mails?|everything|letters))(?: to)? (?:me )?(?:to |at |under )?([^\s@,;]{1,60}@[^\s@,;]{1,60}[^\s@,;.])/iu;

/** "Please write to ana@example.org from now on": who asks for it has that address. */
function ownFromNowOn(tree: Tree, speakers: Speakers): { who: Who; drafts: Draft[] } | undefined {
  const text = textBetween(tree, 0, tree.words.length);
  const [, value = ""] = newAddress.exec(text) ?? [];
  const who =
    contactKey(value) === "email" && speakers.self !== "" && /\b(?:from now on|instead)\b/iu.test(text)
      ? selfOf(speakers)
      : undefined;
  return who && { who, drafts: draft("email", value, { confidence: explicit, changed: true, time: "none" }) };
}

/** Whose address it is may be another's. */
const own = /\b(?:(?:my|our|his|her|their|your)\s(?:\p{L}+\s){0,2}(?:e-?mail|mail|number|phone|extension|address)|me|i|us)\b/iu;
