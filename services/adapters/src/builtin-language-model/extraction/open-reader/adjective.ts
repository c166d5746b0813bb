import { explicit, type Draft } from "../rule.ts";
import { draft, objectsOf, possessionKey, possessionPrefix, stateOf, targetOf, type OpenReading } from "./draft.ts";
import { isDate, nounPhrase, timeOfPreposition, timeText, trimmed, verbPhrase } from "./phrase.ts";
import { diets, statusKey, traitKey, unions } from "./states.ts";
import { childOf, childrenOf, runOf, textBetween, wordAt, type Tree } from "./tree.ts";

const adjectiveKeys: Readonly<Record<string, string>> = {
  "allergic to": "allergy",
  "intolerant to": "allergy",
  "fluent in": "speaks",
  "afraid of": "fears",
  "scared of": "fears",
  "interested in": "interested_in",
  "fond of": "likes",
  "mad about": "likes",
  "crazy about": "likes",
  "nuts about": "likes",
  "passionate about": "likes",
  "obsessed with": "likes",
  "good at": "good_at",
  "keen on": "likes",
  "responsible for": "responsible_for",
  "dependent on": "depends_on",
  "available on": "availability",
  "available from": "availability",
};

export function ofAdjective(reading: OpenReading, adjective: number): Draft[] {
  const { tree, clause, who } = reading;
  const word = wordAt(tree, adjective);
  const over = stateOf(clause);
  const years = childOf(tree, adjective, "npadvmod");
  if (word.lower === "old" && years !== undefined) {
    const number = childOf(tree, years, "nummod");
    // "nine weeks old" is no nine.
    const age = /^years?$/.test(wordAt(tree, years).lower) ? number : years;
    return draft(`${possessionPrefix(who)}age`, number === undefined || age === undefined ? "" : ageOf(tree, number, age), over);
  }
  // The tagger takes "to shellfish" for a verb.
  const mistaken = /^(?:allergic|intolerant)$/.test(word.lower) ? childOf(tree, adjective, "xcomp") : undefined;
  if (mistaken !== undefined) return draft(`${possessionPrefix(who)}allergy`, verbPhrase(tree, mistaken), over);
  // "lactose intolerant", "gluten-intolerant"
  const food = /^(?:intolerant|allergic)$/.test(word.lower)
    ? childrenOf(tree, adjective, "amod", "npadvmod", "compound", "nmod", "advmod").find((i) =>
        /^(?:NN|JJ)/.test(wordAt(tree, i).tag),
      )
    : undefined;
  if (food !== undefined) return draft(`${possessionPrefix(who)}allergy`, wordAt(tree, food).text, over);
  const dated = ofTime(reading, adjective);
  if (dated.length > 0) return dated;
  const found: Draft[] = [];
  for (const prep of childrenOf(tree, adjective, "prep")) {
    if (isDate(tree, prep)) continue;
    const object = childOf(tree, prep, "pobj", "pcomp", "amod");
    if (object === undefined) continue;
    const pair = `${word.lower} ${wordAt(tree, prep).lower}`;
    const union = Object.hasOwn(unions, word.lower) ? unions[word.lower] : undefined;
    const key = union ?? (Object.hasOwn(adjectiveKeys, pair) ? adjectiveKeys[pair] : undefined) ?? pair.replace(/[^\p{L}]+/gu, "_");
    for (const one of objectsOf(tree, object)) {
      const target = union === undefined ? undefined : targetOf(reading, one, "Person");
      if (target) found.push({ key, target, confidence: explicit, ...over });
      else found.push(...draft(key, /^VB/.test(wordAt(tree, one).tag) ? verbPhrase(tree, one) : nounPhrase(tree, one), over));
    }
  }
  if (found.length > 0 && who.possession === "") return found;
  const isHalf = tree.words[adjective - 1]?.tag === "HYPH";
  if (conditions.test(word.lower) && !isHalf && (who.entity.type === "Person" || who.entity.type === "Animal"))
    return [
      ...besideCondition(reading, adjective, over),
      ...draft(`${possessionPrefix(who)}health_condition`, conditionText(tree, adjective), over),
    ];
  if (diets.test(word.text) && who.possession === "") return draft("diet", word.text, over);
  if (Object.hasOwn(unions, word.lower)) return draft("relationship_status", word.text, over);
  const { from, to } = runOf(
    tree,
    adjective,
    (child) =>
      (/^(?:conj|cc|advcl|punct|ccomp|relcl)$/.test(wordAt(tree, child).label) && wordAt(tree, child).tag !== "HYPH") ||
      isDate(tree, child),
  );
  const text = trimmed(tree, from, to, adjective);
  // "left-handed and colour-blind": the parser hangs the first on the second.
  const others = childrenOf(tree, adjective, "amod").filter((i) => childOf(tree, i, "cc") !== undefined && i < adjective);
  if (others.length > 0 && who.entity.type === "Person") {
    const [one = adjective] = others;
    const and = childrenOf(tree, one, "cc").at(-1) ?? one;
    return [
      ...draft(traitKey(reading), trimmed(tree, Math.min(one, ...childrenOf(tree, one)), and, one), over),
      ...draft(traitKey(reading), trimmed(tree, and + 1, to, adjective), over),
    ];
  }
  if (
    who.possession === "" &&
    who.entity.type === "Person" &&
    (moods.test(word.lower) ||
      childrenOf(tree, adjective, "advmod").some((i) =>
        /^(?:so|very|really|pretty|quite|too|super|slightly|extremely|a|bit|fairly|rather|totally|completely)$/.test(
          wordAt(tree, i).lower,
        ),
      ))
  )
    return [];
  // "My blood type is O negative", "the password is swordfish42": a value, and no state.
  if (/[\p{Lu}\p{N}]/u.test(text)) return draft(who.possession === "" ? "is" : possessionKey(who), text, over);
  if (who.possession !== "" && ofChoice.test(who.possession)) return draft(possessionKey(who), text, over);
  return draft(/-/.test(text) ? traitKey(reading) : statusKey(reading), text, over);
}

/** "My favourite colour is green": what it is, and no state of it. */
const ofChoice = /^favou?rite\b|\b(?:colou?r|shade|flavou?r|size|language|style|format|theme)$/;

/** The number alone of years, with its unit of others. */
function ageOf(tree: Tree, number: number, last: number): string {
  return number === last ? wordAt(tree, number).text : textBetween(tree, number, last + 1);
}

const conditions =
  /^(?:diabetic|asthmatic|epileptic|an?aemic|anemic|coeliac|celiac|dyslexic|autistic|deaf|blind|bipolar|arthritic|hypertensive|immunocompromised|bedridden|paraplegic|h(?:a)?emophiliac|colour-blind|color-blind|short-sighted|long-sighted|pregnant)$/;

/** "colour blind" is another thing than blind. */
function conditionText(tree: Tree, adjective: number): string {
  const before = tree.words[adjective - 1];
  return /^colou?r$/.test(before?.lower ?? "") ? textBetween(tree, adjective - 1, adjective + 1) : wordAt(tree, adjective).text;
}

/** "left-handed and colour blind": the parser hangs the first on the second. */
function besideCondition(reading: OpenReading, adjective: number, over: Partial<Draft>): Draft[] {
  const { tree } = reading;
  return childrenOf(tree, adjective, "amod", "advmod", "dep")
    .filter((one) => one < adjective && /^JJ|^VBN/.test(wordAt(tree, one).tag) && childOf(tree, one, "cc") !== undefined)
    .flatMap((one) => draft(traitKey(reading), textBetween(tree, Math.min(one, ...childrenOf(tree, one)), one + 1), over));
}

const timely = /^(?:due|payable|valid|open|closed|available|free|off|effective|in)$/;

/** "is due on 30 September", "isn't open on Sundays", "is valid until March". */
function ofTime({ tree, clause, who }: OpenReading, adjective: number): Draft[] {
  const { lower } = wordAt(tree, adjective);
  if (!timely.test(lower)) return [];
  const prefix = possessionPrefix(who);
  const over = { ...stateOf(clause), time: "none" as const };
  const day = childrenOf(tree, adjective, "npadvmod").find((i) => isDate(tree, i));
  if (day !== undefined) return draft(`${prefix}${lower}`, timeText(tree, day), over);
  return [...childrenOf(tree, adjective, "prep"), ...childrenOf(tree, clause.verb, "prep")].flatMap((prep) => {
    const preposition = wordAt(tree, prep).lower;
    const till = childOf(tree, prep, "pobj");
    const hour =
      /^(?:till|until|at|from)$/.test(preposition) && till !== undefined && wordAt(tree, till).tag === "CD" ? till : undefined;
    if (hour !== undefined && timeOfPreposition(tree, prep) === undefined)
      return draft(`${prefix}${lower}_${preposition}`, nounPhrase(tree, hour, { dates: true }), over);
    const when = /^(?:on|by|from|until|till|at|between|in|before|to)$/.test(preposition)
      ? timeOfPreposition(tree, prep)
      : undefined;
    return when === undefined ? [] : draft(`${prefix}${lower === "due" ? lower : `${lower}_${preposition}`}`, when, over);
  });
}

/** How somebody feels at the moment, or is about to do: nothing to keep. */
const moods =
  /^(?:mad|concerned|pleased|impressed|satisfied|hurt|convinced|happy|sad|fine|ok|okay|good|great|well|better|bad|tired|exhausted|excited|busy|glad|sorry|sure|ready|done|hungry|thirsty|sick|ill|worried|nervous|angry|upset|proud|grateful|thankful|curious|bored|stressed|confused|surprised|shocked|scared|lucky|right|wrong|nice|amazing|awesome|able|aware|certain|late|early|here|there|free|serious|honest|careful|lonely|relieved|thrilled|delighted|disappointed|frustrated|jealous|embarrassed|kind|funny|cute|cool|true|welcome|interested)$/;
