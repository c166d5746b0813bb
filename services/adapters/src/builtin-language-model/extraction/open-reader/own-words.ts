import type { Draft } from "../rule.ts";
import { antecedentOf, draft, objectsOf, possessionPrefix, type OpenReading } from "./draft.ts";
import { isDate, nounPhrase, timeOfPreposition, timeText, verbPhrase } from "./phrase.ts";
import { childOf, childrenOf, runOf, textBetween, wordAt, type Tree } from "./tree.ts";

/** A verb that no table knows: what happened, is done, or will be, under a key made of the clause's own words. */
export function inOwnWords(reading: OpenReading): Draft[] {
  const { tree, clause, who } = reading;
  const prefix = possessionPrefix(who);
  const kept = verbPhrase(tree, clause.verb, { dates: clause.tense !== "past" });
  const found = childrenOf(tree, clause.verb, "advcl", "acomp", "oprd", "xcomp").find(
    (i) => i === clause.verb + 1 && /^(?:VBN|JJ)$/.test(wordAt(tree, i).tag),
  );
  // "arrived broken", "came back damaged".
  if (
    found !== undefined &&
    /^(?:arrive|come)$/.test(wordAt(tree, clause.verb).lemma) &&
    !clause.negated &&
    clause.tense !== "future"
  )
    return draft(`${prefix}condition`, wordAt(tree, found).text, { time: "event" });
  // "My suitcase went missing".
  const gone = wordAt(tree, clause.verb).lemma === "go" ? tree.words[clause.verb + 1] : undefined;
  if (
    /^(?:missing|bankrupt|blind|deaf|bust|extinct|viral)$/.test(gone?.lower ?? "") &&
    gone !== undefined &&
    !clause.negated &&
    clause.tense !== "future"
  )
    return draft(`${prefix}status`, gone.text, { time: "state" });
  // "We look forward to seeing you".
  if (
    wordAt(tree, clause.verb).lemma === "look" &&
    childrenOf(tree, clause.verb, "advmod").some((i) => wordAt(tree, i).lower === "forward")
  )
    return [];
  // "has done so": what, another clause said.
  if (wordAt(tree, clause.verb).lemma === "do" && childOf(tree, clause.verb, "dobj") === undefined) return [];
  if (
    /^(?:feel|say|think|ask|tell|wonder|guess|know|mean|seem|look|sound)$/.test(wordAt(tree, clause.verb).lemma) &&
    childOf(tree, clause.verb, "dobj") === undefined &&
    childOf(tree, clause.verb, "prep") === undefined
  )
    return [];
  if (clause.ended) return draft(`${prefix}does`, kept, { negated: true, changed: true });
  const object = childOf(tree, clause.verb, "dobj");
  if (clause.tense === "future") return clause.negated ? [] : ahead(reading, prefix, kept);
  if (clause.tense === "past" || (clause.perfect && !clause.progressive && !clause.negated)) {
    // "saw her": nobody could tell later who she is.
    const isVague = (object !== undefined && isPronoun(tree, object)) || childOf(tree, clause.verb, "ccomp") !== undefined;
    const alone = verbPhrase(tree, clause.verb);
    const isThing = who.entity.type !== "Person" || who.possession !== "";
    // "sank last winter" tells more than "sank".
    const event = /\s/.test(alone) ? alone : verbPhrase(tree, clause.verb, { dates: true });
    const tells = /\s/.test(event) || (isThing && failing.test(wordAt(tree, clause.verb).lemma));
    return clause.negated || isVague || !tells ? [] : draft(`${prefix}event`, event, { time: "event" });
  }
  const isVague = object !== undefined && isPronoun(tree, object);
  if (clause.duty) {
    const isPerson = who.possession === "" && who.entity.type === "Person" && who.typed;
    const isLiving = who.possession === "" && /^(?:Person|Animal)$/.test(who.entity.type);
    if (isLiving && clause.negated)
      return object === undefined || isVague
        ? []
        : objectsOf(tree, object).flatMap((one) =>
            draft(`must_not_${wordAt(tree, clause.verb).lemma}`, nounPhrase(tree, one), { time: "state" }),
          );
    return isPerson
      ? draft("task", kept, { time: "event" })
      : draft(`${prefix}must_${wordAt(tree, clause.verb).lemma}`, afterVerb(kept), { negated: clause.negated });
  }
  if (wordAt(tree, clause.verb).lemma === "think") return [];
  // "can carry 500 kg" is a measure; what somebody could do is none.
  const isSkill = clause.ability && who.entity.type === "Person" && !clause.negated && skills.test(wordAt(tree, clause.verb).lemma);
  if (clause.ability && !isSkill && !clause.negated && (object === undefined || !hasNumber(tree, object))) return [];
  const named = byOwnName(reading);
  if (named.length > 0) return named.map((one) => ({ ...one, key: `${prefix}${one.key}` }));
  if (clause.negated && clause.perfect) return draft(`${prefix}${verbName(reading)}`, `never ${kept}`, { time: "state" });
  const isFigurative = childrenOf(tree, clause.verb, "prep").some((prep) =>
    childrenOf(tree, prep, "pobj").some((i) => figurative.test(wordAt(tree, i).lower)),
  );
  if (isFigurative) return [];
  const isHabit =
    clause.changed ||
    childrenOf(tree, clause.verb, "npadvmod", "prep", "advmod").some(
      (i) => isDate(tree, i) || /^(?:usually|always|often|daily|weekly|sometimes|regularly|still)$/.test(wordAt(tree, i).lower),
    );
  // One verb alone says little ("represents", "says") unless it is what somebody does at times.
  return clause.negated || clause.ability || isVague || !/\s/.test(kept) || (isHabit && kept === "")
    ? []
    : draft(`${prefix}does`, kept, { time: "state" });
}

/** What somebody will do is a plan; what a thing will do or be is told by its verb: "will stay closed until 1 December". */
function ahead({ tree, clause, who }: OpenReading, prefix: string, kept: string): Draft[] {
  if (who.entity.type === "Person" || !who.typed) return draft(`${prefix}plans`, kept, { time: "event" });
  const { lemma } = wordAt(tree, clause.verb);
  if (/^(?:stay|remain|keep)$/.test(lemma)) return draft(`${prefix}status`, afterVerb(kept), { time: "event" });
  const rest = afterVerb(kept);
  return rest === "" ? draft(`${prefix}plans`, kept, { time: "event" }) : draft(`${prefix}will_${lemma}`, rest, { time: "event" });
}

/** What happens to things, and is worth keeping by itself. */
const failing =
  /^(?:break|fail|crash|die|burst|leak|expire|collapse|freeze|flood|explode|resign|retire|quit|close|shut|stop|end|arrive|rot|rust|jam|melt|derail|sink|capsize)$/;

/** What somebody is able to do is worth keeping where it is learnt. */
const skills =
  /^(?:read|write|speak|play|cook|sew|swim|drive|ride|sail|ski|fly|juggle|knit|weld|code|program|type|sing|dance|draw|paint|sign|bake|fix|repair)$/;

function hasNumber(tree: Tree, i: number): boolean {
  return wordAt(tree, i).tag === "CD" || childOf(tree, i, "nummod") !== undefined;
}

function afterVerb(phrase: string): string {
  return phrase.replace(/^\S+\s*/, "");
}

/** "flies for Lufthansa" is flies_for, "restores old radios" restores, "can't eat peanuts" cannot_eat. */
function byOwnName(reading: OpenReading): Draft[] {
  const { tree, clause } = reading;
  const verb = verbName(reading);
  const over = { time: "state" as const, changed: clause.changed && !clause.adds };
  const object = childOf(tree, clause.verb, "dobj");
  const light = object !== undefined && isLight(tree, object) ? `_${wordAt(tree, object).lower}` : "";
  if (object !== undefined && light === "" && !isPronoun(tree, object)) {
    const found = objectsOf(tree, object).flatMap((one) => draft(verb, nounPhrase(tree, one), over));
    if (found.length > 0 || objectsOf(tree, object).length === 0) return found;
  }
  if (object !== undefined && isPronoun(tree, object) && !clause.negated) {
    const particle = childOf(tree, clause.verb, "prt");
    const name = particle === undefined ? verb : `${verb}_${wordAt(tree, particle).lower}`;
    const found = draft(name, antecedentOf(reading, object), over);
    if (found.length > 0) return found;
  }
  // "can't make it on Thursday": nobody could tell later what.
  if (object !== undefined && /^(?:it|this|that)$/.test(wordAt(tree, object).lower) && clause.negated) return [];
  const beside = childrenOf(tree, clause.verb, "advmod").find(
    (i) => i === clause.verb + 1 && /^(?:live|down|up|ahead|back|public|home|offline)$/.test(wordAt(tree, i).lower),
  );
  const particle = childOf(tree, clause.verb, "prt", "acomp") ?? beside;
  const name = `${verb}${particle === undefined ? "" : `_${wordAt(tree, particle).lower}`}${light}`;
  // "starts Monday"
  const day = childrenOf(tree, clause.verb, "npadvmod").find(
    (i) =>
      i > clause.verb && isDate(tree, i) && childOf(tree, i, "det", "nummod") === undefined && /^NNP/.test(wordAt(tree, i).tag),
  );
  if (day !== undefined && object === undefined)
    return [...draft(name, timeText(tree, day), over), ...prepositional(reading, name, over)];
  // "works four days a week"
  const length = childrenOf(tree, clause.verb, "npadvmod").find(
    (i) =>
      i > clause.verb &&
      childOf(tree, i, "nummod") !== undefined &&
      !/^(?:ago|later|before|after)$/.test(tree.words[i + 1]?.lower ?? ""),
  );
  if (length !== undefined) {
    const far = /^(?:away|apart|off|long)$/.test(tree.words[length + 1]?.lower ?? "") ? ` ${wordAt(tree, length + 1).text}` : "";
    const isEach = childrenOf(tree, length, "det").some((i) => /^(?:every|each)$/.test(wordAt(tree, i).lower));
    const text = isEach ? timeText(tree, length) : nounPhrase(tree, length, { dates: true });
    return [...draft(name, `${text}${far}`, over), ...prepositional(reading, name, over)];
  }
  const found = prepositional(reading, name, over);
  if (found.length > 0) return found;
  // "The permit runs out 28 August"
  const end = childrenOf(tree, clause.verb, "npadvmod").find((i) => isDate(tree, i));
  const out = childrenOf(tree, clause.verb, "advmod").find(
    (i) => i === clause.verb + 1 && /^(?:out|off|over|up)$/.test(wordAt(tree, i).lower),
  );
  if (end !== undefined && (particle !== undefined || out !== undefined))
    return draft(out === undefined ? name : `${name}_${wordAt(tree, out).lower}`, timeText(tree, end), over);
  // "has been leaking since Friday"
  const lasts = clause.progressive && clause.perfect && (reading.who.entity.type !== "Person" || reading.who.possession !== "");
  if (lasts && object === undefined) return draft("status", verb, over);
  const adjective = childOf(tree, clause.verb, "acomp");
  return adjective === undefined ? [] : draft(verb, verbPhrase(tree, adjective, { dates: true }), over);
}

/** "lives in fear", "runs in circles": a bare abstract noun is a way of speaking. */
export const figurative =
  /^(?:fear|turn|charge|peace|harmony|poverty|denial|hope|chaos|danger|luxury|circles|vain|love|trouble|touch|mind|fact|general|total|short|particular|person|theory)$/;

/** One fact for each prepositional phrase; a bare noun belongs to the verb ("go to bed at nine" is goes_to_bed_at). */
function prepositional(reading: OpenReading, name: string, over: Partial<Draft>): Draft[] {
  const { tree, clause } = reading;
  const { verb } = clause;
  let key = name;
  const found: Draft[] = [];
  // "covers for her": the parser takes some for whom it is given to.
  const preps = childrenOf(tree, verb, "prep", "agent", "dative").filter((i) => /^(?:IN|TO)$/.test(wordAt(tree, i).tag));
  for (const prep of preps) {
    // "From next month I'm working …": when it begins, and no part of the verb.
    if (isDate(tree, prep) && (prep < verb || wordAt(tree, prep).lower === "since")) continue;
    if (isOccasion(tree, prep, verb)) continue;
    const inner = childOf(tree, prep, "pobj", "pcomp");
    if (isDenied(tree, prep) || (inner !== undefined && isFree(tree, prep, inner))) continue;
    // "at the gym on Elm Road": the parser hangs both on the verb.
    const before = found.at(-1);
    if (before?.value !== undefined && inner !== undefined && isStreetOf(tree, prep, inner)) {
      found[found.length - 1] = { ...before, value: `${before.value} ${wordAt(tree, prep).text} ${nounPhrase(tree, inner)}` };
      continue;
    }
    if (inner !== undefined && isPronoun(tree, inner))
      found.push(...draft(`${key}_${wordAt(tree, prep).lower}`, antecedentOf(reading, inner), over));
    if (inner === undefined || isPronoun(tree, inner)) continue;
    const preposition = wordAt(tree, prep).lower;
    const when = preposition === "between" ? undefined : timeOfPreposition(tree, prep);
    if (preposition === "between" && childOf(tree, inner, "conj") !== undefined) {
      found.push(...draft(`${key}_between`, textBetween(tree, prep + 1, runOf(tree, inner, () => false).to), over));
      continue;
    }
    if (when !== undefined) {
      found.push(...draft(`${key}_${preposition}`, when, over));
      continue;
    }
    if (figurative.test(wordAt(tree, inner).lower)) continue;
    if (
      /^(?:bed|school|work|church|market)$/.test(wordAt(tree, inner).lower) &&
      childOf(tree, inner, "det", "poss", "amod", "compound") === undefined
    ) {
      key = `${key}_${preposition}_${wordAt(tree, inner).lower}`;
      if (childrenOf(tree, verb, "prep").length === 1)
        found.push(...draft(name, `${preposition} ${wordAt(tree, inner).text}`, over));
    } else
      found.push(
        ...objectsOf(tree, inner).flatMap((one) => draft(`${key}_${preposition}`, nounPhrase(tree, one, { dates: true }), over)),
      );
  }
  return found;
}

/** "open on Saturdays, never on Sundays" */
export function isDenied(tree: Tree, prep: number): boolean {
  return /^(?:never|not)$/.test(tree.words[prep - 1]?.lower ?? "");
}

/** "works four days, with Wednesdays off": when somebody does not. */
export function isFree(tree: Tree, prep: number, object: number): boolean {
  return wordAt(tree, prep).lower === "with" && tree.words[object + 1]?.lower === "off";
}

/** "For birthdays we go to the coast", "goes to the coast for Easter": when or why it is done, and nothing of what is done. */
export function isOccasion(tree: Tree, prep: number, verb: number): boolean {
  if (wordAt(tree, prep).lower !== "for") return false;
  const inner = childOf(tree, prep, "pobj");
  const isBeside = childrenOf(tree, verb, "prep", "dobj").length > 1;
  return prep < verb || (isBeside && inner !== undefined && occasions.test(wordAt(tree, inner).lower));
}

const occasions =
  /^(?:birthdays?|anniversar(?:y|ies)|christmas|easter|ramadan|eid|diwali|hanukkah|thanksgiving|holidays?|celebrations?|occasions?|weekends?|summers?|winters?|breakfast|lunch|dinner|brunch|supper|fun|pleasure|exercise)$/;

function isStreetOf(tree: Tree, prep: number, place: number): boolean {
  const before = tree.words[prep - 1];
  if (before?.label !== "pobj" || !/^(?:on|near|opposite|behind|by)$/.test(wordAt(tree, prep).lower)) return false;
  return /^(?:FAC|GPE|LOC|ORG)$/.test(wordAt(tree, place).name) && /^(?:at|in)$/.test(wordAt(tree, before.head).lower);
}

export function isPronoun(tree: Tree, i: number): boolean {
  return /^(?:PRP|DT|WDT|WP|EX)$/.test(wordAt(tree, i).tag);
}

/** A noun that makes one idea with its verb: "takes place". */
export function isLight(tree: Tree, i: number): boolean {
  return /^(?:place|part|care|charge|effect|shape)$/.test(wordAt(tree, i).lower) && childOf(tree, i, "det", "amod") === undefined;
}

/** A verb as a key: in the third person, with what denies or limits it. */
function verbName({ tree, clause }: OpenReading): string {
  const { lemma, lower } = wordAt(tree, clause.verb);
  const never = childrenOf(tree, clause.verb, "neg", "advmod").some((i) => wordAt(tree, i).lower === "never");
  if (never) return clause.perfect ? `never_${lower}` : `never_${thirdPerson(lemma)}`;
  if (clause.ability) return clause.negated ? `cannot_${lemma}` : `can_${lemma}`;
  if (clause.negated) return clause.perfect ? `has_not_${lower}` : `does_not_${lemma}`;
  return clause.progressive ? lower : thirdPerson(lemma);
}

export function thirdPerson(lemma: string): string {
  if (lemma === "have") return "has";
  if (/(?:s|x|z|ch|sh|o)$/.test(lemma)) return `${lemma}es`;
  return /[^aeiou]y$/.test(lemma) ? `${lemma.slice(0, -1)}ies` : `${lemma}s`;
}
