import { explicit, normal, type Draft } from "../rule.ts";
import type { Speakers } from "../subject.ts";
import { isOrder } from "./order.ts";
import { ofKind } from "./copula.ts";
import { asRole } from "./as-role.ts";
import { workplaceOf } from "./beside-clauses.ts";
import { draft, possessionKey, type OpenReading } from "./draft.ts";
import { isDate, nounPhrase } from "./phrase.ts";
import { childOf, childrenOf, conjunctsOf, textBetween, wordAt, type Tree } from "./tree.ts";
import { isBreed, petKind, relationOf } from "../kinship.ts";
import { isOccupation } from "../complement.ts";
import { firstDayAt } from "./first-days.ts";
import { ageBehind, kindOf, namesByClause, properName, roles } from "./names.ts";
import { isUser, plainly } from "./pronouns.ts";
import { membersOf, whoIs } from "./who.ts";

/** What noun phrases say by themselves, wherever they stand: "our CEO, Dana White", "Kai, 41,", "Kestrel, a logging library". */
export function asidesOf(
  tree: Tree,
  speakers: Speakers,
): { readonly at: number; readonly reading: Pick<OpenReading, "who">; readonly drafts: Draft[] }[] {
  if (isOrder(tree)) return [];
  return tree.words.flatMap((word, i) => {
    if (!/^NN|^JJS?$/.test(word.tag)) return [];
    const named = namedThing(tree, i, speakers);
    if (named) return [named];
    const role = asRole(tree, i, speakers);
    if (role) return [{ at: i, reading: { who: role.who }, drafts: role.drafts }];
    const begun = firstDayAt(tree, i, speakers);
    if (begun) return [{ at: i, reading: { who: begun.who }, drafts: begun.drafts }];
    const workplace = workplaceOf(tree, i, speakers);
    if (workplace) return [{ at: i, reading: { who: workplace.who }, drafts: workplace.drafts }];
    const appositions = childrenOf(tree, i, "appos");
    const behind = fromBehind(tree, i);
    const age = ageBehind(tree, i) ?? appositions.map((child) => ageBehind(tree, child)).find((one) => one !== undefined);
    // "my wife Imke's birthday": whose she is hangs on the noun before the name.
    const isOwned = childrenOf(tree, i, "compound").some((noun) => childOf(tree, noun, "poss") !== undefined);
    const firm = firmOf(tree, i);
    if (
      age === undefined &&
      childrenOf(tree, i, "appos", "poss", "prep").length === 0 &&
      behind === undefined &&
      !isOwned &&
      firm === undefined
    )
      return [];
    const members = membersOf(tree, i, speakers);
    const [member] = members;
    if (member) return [{ at: i, reading: { who: member }, drafts: members.flatMap(({ asides }) => asides) }];
    const who = whoIs(tree, i, speakers);
    if (!who) return [];
    const isPerson = who.entity.type === "Person" && who.possession === "";
    const drafts = [
      ...who.asides,
      ...(age === undefined || !isPerson ? [] : draft("age", age, { confidence: normal, time: "none" })),
    ];
    const from = behind ?? childrenOf(tree, i, "prep").find((prep) => wordAt(tree, prep).lower === "from" && !isDate(tree, prep));
    const place = from === undefined ? undefined : childOf(tree, from, "pobj");
    const isRoute = word.label === "dobj" && childOf(tree, i, "det") !== undefined;
    if (place !== undefined && !isRoute && who.entity.type === "Person" && who.possession === "" && properName(tree, i))
      drafts.push(...draft("from", nounPhrase(tree, place), { time: "none", confidence: normal }));
    if (firm !== undefined && isPerson && properName(tree, i))
      drafts.push(...draft("employer", firm, { time: "none", confidence: normal }));
    const isThing = who.possession === "" && who.entity.type !== "Person" && !properName(tree, i);
    if (isThing) drafts.push(...appositions.flatMap((child) => ofIndefinite(tree, child)));
    if (properName(tree, i) || isUser(tree, i))
      drafts.push(...appositions.flatMap((child) => ofApposition(tree, who, child, speakers)));
    return drafts.length === 0 ? [] : [{ at: i, reading: { who }, drafts }];
  });
}

const talking = /^(?:speak|talk|chat|email|write|call|phone|ring|meet|message)$/;

/** "Met Sione Tupou of IronTide Gyms", "Spoke to Halvard at Fjellbrygg": for whom somebody speaks. */
function firmOf(tree: Tree, i: number): string | undefined {
  const { tag, label } = wordAt(tree, i);
  const prep = i + 1;
  if (tag !== "NNP" || !/^(?:[pd]obj|nsubj|nsubjpass|attr)$/.test(label) || tree.words[prep]?.label !== "prep") return undefined;
  const { lower, head } = wordAt(tree, prep);
  const firm = childOf(tree, prep, "pobj");
  // "Dr Lindqvist at the Northgate surgery"
  const isNamed =
    firm !== undefined &&
    (/^NNP/.test(wordAt(tree, firm).tag) ||
      (label === "attr" && childrenOf(tree, firm, "compound").some((one) => /^NNP/.test(wordAt(tree, one).tag))));
  if (firm === undefined || !isNamed || isDate(tree, prep)) return undefined;
  const { name } = wordAt(tree, firm);
  const isOf = lower === "of" && head === i && label !== "attr" && name !== "GPE" && name !== "LOC" && name !== "PERSON";
  // One meets somebody at a station as well: only who is spoken to is at a firm.
  const isAt = lower === "at" && name !== "GPE" && name !== "FAC" && (label === "attr" || (label === "pobj" && talksTo(tree, i)));
  return isOf || isAt ? (/^NNP/.test(wordAt(tree, firm).tag) ? properName(tree, firm)?.name : nounPhrase(tree, firm)) : undefined;
}

/** "Spoke to", "a call with". */
function talksTo(tree: Tree, i: number): boolean {
  const prep = wordAt(tree, i).head;
  const { lower, head } = wordAt(tree, prep);
  const { lemma } = wordAt(tree, head);
  return /^(?:to|with)$/.test(lower) && (talking.test(lemma) || /^(?:call|chat|talk|meeting|conversation|interview)$/.test(lemma));
}

/** "Mrs. Okafor from number 14 keeps": the parser hangs it on the verb. */
function fromBehind(tree: Tree, i: number): number | undefined {
  const { head, label } = wordAt(tree, i);
  const next = tree.words[i + 1];
  return /^nsubj/.test(label) && head > i + 1 && next?.lower === "from" && next.head === head ? i + 1 : undefined;
}

/** "a library called Sparrow": what it is that has the name. */
function namedThing(
  tree: Tree,
  i: number,
  speakers: Speakers,
): { at: number; reading: Pick<OpenReading, "who">; drafts: Draft[] } | undefined {
  const noun = wordAt(tree, i).lower;
  // "A 1972 evaluation called Bush …" is a clause that the parser takes for a name's.
  if (!tree.words.some((word, at) => word.head === at && /^(?:VB|MD)/.test(word.tag))) return undefined;
  const [name] = (petKind(noun) && !isBreed(noun)) || relationOf(noun) || speakers.self === "" ? [] : namesByClause(tree, i);
  if (name === undefined || !/^\p{Lu}/u.test(name)) return undefined;
  const places = placeOf(tree, i);
  const whole = nounPhrase(tree, i).replace(/\s(?:called|named|nicknamed)\s.*$/, "");
  const thing = places.length > 0 ? whole.replace(/\s(?:in|at|on|near)\s.*$/, "") : whole;
  return {
    at: i,
    reading: {
      who: plainly({
        type:
          kindOf(noun) ??
          (roles.test(noun) || isOccupation(noun) || /^(?:boy|girl|baby|man|woman|lady|guy)$/.test(noun) ? "Person" : "Thing"),
        name,
      }),
    },
    drafts: [...draft("is_a", thing, { time: "none", confidence: normal }), ...places],
  };
}

/** "a restaurant called Da Rosa in Bergamo". */
function placeOf(tree: Tree, i: number): Draft[] {
  return [i, ...childrenOf(tree, i, "acl")].flatMap((at) =>
    childrenOf(tree, at, "prep").flatMap((prep) => {
      const place = childOf(tree, prep, "pobj");
      if (place === undefined || !/^(?:in|at|on|near)$/.test(wordAt(tree, prep).lower)) return [];
      return /^NNP/.test(wordAt(tree, place).tag) && !isDate(tree, prep)
        ? draft("location", nounPhrase(tree, place), { time: "none", confidence: normal })
        : [];
    }),
  );
}

/** "The home server, a fanless NUC," */
function ofIndefinite(tree: Tree, child: number): Draft[] {
  const article = childOf(tree, child, "det");
  const isKind = article !== undefined && /^an?$/.test(wordAt(tree, article).lower) && /^NN/.test(wordAt(tree, child).tag);
  // "The car, a grey Skoda Fabia,": the parser takes the colour for the noun.
  const model = childrenOf(tree, child, "appos").find((i) => /^NNP/.test(wordAt(tree, i).tag));
  if (isKind && model !== undefined && !tree.words.slice(child, model).some(({ text }) => text === ","))
    return draft("is_a", textBetween(tree, child, model + 1), { time: "none", confidence: normal });
  return isKind && childOf(tree, child, "conj", "cc") === undefined
    ? draft("is_a", nounPhrase(tree, child), { time: "none", confidence: normal })
    : [];
}

function ofApposition(tree: Tree, who: NonNullable<ReturnType<typeof whoIs>>, child: number, speakers: Speakers): Draft[] {
  const word = wordAt(tree, child);
  // "could be Parvovirus, a foreign body, or …" is a list.
  if (childOf(tree, child, "conj", "cc") !== undefined) return [];
  const isKin = word.tag === "JJS" && relationOf(word.lower) !== undefined;
  if ((!/^NN/.test(word.tag) && !isKin) || nounPhrase(tree, child).toLowerCase().includes(who.entity.name.toLowerCase())) return [];
  const other = whoIs(tree, child, speakers);
  if (other && other.possession !== "") {
    // "Leo and Mia, our twins": of both.
    let first = word.head;
    while (word.tag === "NNS" && wordAt(tree, first).label === "conj") first = wordAt(tree, first).head;
    const all = first === word.head ? [who] : conjunctsOf(tree, first).flatMap((i) => whoIs(tree, i, speakers) ?? []);
    const isOffice = other.entity.type === "Organisation" && (roles.test(other.possession) || isOccupation(other.possession));
    return all
      .filter(({ possession }) => possession === "")
      .flatMap(({ entity }): Draft[] => [
        { subject: other.entity, key: possessionKey(other), target: entity, confidence: explicit, time: "none" },
        // "Anneke Vos, the operations director at Delfthaven"
        ...(isOffice
          ? [
              ...draft("job_title", other.possession, { subject: entity, time: "none" }),
              ...draft("employer", other.entity.name, { subject: entity, time: "none" }),
            ]
          : []),
      ]);
  }
  const article = childOf(tree, child, "det");
  if (article === undefined || !/^(?:an?|the)$/.test(wordAt(tree, article).lower)) return [];
  // "Heron, the web team": of "the" only what says a kind or an office.
  const isThe = wordAt(tree, article).lower === "the";
  if (isThe && !(kindOf(word.lower) ?? (roles.test(word.lower) || isOccupation(word.lower) || undefined))) return [];
  return ofKind({ tree, who, speakers } as OpenReading, child, { confidence: normal, time: "none" });
}
