import { relationOf } from "../kinship.ts";
import type { Draft } from "../rule.ts";
import { isSoftware } from "../software.ts";
import { stateOf, draft, drafts, objectOf, possessionPrefix, type OpenReading } from "./draft.ts";
import { verbKey } from "./keys.ts";
import { inOwnWords, isOccasion, isLight } from "./own-words.ts";
import { isSchool } from "./first-days.ts";
import { isDate, nounPhrase, timeOfPreposition } from "./phrase.ts";
import { childOf, childrenOf, conjunctsOf, wordAt } from "./tree.ts";

/** A verb of the table, with the particle and preposition that belong to it. */
export function byTable(reading: OpenReading): Draft[] | undefined {
  const { tree, clause, who } = reading;
  if (clause.ability && !/^(?:speak|play|ride|drive|cook)$/.test(wordAt(tree, clause.verb).lemma)) return undefined;
  const { lemma } = wordAt(tree, clause.verb);
  const particle = childOf(tree, clause.verb, "prt");
  const verb = particle === undefined ? lemma : `${lemma} ${wordAt(tree, particle).lower}`;
  const made = clause.perfect && !clause.progressive && done.test(lemma) && !sinceThen(reading);
  // "had been living in Hull" is past as well.
  const isPast = (made || clause.tense === "past") && !clause.ended;
  const found: Draft[] = [];
  const over = { ...stateOf(clause), ...(/^(?:move|relocate|join|marry)$/.test(lemma) ? { changed: !clause.adds } : {}) };
  const isPerson =
    who.entity.type === "Person" && (who.possession === "" || relationOf(who.possession.split(" ").at(-1) ?? "") !== undefined);
  const ofKind = (key: string) => {
    if (isPerson || !who.typed) return key;
    return key === "residence"
      ? "location"
      : key === "belongs_to" && !/^(?:Organisation|Team|Project|Person)$/.test(who.entity.type)
        ? "owner"
        : key;
  };
  const prefixed = (key: string) => `${possessionPrefix(who)}${ofKind(key)}`;
  for (const prep of prepositionsOf(tree, clause.verb)) {
    const object = childOf(tree, prep, "pobj", "pcomp");
    const spec = verbKey(`${verb}+${wordAt(tree, prep).lower}`);
    if (object !== undefined && lemma === "go" && /^(?:bed|school|work|church|market)$/.test(wordAt(tree, object).lower))
      return inOwnWords(reading);
    if (object === undefined || !spec || isOccasion(tree, prep, clause.verb) || (isDate(tree, prep) && !timely.test(spec.key)))
      continue;
    // "moved the book club to Monday"
    if (/^(?:move|relocate)$/.test(lemma) && objectOf(reading) !== undefined) continue;
    // "run the bakery on Mill Lane" is no "run on".
    if (spec.key === "runs_on" && objectOf(reading) !== undefined) continue;
    // "works best in the mornings"
    if (spec.key === "work_field" && /^(?:morning|afternoon|evening|night|weekend|day)s?$/.test(wordAt(tree, object).lower))
      continue;
    // "works in VS Code on Ubuntu" tells with what.
    if (spec.key === "work_field" && isSoftware(nounPhrase(tree, object).replace(/\son\s.*$/, ""))) {
      const on = childrenOf(tree, object, "prep").find((one) => wordAt(tree, one).lower === "on");
      const system = on === undefined ? undefined : childOf(tree, on, "pobj");
      for (const one of [nounPhrase(tree, object).replace(/\son\s.*$/, ""), system === undefined ? "" : nounPhrase(tree, system)])
        found.push(...draft(prefixed("uses"), one, { ...over, changed: false }));
      continue;
    }
    // "works in Bergen" tells where, "works in marketing" on what.
    if (spec.key === "work_field" && wordAt(tree, object).name === "GPE") {
      found.push(...draft(prefixed("work_location"), nounPhrase(tree, object), { ...over, subjectType: "Person" }));
      continue;
    }
    // "works from home on Fridays": there on those days alone.
    const days = spec.key === "work_location" ? someDays.exec(tree.content.slice(wordAt(tree, object).start))?.[0] : undefined;
    if (days !== undefined) {
      found.push(...draft(prefixed("work_location"), days, over));
      continue;
    }
    // "starts at Zalando as a product manager" works there from then on, as what begins at ten does not.
    const isRole = childrenOf(tree, clause.verb, "prep").some((one) => wordAt(tree, one).lower === "as");
    if (
      spec.key === "starts_at" &&
      isPerson &&
      (clause.tense !== "past" || isRole) &&
      !isDate(tree, prep) &&
      /^NNP/.test(wordAt(tree, object).tag)
    ) {
      const place = nounPhrase(tree, object);
      found.push(...draft(prefixed(isSchool(place) ? "attends" : "employer"), place, { ...over, changed: !clause.adds }));
      continue;
    }
    // "worked hard at tackling".
    if (spec.key === "employer" && /^VB/.test(wordAt(tree, object).tag)) continue;
    // "worked on cruise ships for six years": how long, and for nobody.
    if (spec.key === "employer" && /^(?:DATE|TIME)$/.test(wordAt(tree, object).name)) continue;
    // "moved to GitLab in May" tells what is used.
    if (spec.key === "residence" && isSoftware(nounPhrase(tree, object))) {
      found.push(...draft(prefixed("uses"), nounPhrase(tree, object), over));
      continue;
    }
    // "lives in fear", "saw them live in 2017".
    if (spec.key === "residence" && wordAt(tree, object).tag === "CD") continue;
    if (/^(?:residence|address|location)$/.test(spec.key) && !isPlace(tree, object)) continue;
    // "lives in Lisbon in a flat": one home.
    if (spec.key === "residence" && found.some(({ key }) => key === "residence")) continue;
    // "started as a chef in March": since when, and no key of its own.
    if (timely.test(spec.key) && found.some(({ key }) => key.endsWith("job_title"))) continue;
    const when = timely.test(spec.key) ? timeOfPreposition(tree, prep) : undefined;
    if (when !== undefined) found.push(...draft(prefixed(spec.key), when, over));
    else if (spec.key === "job_title") found.push(...ofJob(reading, object, over, prefixed));
    else
      for (const draftOf of drafts(reading, spec.key, object, spec.object, over))
        found.push(keyed(draftOf, prefixed(spec.key), spec.subject, tree, object));
  }
  const object = objectOf(reading) ?? childOf(tree, clause.verb, "xcomp");
  const spec = verbKey(verb);
  // "drinks no alcohol"
  const isNone = object !== undefined && childrenOf(tree, object, "det").some((i) => wordAt(tree, i).lower === "no");
  if (isNone && spec && !isPast && !clause.negated && !vague.test(wordAt(tree, object).lower))
    found.push(...draft(prefixed(spec.key), `no ${nounPhrase(tree, object)}`, over));
  if (spec && object !== undefined && !isDate(tree, object) && !isLight(tree, object)) {
    for (const draftOf of drafts(reading, spec.key, object, spec.object, over))
      found.push({ ...draftOf, key: prefixed(spec.key), ...(spec.subject === undefined ? {} : { subjectType: spec.subject }) });
  }
  // "needs final numbers by 14 July"
  const by = /^(?:need|require|want|expect)$/.test(lemma)
    ? childrenOf(tree, clause.verb, "prep").find((prep) => /^(?:by|before)$/.test(wordAt(tree, prep).lower))
    : undefined;
  const until = by === undefined ? undefined : timeOfPreposition(tree, by);
  if (found.length > 0 && spec && until !== undefined)
    found.push(...draft(prefixed(`${spec.key}_by`), until, { ...over, time: "none" }));
  // "works night shifts at a paper mill"
  if (lemma === "work" && object !== undefined && found.length > 0 && !isPast)
    found.push(...draft(prefixed("works"), nounPhrase(tree, object), over));
  found.push(...ofEvent(reading, found));
  if (found.length === 0) return undefined;
  if (clause.negated && !clause.ended && !clause.changed) return inOwnWords(reading);
  if (clause.tense === "future") return found;
  // What something cost or weighed is what it costs.
  const isNew = /^(?:start|begin)$/.test(lemma) && found.some(({ key }) => key.endsWith("job_title"));
  if (!isPast || isNew || /^(?:move|relocate|join|marry|found|cost|weigh|measure)$/.test(lemma)) return found;
  // "As a child I lived in Nairobi"
  const states = found.filter(({ key }) => /^(?:residence|employer|job_title)$/.test(key));
  return states.length > 0 ? states.map((one) => ({ ...one, key: `former_${one.key}`, changed: false })) : inOwnWords(reading);
}

/** "is training for the Lisbon marathon on 11 October": when that is. */
function ofEvent({ tree, clause }: OpenReading, found: readonly Draft[]): Draft[] {
  const event = found.find(({ key }) => /^(?:training|preparing|studying|saves)_for$/.test(key))?.value;
  if (event === undefined || clause.negated || clause.ended) return [];
  const preps = childrenOf(tree, clause.verb, "prep");
  const nested = preps.flatMap((prep) => childrenOf(tree, prep, "pobj")).flatMap((object) => childrenOf(tree, object, "prep"));
  const on = [...preps, ...nested].find((prep) => /^(?:on|in|at)$/.test(wordAt(tree, prep).lower) && isDate(tree, prep));
  const when = on === undefined ? undefined : timeOfPreposition(tree, on);
  return when === undefined ? [] : draft("date", when, { subject: { type: "Event", name: event }, time: "none" });
}

const vague = /^(?:idea|problem|sense|time|way|reason|doubt|difference|sign|one|thing|clue|matter)$/;

/** "has made", "have sold" is over; "has led the team since May" is not. */
const done = /^(?:make|build|develop|design|produce|sell|take|eat|drink|read|watch|pay|write|handle|cook|share|cover|keep|follow)$/;

function sinceThen({ tree, clause }: OpenReading): boolean {
  return childrenOf(tree, clause.verb, "prep").some((prep) => /^(?:since|for)$/.test(wordAt(tree, prep).lower));
}

const someDays =
  /^home (?:on (?:(?:, |,? and |,? or )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days)+|(?:one|two|three|four|\d) days? (?:a|per|each) week)/i;

/** Keys whose value is a time. */
const timely = /^(?:starts|ends|opens|closes|leaves|arrives|ships|wakes_up)_|^(?:expires|launches|ends)$/;

/** The prepositions of a verb; of "lives with their partner in Utrecht", "in" too, which the parser hangs on the partner. */
function prepositionsOf(tree: OpenReading["tree"], verb: number): number[] {
  const own = childrenOf(tree, verb, "prep");
  if (!/^(?:live|work|stay|study|train)$/.test(wordAt(tree, verb).lemma)) return own;
  const nested = own
    .filter((prep) => wordAt(tree, prep).lower === "with")
    .flatMap((prep) => childrenOf(tree, prep, "pobj"))
    .flatMap((object) => conjunctsOf(tree, object))
    .flatMap((object) => childrenOf(tree, object, "prep"))
    .filter((prep) => /^(?:in|at)$/.test(wordAt(tree, prep).lower));
  // "works night shifts at a paper mill"
  const shifts = /^work$/.test(wordAt(tree, verb).lemma)
    ? childrenOf(tree, verb, "dobj")
        .filter((object) => /^(?:shifts?|nights?|days|weekends?|hours|evenings?|mornings?)$/.test(wordAt(tree, object).lower))
        .flatMap((object) => childrenOf(tree, object, "prep"))
        .filter((prep) => /^(?:at|for)$/.test(wordAt(tree, prep).lower))
    : [];
  return [...own, ...nested, ...shifts];
}

/** A name, a number of a house, or a place with an article ("the old mill"). */
function isPlace(tree: OpenReading["tree"], i: number): boolean {
  const { tag, text } = wordAt(tree, i);
  return (
    /^NNP/.test(tag) ||
    /\d/.test(text) ||
    childrenOf(tree, i, "det", "nummod", "compound", "poss", "amod").length > 0 ||
    !/\p{Lu}/u.test(tree.content)
  );
}

/** "as a product designer at Fjord in Copenhagen". */
function ofJob({ tree }: OpenReading, role: number, over: Partial<Draft>, prefixed: (key: string) => string): Draft[] {
  const preps = childrenOf(tree, role, "prep").filter((i) => /^(?:at|for|in|with)$/.test(wordAt(tree, i).lower));
  const title = nounPhrase(tree, role).replace(/\s(?:at|for|in|with|from)\s.*$|\son\s(?:the\s\d|\p{Lu}|\d).*$/u, "");
  return [
    ...draft(prefixed("job_title"), title, { ...over, subjectType: "Person" }),
    ...preps.flatMap((prep) => {
      const object = childOf(tree, prep, "pobj");
      if (object === undefined || isDate(tree, prep)) return [];
      const key = wordAt(tree, prep).lower === "in" ? "work_location" : "employer";
      return draft(prefixed(key), nounPhrase(tree, object).replace(/\s(?:in|at)\s.*$/, ""), over);
    }),
  ];
}

function keyed(draftOf: Draft, key: string, subjectType: string | undefined, tree: OpenReading["tree"], object: number): Draft {
  const value = draftOf.value === undefined || draftOf.value !== "" ? draftOf.value : nounPhrase(tree, object, { dates: true });
  return { ...draftOf, key, ...(value === undefined ? {} : { value }), ...(subjectType === undefined ? {} : { subjectType }) };
}
