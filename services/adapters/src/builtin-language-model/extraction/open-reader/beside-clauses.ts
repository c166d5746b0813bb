/** What a clause tells beside its own subject: since when a firm is there that it founds, where a boss is, what is wanted of the speaker. */
import { explicit, normal, type Draft } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import { members } from "./changes.ts";
import type { Clause } from "./clause.ts";
import { draft, type OpenReading } from "./draft.ts";
import { properName } from "./names.ts";
import { isDate, nounPhrase, timeOfPreposition, verbPhrase } from "./phrase.ts";
import { plainly, selfOf, type Who } from "./pronouns.ts";
import { isService } from "./services.ts";
import { childOf, childrenOf, wordAt, type Tree } from "./tree.ts";
import { whoIs } from "./who.ts";

/** "founded Bramble Labs in Ghent in 2019": the firm's own day. */
export function founding({ tree, clause }: OpenReading): Draft[] {
  const object = childOf(tree, clause.verb, "dobj");
  const name = object === undefined ? undefined : properName(tree, object)?.name;
  if (name === undefined || object === undefined || clause.negated || clause.tense !== "past") return [];
  if (!/^(?:found|establish|launch|open|start|set|create)$/.test(wordAt(tree, clause.verb).lemma)) return [];
  const preps = [...childrenOf(tree, clause.verb, "prep"), ...childrenOf(tree, object, "prep")];
  const below = preps.flatMap((prep) => childrenOf(tree, prep, "pobj")).flatMap((place) => childrenOf(tree, place, "prep"));
  const day = [...preps, ...below].find((prep) => isDate(tree, prep));
  const when = day === undefined ? undefined : timeOfPreposition(tree, day);
  if (when === undefined || day === undefined) return [];
  const key = `${wordAt(tree, clause.verb).lower}_${wordAt(tree, day).lower}`;
  return draft(key, when, { subject: { type: "Organisation", name }, time: "none" });
}

/** "laid off a quarter of its staff, leaving 30 people": how many there are since. */
export function leftWith({ tree, clause, who }: OpenReading): Draft[] {
  const verb = childrenOf(tree, clause.verb, "advcl").find((i) => wordAt(tree, i).lower === "leaving" && i > clause.verb);
  const object = verb === undefined ? undefined : childOf(tree, verb, "dobj");
  const isCount = object !== undefined && childOf(tree, object, "nummod") !== undefined && members.test(wordAt(tree, object).lower);
  if (!isCount || clause.negated || clause.tense === "future" || who.possession !== "" || who.self) return [];
  return draft("headcount", nounPhrase(tree, object), { changed: true, time: "none" });
}

/** "My GP wants me to come in for a blood test": what the speaker is to do. */
export function wantedOf({ tree, clause, speakers }: OpenReading, inner: number): Draft[] {
  const whom = childOf(tree, inner, "nsubj");
  if (whom === undefined || speakers.self === "" || clause.negated || clause.tense === "past") return [];
  if (!/^(?:me|us)$/.test(wordAt(tree, whom).lower) || wordAt(tree, inner).tag !== "VB") return [];
  const task = verbPhrase(tree, inner, { dates: true });
  return /\s/.test(task) ? draft("task", task, { subject: selfOf(speakers).entity, time: "event" }) : [];
}

/** "Zanele's boss at the museum": where Zanele works. */
export function workplaceOf(tree: Tree, i: number, speakers: Speakers): { who: Who; drafts: Draft[] } | undefined {
  const owner = childOf(tree, i, "poss");
  const at = childrenOf(tree, i, "prep").find((prep) => wordAt(tree, prep).lower === "at");
  const place = at === undefined ? undefined : childOf(tree, at, "pobj");
  if (owner === undefined || place === undefined || !superiors.test(wordAt(tree, i).lower)) return undefined;
  // "our key account manager at Telenor" works there, and we do not.
  if (childrenOf(tree, i, "compound").some((one) => !/^(?:line|team|direct)$/.test(wordAt(tree, one).lower))) return undefined;
  const who = whoIs(tree, owner, speakers);
  if (who === undefined || who.possession !== "" || isDate(tree, at ?? i)) return undefined;
  // "quit his job at the bank"
  const { label, head } = wordAt(tree, i);
  if (label === "dobj" && /^(?:quit|lose|leave|resign|drop|turn|refuse|decline|want|seek|apply)$/.test(wordAt(tree, head).lemma))
    return undefined;
  // Who has a boss is somebody, even where the name finder does not know the name.
  if (who.entity.type !== "Person" && who.typed) return undefined;
  const firm = nounPhrase(tree, place);
  if (/^(?:work|home|school|moment)$/.test(firm)) return undefined;
  const subject = { type: "Person", name: who.entity.name };
  // "my old boss at Siemens"
  const isOver = childrenOf(tree, i, "amod").some((one) => /^(?:old|former|previous|ex|last|first)$/.test(wordAt(tree, one).lower));
  return { who, drafts: draft(isOver ? "former_employer" : "employer", firm, { subject, confidence: normal, time: "none" }) };
}

const superiors = /^(?:boss|manager|colleague|colleagues|coworker|co-worker|supervisor|job|desk)$/;

/** "the landlord is a Mr Aydin": the speaker's own. */
export function ownHolder(
  tree: Tree,
  clause: Clause,
  subject: number,
  speakers: Speakers,
): { who: Who; drafts: Draft[] } | undefined {
  const attr = childOf(tree, clause.verb, "attr");
  const isThe = childrenOf(tree, subject, "det").some((i) => wordAt(tree, i).lower === "the");
  if (attr === undefined || !isThe || clause.negated || clause.tense !== "present" || speakers.self === "") return undefined;
  const name = properName(tree, attr)?.name ?? "";
  if (wordAt(tree, clause.verb).lemma !== "be" || !isService(tree, wordAt(tree, subject).lower) || name === "") return undefined;
  const target = { type: "Person", name };
  return { who: selfOf(speakers), drafts: [{ key: wordAt(tree, subject).lower, target, confidence: explicit, time: "state" }] };
}

/** "There are five of us in the team". */
export function howMany(tree: Tree, clause: Clause, speakers: Speakers): { who: Who; drafts: Draft[] } | undefined {
  const attr = childOf(tree, clause.verb, "attr");
  const of = attr === undefined ? undefined : childrenOf(tree, attr, "prep").find((i) => wordAt(tree, i).lower === "of");
  const us = of === undefined ? undefined : childOf(tree, of, "pobj");
  if (attr === undefined || us === undefined || wordAt(tree, us).lower !== "us" || wordAt(tree, attr).tag !== "CD")
    return undefined;
  const inside = [clause.verb, attr, us].flatMap((i) => childrenOf(tree, i, "prep")).find((i) => wordAt(tree, i).lower === "in");
  const group = inside === undefined ? undefined : childOf(tree, inside, "pobj");
  const noun = group === undefined ? "group" : wordAt(tree, group).lower;
  const who = plainly(selfOf(speakers).entity, { self: true });
  return speakers.self === "" || clause.negated || clause.tense === "past"
    ? undefined
    : { who, drafts: draft(`${noun}_size`, wordAt(tree, attr).text, { time: "state" }) };
}
