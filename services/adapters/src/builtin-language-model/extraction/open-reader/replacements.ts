import { isOccupation } from "../complement.ts";
import type { Draft } from "../rule.ts";
import { isSoftware } from "../software.ts";
import { phraseBehind, placeBehind } from "./behind.ts";
import { draft, objectOf, possessionKey, targetOf, type OpenReading } from "./draft.ts";
import { instead, over } from "./endings.ts";
import { isPronoun } from "./own-words.ts";
import { isDate, nounPhrase } from "./phrase.ts";
import { childOf, childrenOf, wordAt } from "./tree.ts";
import { namesByClause, properName, roles } from "./names.ts";
import { whoIs } from "./who.ts";

/** One thing in the place of another: "switched from Jira to Linear", "swapped my Golf for a Tesla", "took over from Tom as lead". */
export function replacements(reading: OpenReading): Draft[] {
  const { tree, clause } = reading;
  if (clause.negated || clause.tense === "future" || clause.adds) return [];
  const { lemma } = wordAt(tree, clause.verb);
  if (/^(?:switch|migrate|change|upgrade|move|convert|transition|go|downgrade|transfer)$/.test(lemma))
    return ofSwitch(reading, lemma);
  if (/^(?:swap|trade|exchange|replace)$/.test(lemma)) return ofSwap(reading, lemma);
  return lemma === "take" ? ofSuccession(reading) : [];
}

function ofSwitch(reading: OpenReading, lemma: string): Draft[] {
  const { tree, clause, who } = reading;
  const from = placeBehind(tree, clause.verb, ["from"]);
  const to = placeBehind(tree, clause.verb, ["to", "onto"]);
  const object = objectOf(reading);
  const patient =
    object === undefined || !/^(?:switch|move|change)$/.test(lemma) ? undefined : whoIs(tree, object, reading.speakers);
  // "The doctor switched Peter from metformin to Ozempic": Peter takes it.
  if (
    patient?.entity.type === "Person" &&
    to !== undefined &&
    isThing(reading, to) &&
    /\b(?:doctor|gp|dr|cardiologist|specialist|physician|psychiatrist|neurologist|consultant|vet)\b/i.test(
      `${who.possession} ${who.entity.name}`,
    )
  ) {
    const prefix = patient.possession === "" ? "" : `${patient.possession.replace(/[^\p{L}\p{N}]+/gu, "_")}_`;
    const beside = { subject: patient.entity };
    const value = nounPhrase(tree, to);
    if (from === undefined) return draft(`${prefix}takes`, value, { changed: true, ...beside });
    return instead(`${prefix}takes`, nounPhrase(tree, from).replace(/\sto\s.*$/, ""), value).map((one) => ({ ...one, ...beside }));
  }
  // "changed banks": of whatever kind of thing it names.
  if (
    lemma === "change" &&
    object !== undefined &&
    wordAt(tree, object).tag === "NNS" &&
    childOf(tree, object, "det", "poss") === undefined
  )
    return clause.tense === "past" || clause.perfect ? over(wordAt(tree, object).lemma, "") : [];
  if (to === undefined || isDate(tree, to) || isFigure(reading, to) || !isThing(reading, to)) return [];
  // Who moves from one place to another has moved house, and who goes somewhere goes there.
  const joinsTeam = /^(?:move|transfer)$/.test(lemma) && (teams.test(wordAt(tree, to).lower) || lemma === "transfer");
  if (!joinsTeam && /^(?:move|go|change|convert|transition)$/.test(lemma) && (from === undefined || isPlaceName(reading, to)))
    return [];
  // "moved from Leeds to a house in York"
  if (lemma === "move" && who.entity.type === "Person" && who.possession === "" && dwellings.test(wordAt(tree, to).lower))
    return [];
  const isPersons = who.entity.type === "Person" && object === undefined && isCapital(reading, from) && isCapital(reading, to);
  if (/^(?:move|go)$/.test(lemma) && isPersons && ![from, to].some((i) => i !== undefined && isSoftware(nounPhrase(tree, i))))
    return [];
  // "Iris transferred to product marketing", "moved to the sales team"
  const isTeam = teams.test(wordAt(tree, to).lower) || (lemma === "transfer" && !/^(?:GPE|LOC|FAC)$/.test(wordAt(tree, to).name));
  if (object === undefined && isTeam && who.entity.type === "Person" && who.possession === "")
    return draft("team", nounPhrase(tree, to), { changed: true });
  // "has been transferred to Hamburg"
  if (
    lemma === "transfer" &&
    object === undefined &&
    isPlaceName(reading, to) &&
    who.entity.type === "Person" &&
    who.possession === ""
  )
    return draft("work_location", nounPhrase(tree, to), { changed: true });
  // "has moved from the cellar to the barn"
  if (lemma === "move" && object === undefined && from !== undefined && childrenOf(tree, from, "det", "poss").length > 0)
    return instead(
      "location",
      nounPhrase(tree, from).replace(/\sto\s.*$/, ""),
      nounPhrase(tree, to, { owner: true }).split(",")[0] ?? "",
    );
  const isMove = lemma === "move" && object === undefined && who.entity.type !== "Person" && who.possession === "";
  const key = isMove ? "location" : object !== undefined || who.possession === "" ? "uses" : possessionKey(who);
  const value = nounPhrase(tree, to);
  if (from !== undefined && isThing(reading, from)) return instead(key, nounPhrase(tree, from).replace(/\sto\s.*$/, ""), value);
  return draft(key, value, { changed: true });
}

const dwellings =
  /^(?:house|flat|apartment|cottage|bungalow|studio|loft|farm|farmhouse|villa|terrace|townhouse|maisonette|home|place|houseboat|cabin|condo|duplex|town|city|village|suburb)$/;

const teams = /^(?:team|department|division|unit|squad|crew|desk|group)$/;

function isThing({ tree }: OpenReading, i: number): boolean {
  return properName(tree, i) !== undefined || /^NN/.test(wordAt(tree, i).tag) || /^\p{Lu}/u.test(wordAt(tree, i).text);
}

function isCapital({ tree }: OpenReading, i: number | undefined): boolean {
  return i !== undefined && /^\p{Lu}/u.test(wordAt(tree, i).text);
}

function isFigure({ tree }: OpenReading, i: number): boolean {
  return wordAt(tree, i).tag === "CD" || childOf(tree, i, "nummod") !== undefined || /^[\d$€£]/.test(wordAt(tree, i).text);
}

function isPlaceName({ tree }: OpenReading, i: number): boolean {
  return /^(?:GPE|LOC|FAC)$/.test(wordAt(tree, i).name);
}

/** "swapped A for B", "replaced A with B", "traded in A for B". */
function ofSwap(reading: OpenReading, lemma: string): Draft[] {
  const { tree, clause, who } = reading;
  if (clause.passive && wordAt(tree, clause.verb).tag === "VBN") return [];
  const patterns = lemma === "trade" ? [["trade", "in"], ["trade"]] : [[lemma, "out"], [lemma]];
  const object = patterns.map((pattern) => phraseBehind(tree, clause.verb, pattern)?.object).find((found) => found !== undefined);
  if (object === undefined) return [];
  const by = placeBehind(tree, clause.verb, lemma === "replace" ? ["by", "with"] : ["for", "against"]);
  if (by === undefined || !isThing(reading, by) || isDate(tree, by)) return ofSuccessor(reading, object);
  const isOwn = childrenOf(tree, object, "poss").some((i) => wordAt(tree, i).tag === "PRP$");
  const isPersons = who.entity.type === "Person" && (isOwn || lemma !== "replace");
  // "swapped the app for a teacher called Inês"
  const head = wordAt(tree, by).lower;
  if (roles.test(head) || isOccupation(head)) {
    const [name] = namesByClause(tree, by);
    const what = nounPhrase(tree, by).replace(/\s(?:called|named)\s.*$/, "");
    return [
      ...over("uses", nounPhrase(tree, object).replace(/\s(?:with|by|for)\s.*$/, "")),
      ...(name === undefined ? draft("has", what, { changed: true }) : draft(head, name, { changed: true })),
    ];
  }
  return instead(isPersons ? "owns" : "uses", nounPhrase(tree, object).replace(/\s(?:with|by|for)\s.*$/, ""), nounPhrase(tree, by));
}

/** "Amara replaced Ben as tech lead." */
function ofSuccessor(reading: OpenReading, object: number): Draft[] {
  const role = placeBehind(reading.tree, object, ["as"]);
  const before = targetOf(reading, object, "Person");
  if (role === undefined || !before) return [];
  return inRole(reading, nounPhrase(reading.tree, role), before);
}

function inRole({ who }: OpenReading, title: string, before: Draft["subject"]): Draft[] {
  if (who.possession !== "") return [];
  return [
    ...draft("job_title", title, { changed: true, subjectType: "Person" }),
    ...(before ? over("job_title", title, { subject: before }) : []),
  ];
}

/** "Dana took over from Tom as lead." */
function ofSuccession(reading: OpenReading): Draft[] {
  const { tree, clause } = reading;
  // "takes her place as CTO"
  const object = objectOf(reading);
  const isPlace = object !== undefined && wordAt(tree, object).lower === "place" && childOf(tree, object, "poss") !== undefined;
  const next = wordAt(tree, Math.min(clause.verb + 1, tree.words.length - 1)).lower;
  if (next !== "over" && !isPlace) return [];
  const from = placeBehind(tree, clause.verb, ["from"]);
  const role = placeBehind(tree, clause.verb, ["as"]);
  if (role === undefined || clause.tense === "future") return [];
  const before = from === undefined ? undefined : targetOf(reading, from, "Person");
  return inRole(reading, nounPhrase(tree, role).replace(/\sfrom\s.*$/, ""), before);
}

/** "starts on 15 September, replacing Lucille". */
export function replacing({ tree, clause }: OpenReading): Draft[] {
  const verb = childrenOf(tree, clause.verb, "advcl").find((i) => wordAt(tree, i).lower === "replacing");
  const object = verb === undefined ? undefined : childOf(tree, verb, "dobj");
  return object === undefined || clause.negated || isPronoun(tree, object)
    ? []
    : draft("replaces", nounPhrase(tree, object), { time: "none" });
}
