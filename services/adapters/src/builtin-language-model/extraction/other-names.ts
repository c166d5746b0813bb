/** What else somebody or something is called, where a text says it beside its clauses. */
import { name } from "./introductions.ts";
import { petKind, relationOf } from "./kinship.ts";

/** Whose other name, and what. */
export interface OtherName {
  readonly who: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const often = "(?:also|better|otherwise|formerly|previously|now|usually|mostly|often|more commonly|commonly|simply|just|only)";
const known = String.raw`(?:known|referred to)(?: (?:to|by|in|at|among|around)(?: \p{L}{1,20}){1,4}| \p{L}{1,12})?,? as`;
const acting = "(?:signs|writes|publishes|performs|plays|posts|trades|appears)(?: \\p{Ll}{1,12}){0,2} (?:as|under)";
const somebody = String.raw`(?:\p{L}{1,20} ){1,3}`;
/** Before a name, a nickname with its article too: "which everyone calls the Shed". */
const quote = "[\"\u201c']?(?:the )?[\"\u201c']?";
/** What a verb of its own tells: "goes by", "is known as", "answers to". */
const tells = `(?:(?:is|are|was) (?:${often} )?(?:${known}|called|nicknamed)|(?:\\p{L}{1,10} )?(?:goes|went) by(?: the name(?: of)?)?|${acting}|answers to)`;
const behind = "(?:, ?| ?\\(| [\u2013\u2014-] )";
const patterns = [
  // "Robert Tanner, better known as Bob", "nicknamed", "alias".
  `(?:,? | ?\\()(?:${often} )?(?:${known}|nicknamed|dubbed|a\\.?k\\.?a\\.?|alias)`,
  // "Ana, who goes by Kit", "Elizabeth Hartley, whom everyone calls Liz".
  `(?:,? | ?\\()(?:who|whom|which|that) (?:${tells}|${somebody}calls?)`,
  // "Alejandro, everyone calls him Jandro", "Bartholomew, but he goes by Bart": nobody stands between the name and its pronoun.
  `(?:${behind}(?:(?:but|and|though) )?| (?:but|and|though) )(?:${somebody}calls? (?:him|her|them|it)|(?:he|she|they|it) ${tells})`,
  // "Barnaby, but we say Barney", "Gertrud Maier, but to all of us she is Oma Trudi".
  `(?:,|, ?but| but) (?:we|they|everyone|everybody|people) (?:all |just |only |usually |mostly ){0,2}says?`,
  `(?:,|, ?but| but) (?:to|for|among) (?:\\p{Ll}{1,12} ){1,3}(?:he|she|it)(?: is|['\u2019]s)(?: ${often}| always| still)?`,
  // "Christopher Bell, whose stage name is Kit", "Kit (real name Christopher Bell)".
  `(?:,? | ?\\()(?:whose )?(?:(?:nick|stage|pen|code|real|full|birth|first|maiden|screen) ?name|handle|initials)(?: (?:is|was|are)|:)?`,
];
const besideName = patterns.map((between) => new RegExp(`${name}(?<!\\p{Ll}\\.)${between} ${quote}${name}`, "gu"));
/** "Elizabeth Warren, called Liz, …": an aside; without its commas somebody telephoned. */
const aside = new RegExp(`${name}(?:, (?:${often} )?called(?: as)?) ${quote}${name}(?=[,.;)"\u201d]|$)`, "gu");
/** "Elizabeth (Liz) Warren", "Alexandra Petrova (“Sasha”)", "Data Platform (short: DP)", "Nordic Council (NC)". */
const bracketed = new RegExp(
  `${name}(?: team| group| project| office| department)? \\((?:(short|in short|abbreviated|abbr\\.|aka|a\\.k\\.a\\.|called|known as|or|nickname|nicknamed|formerly|now):? ?)?(["\u201c']?)(\\p{Lu}[\\p{L}\\p{N}.-]{0,30}(?: \\p{Lu}[\\p{L}-]{1,30}){0,2})["\u201d']?\\)`,
  "gu",
);
const forShort = new RegExp(`${name}(?:, | ?\\(|,? or )${name} (?:for short|to (?:his|her|their|my|our|most) friends)`, "gu");
/** "NYC is short for New York City". */
const shortFor = new RegExp(
  `${name} (?:is|was|being)? ?(?:just )?(?:short(?:hand)? for|an? (?:abbreviation|acronym) (?:of|for)|stands for) (?:the )?${name}`,
  "gu",
);
/** "Little Foot and Mireille Caron are the same person", "Ana Holt is the same woman as Ana Sund". */
const same = "(?:one and )?the same(?: (?:person|man|woman|guy|company|firm|place|project|thing|team|animal|dog|cat))?";
const sameAs = [
  new RegExp(`${name} (?:and|&) ${name} are (?:actually |really |in fact )?${same}(?=[,.;!)]|$)`, "gu"),
  new RegExp(`${name} (?:is|was) (?:actually |really |in fact )?${same} as ${name}(?=[,.;!)]|$)`, "gu"),
];
const ofLate =
  "(?:(?:the company|the firm|the project|the team|it|he|she|they) (?:is|are) (?:now )?called|(?:is|are) (?:now )?called|to|as|into)";
const otherwise = [
  // "Katrina Boyd is really written Catriona Boyd".
  new RegExp(
    `${name} (?:is|was|should be) (?:actually |really |in fact |properly |correctly )?(?:written|spelled|spelt) ${quote}${name}`,
    "gu",
  ),
  // "Pinto Software has been renamed to Oriel", "… renamed: the company is called Oriel".
  new RegExp(
    `${name} (?:has been|have been|was|is|got|will be) (?:now )?(?:renamed|rebranded|rechristened)(?:[:,;]| and)?(?: ${ofLate})? ${quote}${name}`,
    "gu",
  ),
  // "Hanne Brekke got married and is called Hanne Solvang now".
  new RegExp(
    `${name} (?:(?:has )?(?:got )?married|got divorced) and (?:is|goes) (?:now )?(?:called|by(?: the name)?) ${quote}${name}`,
    "gu",
  ),
  // "Judith Walker signs everything with her initials, JRW".
  new RegExp(
    `${name}(?: \\p{Ll}[\\p{Ll} ]{0,40})? (?:his|her|their|its) (?:initials|handle|username|nickname|stage name|pen name|code ?name|call ?sign)(?:,|:| is| are) ${quote}(\\p{Lu}[\\p{L}\\p{N}.-]{0,30}(?: \\p{Lu}[\\p{L}\\p{N}.-]{1,30}){0,2})`,
    "gu",
  ),
  // "Bernard Achterberg performs under the name DJ Lumen".
  new RegExp(`${name} (?:\\p{L}{3,12} )(?:\\p{Ll}{1,12} ){0,2}under the (?:\\p{Ll}{1,8} )?name(?: of)? ${quote}${name}`, "gu"),
];
/** "Sulekha Mukherjee, née Banerjee", "Ana Holt (born Ana Sund)". */
const bornAs = new RegExp(`${name}(?:,| \\()? ?(?:n[ée]e|born|formerly|maiden name(?: was)?:?) ${name}(?=[,.;)]|$)`, "gu");
/** Of whom the sentence before told as its first: "The children call him Bob.", "At home he's just Pepe." */
const byPronoun = new RegExp(
  `^(?:(?:But|And|Though|So),? )?(?:${somebody}calls? (?:him|her|them|it)|(?:[Hh]e|[Ss]he|[Tt]hey|[Ii]t)(?: ${tells}|['\u2019]s (?:${often} )?(?:${known}|called|nicknamed))|(?:At|In|To|Among) [^.,!?]{1,40}?,? (?:he|she)(?:['\u2019]s| is) (?:${often}|always))(?: just| simply)? ${quote}${name}(?=[.,;!\u201d"')]|$)`,
  "u",
);
/** As models write memories: "The user introduced herself as Ngozi", "The user prefers to be called Kit". */
const userCalled = new RegExp(
  `\\b(?:[Tt]he user|User)(?:['\u2019]s friends call (?:him|her|them)| (?:introduced|identified) (?:himself|herself|themselves|themself) as| (?:prefers|wants|likes|asked|asks|would like) to be (?:called|known as|addressed as)| (?:${tells})) ${quote}${name}`,
  "gu",
);
/** "User (Ayla) works as …", "The user, Jonas, is training …", "User name: Ayla". */
const userNamed = new RegExp(
  `\\b(?:[Tt]he user|User)(?: \\((?!Admin|Owner|Guest|Premium|Pro\\b|Free|Beta|Test)${name}\\)|, ${name},(?= (?!and |or |with )\\p{Ll})| name(?: is|:) ${name}(?=[,.;]|$))`,
  "gu",
);
const firstSubject = new RegExp(`^(?:(?:My|Our|His|Her|Their|The)(?: \\p{Ll}[\\p{Ll}-]{1,20}){1,3},? )?${name}`, "u");
/** Days, and words that have a capital letter only at the head of a sentence. */
const noName =
  /^(?:The|An?|My|Our|Your|His|Her|Its|Their|This|That|I|We|You|He|She|They|It|But|And|So|User|CEO|CTO|CFO|COO|HR|IT|USA?|UK|EU|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)$/;
const sentenceEnd = /(?<=\p{Ll}{3})(?<!\b(?:Prof|Capt))\.\s/u;
const longestSentence = 400;
const mostSentences = 500;

/** By what else a text says that somebody is known. */
export function otherNamesIn(text: string): OtherName[] {
  const both = [...besideName, aside, forShort, ...sameAs, ...otherwise].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(asTold),
  );
  const turned = [...text.matchAll(shortFor)]
    .flatMap(asTold)
    .map(({ who, value, ...place }) => ({ who: value, value: who, ...place }));
  const born = [...text.matchAll(bornAs)].flatMap(asTold).flatMap(withGivenName);
  const ofUser = [...text.matchAll(userCalled)].map((match) => ({ ...placeOf(match), who: "user", value: trimmed(match[1]) }));
  for (const match of text.matchAll(userNamed))
    ofUser.push({ ...placeOf(match), who: "user", value: trimmed(match[1] ?? match[2] ?? match[3]) });
  const found = [...both, ...ofUser, ...inBrackets(text), ...turned, ...born, ...byPronouns(text)];
  const all = [...new Map(found.map((one) => [`${one.who}\n${one.value}`, one])).values()];
  return all.filter(({ who, value }) => who !== "" && value !== "" && who !== value && !noName.test(who) && !noName.test(value));
}

function asTold(match: RegExpExecArray): OtherName[] {
  // A sentence that ends with a name, and the one that begins with the next.
  const who = trimmed(match[1]?.split(sentenceEnd).at(-1));
  const value = trimmed(match[2]?.split(sentenceEnd)[0]);
  return [{ who, value, ...placeOf(match) }];
}

function placeOf(match: RegExpExecArray): Pick<OtherName, "start" | "end"> {
  return { start: match.index, end: match.index + match[0].length };
}

function trimmed(called = ""): string {
  return called.replace(/^The (?=\p{Lu})/u, "").replace(/\.$/, "");
}

/** A maiden name alone is told with the given name. */
function withGivenName({ who, value, ...place }: OtherName): OtherName[] {
  const [given = "", ...rest] = who.split(" ");
  if (rest.length === 0) return [];
  return [{ who, value: value.includes(" ") ? value : `${given} ${value}`, ...place }];
}

/** What is said to be a name, is quoted, or is made of the first letters; else brackets hold a place or a role more often. */
function inBrackets(text: string): OtherName[] {
  return [...text.matchAll(bracketed)].flatMap((match) => {
    const [whole, who = "", said, quote, value = ""] = match;
    if (said === undefined && quote === "" && firstLetters(who) !== value.toUpperCase()) return [];
    return [
      { who: trimmed(who.split(sentenceEnd).at(-1)), value: trimmed(value), start: match.index, end: match.index + whole.length },
    ];
  });
}

function firstLetters(who: string): string {
  return who
    .split(/[\s-]+/)
    .filter((word) => /^\p{Lu}/u.test(word))
    .map((word) => word.slice(0, 1))
    .join("");
}

/** A pronoun means the one of whom the sentence before speaks, where it names nobody else that it may mean. */
function byPronouns(text: string): OtherName[] {
  const found: OtherName[] = [];
  let before = "";
  for (const { 0: sentence, index } of [...text.matchAll(/[^.!?\n]+(?:\.(?=\p{L})[^.!?\n]*)*[.!?]?/gu)].slice(0, mostSentences)) {
    const plain = sentence.trimStart();
    const called = plain.length > longestSentence ? undefined : trimmed(byPronoun.exec(plain)?.[1]);
    const who = firstSubject.exec(before);
    const others = before
      .slice(who?.[0].length ?? 0)
      .toLowerCase()
      .split(/[^\p{L}-]+/u);
    if (called && who?.[1] && !others.some((word) => relationOf(word) !== undefined || petKind(word) !== undefined))
      found.push({ who: trimmed(who[1]), value: called, start: index, end: index + sentence.length });
    before = plain.length > longestSentence ? "" : plain;
  }
  return found;
}
