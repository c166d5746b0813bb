import { petKind, relationOf } from "./kinship.ts";
import { isOccupation } from "./complement.ts";
import { withoutCleft } from "./clefts-mended.ts";
import { withGappedOne, withListOfObjects, withVerbInList } from "./lists-mended.ts";
import { withFirms, withGivenNames, withNamesBeside, withPeople } from "./names-mended.ts";
import { withWholePhrases } from "./phrases-mended.ts";
import { withPrepositionsOfVerb } from "./prepositions-mended.ts";
import { withSubjects } from "./subjects-mended.ts";
import type { Token } from "./tokens.ts";

/** A parse with what the small parser and the name finder are known to get wrong about times, and about names behind nouns. */
export function mended(parsed: readonly Token[], isWord: (lower: string) => boolean): Token[] {
  const dated = withSubjects(
    withoutCleft(
      withRates(
        withoutFalseTimes(withWholePhrases(withGivenNames(withPeople(withFirms(withNamesBeside(parsed)), isWord), isWord))),
      ),
    ),
  );
  const shortened = withShortHave(withEldest(dated.map((token, i) => withShortBe(dated, token, i))));
  const tokens = withNamesInBrackets(
    withObjectBehind(
      withRowOfVerbs(
        withOwnSubject(
          withWholeList(
            withFirstOfList(
              behindTime(
                withWholeNames(withPrepositionsOfVerb(withListOfObjects(withVerbInList(withGappedOne(withKinOwner(shortened)))))),
              ),
            ),
          ),
        ),
      ),
    ),
  );
  const named = tokens.map((token, i) => withTime(tokens, token, i));
  return named.map((token, i) => {
    const noun = nounBeforeName(named, token, i) ?? nounBeforeList(named, token, i);
    if (noun !== undefined) return { ...token, head: noun, label: "appos" };
    // "runs every night": no object.
    if (token.label === "dobj" && /^(?:DATE|TIME)$/.test(token.name) && isEach(named, i)) return { ...token, label: "npadvmod" };
    const head = verbBehindTime(named, token, i);
    return head === undefined ? token : { ...token, head };
  });
}

const timeWord =
  /\d|^(?:an?|the|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|first|second|third|early|mid|late|later|last|next|this|past|coming|today|tomorrow|yesterday|tonight|now|noon|midnight|midday|dawn|dusk|christmas|easter|ramadan|eid|diwali|hanukkah|passover|lent|pentecost|thanksgiving|halloween|new|ash|good|epiphany|advent|yule|day|eve|birthday|daily|weekly|monthly|yearly|annually|nightly|hourly|o'clock|am|pm|a\.m\.|p\.m\.|minutes?|seconds?|decades?|century|centuries|ago|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thurs?|fri|sat|sun)\.?$|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/;

/** The name finder takes towns that it does not know for times ("in Winnipeg"): a time has a word of time in it. */
function withoutFalseTimes(tokens: readonly Token[]): Token[] {
  const isTime = ({ name }: Token) => /^(?:DATE|TIME)$/.test(name);
  return tokens.map((token, i) => {
    if (!isTime(token) || !/^NNPS?$/.test(token.tag)) return token;
    let [from, to] = [i, i + 1];
    while (from > 0 && isTime(tokens[from - 1] ?? token)) from -= 1;
    while (to < tokens.length && isTime(tokens[to] ?? token)) to += 1;
    const told = tokens.slice(from, to).some(({ lower }) => timeWord.test(lower) || times.test(lower));
    return told ? token : { ...token, name: "" };
  });
}

/** "100 micrograms of it per day", "5 mg of ramipril per day": the rate is of what stands before it, and neither is a time. */
function withRates(tokens: readonly Token[]): Token[] {
  return tokens.map((token, i) => {
    const isRate = token.lower === "per" && token.label === "prep";
    if (isRate && /^VB/.test(tokens[token.head]?.tag ?? "") && /^NN/.test(tokens[i - 1]?.tag ?? ""))
      return { ...token, head: i - 1, name: "" };
    const isBeside = isRate || tokens[i - 1]?.lower === "per" || (tokens[i + 1]?.lower === "per" && token.tag !== "CD");
    return isBeside ? { ...token, name: "" } : token;
  });
}

/** "Mila, Reza and Otto founded it": the parser takes the first name for an aside. */
function withFirstOfList(tokens: Token[]): Token[] {
  const [first, comma] = tokens;
  if (first?.tag !== "NNP" || comma?.text !== "," || !/^(?:advmod|npadvmod|intj|dep)$/.test(first.label)) return tokens;
  const isList = tokens.some(
    ({ tag, label, head }, i) =>
      i > 1 &&
      tag === "NNP" &&
      label === "nsubj" &&
      head === first.head &&
      tokens.some((other) => other.head === i && other.label === "conj"),
  );
  return isList ? [{ ...first, label: "nsubj" }, ...tokens.slice(1)] : tokens;
}

/** "Since the reorganisation I report to Bo": the parser takes the clause for one about the reorganisation. */
function behindTime(tokens: readonly Token[]): Token[] {
  const [first] = tokens;
  const noun = tokens.findIndex(({ label, head }) => label === "pobj" && head === 0);
  const subject = noun + 1;
  const verb = tokens[subject]?.head ?? -1;
  const isClause =
    first?.label === "ROOT" &&
    /^(?:since|after|before|during|until|despite|without|due)$/.test(first.lower) &&
    noun > 0 &&
    /^(?:NNP|PRP)$/.test(tokens[subject]?.tag ?? "") &&
    /^nsubj/.test(tokens[subject]?.label ?? "") &&
    tokens[verb]?.label === "relcl" &&
    tokens[verb].head === noun &&
    // "Since the day I met her" has no clause of its own.
    !/^(?:day|time|moment|year|week|month|night|morning|evening|summer|winter|way|one|minute|hour)s?$/.test(
      tokens[noun]?.lower ?? "",
    );
  if (!isClause) return [...tokens];
  return tokens.map((token, i) => {
    if (i === 0) return { ...token, label: "prep", head: verb };
    return i === verb ? { ...token, label: "ROOT", head: verb } : token;
  });
}

/** "The Royal Harbour Society": every word of a name in a row is of its last one. */
function withWholeNames(tokens: readonly Token[]): Token[] {
  return tokens.map((token, i) => {
    const next = tokens[token.head];
    const isInner =
      token.tag === "NNP" &&
      token.label === "compound" &&
      token.head === i + 1 &&
      // "Henk van Dijk"
      (next?.tag === "NNP" || /^(?:van|von|de|der|den|di|da|del|ten|ter)$/.test(next?.text ?? "")) &&
      next?.label === "compound" &&
      next.head === i + 2 &&
      tokens[i + 2]?.tag === "NNP";
    return isInner ? { ...token, head: i + 2 } : token;
  });
}

/** "for my wife Imke's birthday": the wife is Imke, and the birthday hers. */
function withKinOwner(tokens: readonly Token[]): Token[] {
  const name = tokens.findIndex(
    ({ tag, label, head }, i) =>
      tag === "NNP" &&
      label === "poss" &&
      head > i &&
      tokens[i + 1]?.tag === "POS" &&
      tokens[i - 1]?.tag === "NN" &&
      relationOf(tokens[i - 1]?.lower ?? "") !== undefined &&
      /^(?:[pd]obj|dative|nsubj|nsubjpass)$/.test(tokens[i - 1]?.label ?? ""),
  );
  const [noun, owned] = [tokens[name - 1], tokens[name]?.head];
  if (name < 1 || noun === undefined || owned === undefined) return [...tokens];
  return tokens.map((token, i) => {
    if (i === name - 1) return { ...token, head: name, label: "compound" };
    return i === owned ? { ...token, head: noun.head, label: noun.label } : token;
  });
}

/** "User's spouse (Mahbub) works": a second subject in brackets is who the first one is. */
function withNamesInBrackets(tokens: readonly Token[]): Token[] {
  return tokens.map((token, i) => {
    const noun = tokens[i - 2];
    const isName =
      token.tag === "NNP" &&
      tokens[i - 1]?.text === "(" &&
      tokens[i + 1]?.text === ")" &&
      noun !== undefined &&
      /^NN/.test(noun.tag) &&
      token.label === noun.label &&
      token.head === noun.head;
    return isName ? { ...token, head: i - 2, label: "appos" } : token;
  });
}

/** "allergic to penicillin, latex and kiwi fruit": the parser hangs the whole list on its last noun. */
function withWholeList(tokens: readonly Token[]): Token[] {
  const first = tokens.findIndex(
    ({ label, head, tag }, i) =>
      label === "nmod" &&
      /^NN/.test(tag) &&
      head > i + 2 &&
      /^[pd]obj$/.test(tokens[head]?.label ?? "") &&
      tokens[i + 1]?.text === "," &&
      tokens[head - 1]?.label === "conj",
  );
  const item = tokens[first];
  if (item === undefined) return [...tokens];
  const [last, whole] = [item.head - 1, tokens[item.head]];
  if (whole === undefined || !tokens.slice(first, last).some(({ tag }) => tag === "CC")) return [...tokens];
  return tokens.map((token, i) => {
    if (i === first) return { ...token, head: whole.head, label: whole.label };
    if (i === last) return { ...token, head: item.head, label: "compound" };
    return i === item.head ? { ...token, head: tokens[last]?.head ?? first, label: "conj" } : token;
  });
}

/** "allergic to cats and her van is parked": the noun right before a verb without a subject is that, and no second object. */
function withOwnSubject(tokens: readonly Token[]): Token[] {
  const noun = tokens.findIndex(({ tag, label, head }, i) => {
    if (
      !/^NNP?$/.test(tag) ||
      label !== "conj" ||
      tokens[i - 1] === undefined ||
      verbBehind(tokens, endOf(tokens, i)) === undefined
    )
      return false;
    const isOwned = tokens.some((other) => other.head === i && /^(?:det|poss)$/.test(other.label)) || tag === "NNP";
    return isOwned && /^[pd]obj$/.test(tokens[head]?.label ?? "");
  });
  const verb = noun < 0 ? undefined : verbBehind(tokens, endOf(tokens, noun));
  if (verb === undefined) return [...tokens];
  const isPassive = tokens.some(({ head, label }) => head === verb && label === "auxpass");
  const before = clauseBefore(tokens, verb);
  return tokens.map((token, i) => {
    if (i === noun) return { ...token, head: verb, label: isPassive ? "nsubjpass" : "nsubj" };
    // Of two clauses that "and" joins, the first is the main one.
    if (before >= 0 && i === before) return { ...token, label: "ROOT", head: i };
    if (i === verb && token.label === "ccomp") return { ...token, label: "conj" };
    return before >= 0 && i === verb ? { ...token, label: "conj", head: before } : token;
  });
}

/** A clause that the parser hangs on the verb of the one behind it: "I manage a team and my budget is 310k". */
function clauseBefore(tokens: readonly Token[], verb: number): number {
  if (tokens[verb]?.label !== "ROOT") return -1;
  return tokens.findIndex(({ label, head }, i) => label === "ccomp" && head === verb && i < verb);
}

/** The last word of a noun and the "of", "for" or "in" behind it: "my budget for this year". */
function endOf(tokens: readonly Token[], noun: number): number {
  const prep = tokens[noun + 1];
  if (prep?.label !== "prep" || prep.head !== noun) return noun;
  const object = tokens.findIndex(({ head, label }) => head === noun + 1 && label === "pobj");
  const isWhole = object > 0 && tokens.slice(noun + 2, object).every(({ head }) => head === object);
  return isWhole ? object : noun;
}

/** A finite verb, or one with its auxiliary, that begins right behind a word, is joined to another and has no subject. */
function verbBehind(tokens: readonly Token[], i: number): number | undefined {
  const next = tokens[i + 1];
  const verb = next !== undefined && /^aux/.test(next.label) ? next.head : i + 1;
  const { tag = "", label = "" } = tokens[verb] ?? {};
  const isFinite = /^VB[ZDP]$/.test(tag) || (verb > i + 1 && /^VB/.test(tag));
  const isMain = label === "ROOT" && clauseBefore(tokens, verb) >= 0;
  // "has 40 employees and its headquarters are in Turin"
  const isTaken =
    label === "ccomp" && (tokens[verb]?.head ?? verb) < i && tokens.some(({ head, label: own }) => head === i && own === "poss");
  if (verb <= i || !isFinite || !(label === "conj" || isMain || isTaken)) return undefined;
  return tokens.some((other) => other.head === verb && /^(?:nsubj|nsubjpass|expl)$/.test(other.label)) ? undefined : verb;
}

/** "goes to bed at ten, wakes up at six": a verb of the third person without subject and conjunction is one more of the same subject. */
function withRowOfVerbs(tokens: readonly Token[]): Token[] {
  return tokens.map((token, i) => {
    const isBare =
      token.tag === "VBZ" &&
      /^(?:advcl|dep)$/.test(token.label) &&
      tokens[token.head]?.tag === "VBZ" &&
      token.head < i &&
      tokens[i - 1]?.text === "," &&
      !tokens.some(({ head, label }) => head === i && /^(?:nsubj|nsubjpass|expl|mark|aux|auxpass|advmod)$/.test(label));
    return isBare ? { ...token, label: "conj" } : token;
  });
}

/** "gets up at five, feeds the hens": what stands behind a verb that is joined to another is its object. */
function withObjectBehind(tokens: readonly Token[]): Token[] {
  return tokens.map((token, i) => {
    const verb = tokens[token.head];
    const isBehind =
      token.label === "nsubj" &&
      verb !== undefined &&
      verb.tag === "VBZ" &&
      verb.label === "conj" &&
      token.head < i &&
      /^NN/.test(token.tag) &&
      i - token.head <= 4 &&
      !tokens.some(({ head, label }, at) => head === token.head && (label === "dobj" || (at !== i && /^nsubj|expl/.test(label)))) &&
      tokens.slice(token.head + 1, i).every(({ head, label }) => head === i && /^(?:det|poss|amod|compound|nummod)$/.test(label));
    return isBehind ? { ...token, label: "dobj" } : token;
  });
}

/** "He's ordered two cartridges": the parser takes "has" for a passive. */
function withShortHave(tokens: readonly Token[]): Token[] {
  const at = tokens.findIndex(
    ({ text, label, head }) =>
      label === "auxpass" &&
      /^['\u2019]s$/.test(text) &&
      tokens[head]?.tag === "VBN" &&
      !/^(?:called|named|nicknamed)$/.test(tokens[head].lower) &&
      tokens.some((other) => other.head === head && other.label === "dobj"),
  );
  const verb = tokens[at]?.head;
  if (at < 0 || verb === undefined) return [...tokens];
  return tokens.map((token, i) => {
    if (i === at) return { ...token, label: "aux", lemma: "have" };
    return token.head === verb && token.label === "nsubjpass" ? { ...token, label: "nsubj" } : token;
  });
}

/** "two children, Ilse (11) and Bram (7)": the names say who they are. */
function nounBeforeList(tokens: readonly Token[], token: Token, i: number): number | undefined {
  const noun = tokens[i - 2];
  if (token.tag !== "NNP" || token.label !== "conj" || token.head !== i - 2 || tokens[i - 1]?.text !== ",") return undefined;
  const isCounted = tokens.some(({ head, label }) => head === i - 2 && /^(?:nummod|poss)$/.test(label));
  const isLiving =
    noun?.tag === "NNS" &&
    ((relationOf(noun.lower) ?? petKind(noun.lower)) !== undefined || (noun.label === "pobj" && isHelper(noun.lower)));
  return isLiving && isCounted ? i - 2 : undefined;
}

/** "two apprentices": people one has about oneself. */
function isHelper(plural: string): boolean {
  const noun = plural.replace(/s$/, "");
  return (
    isOccupation(noun) ||
    /^(?:apprentice|trainee|employee|partner|co-founder|cofounder|tenant|lodger|student|pupil|godchild|helper)$/.test(noun)
  );
}

/** "Declan's moving in": the parser takes "is" for a genitive. */
function withShortBe(tokens: readonly Token[], token: Token, i: number): Token {
  const verb = tokens[i + 1];
  if (
    token.tag !== "POS" ||
    token.label !== "case" ||
    verb?.tag !== "VBG" ||
    /^(?:amod|compound|pobj|dobj|nsubj)$/.test(verb.label)
  )
    return token;
  const hasSubject = tokens.some(({ head, label }, at) => head === i + 1 && label === "nsubj" && at < i);
  return hasSubject ? { ...token, tag: "VBZ", pos: "AUX", lemma: "be", label: "aux", head: i + 1 } : token;
}

/** "Our youngest, Tove, is allergic": who it is, and not how the name is. */
function withEldest(tokens: readonly Token[]): Token[] {
  const at = tokens.findIndex(
    ({ tag, label, head }, i) =>
      tag === "JJS" && label === "amod" && tokens[i + 1]?.text === "," && head === i + 2 && tokens[head]?.tag === "NNP",
  );
  const name = tokens[at + 2];
  if (at < 0 || !name || !/^nsubj/.test(name.label)) return [...tokens];
  return tokens.map((token, i) => {
    if (i === at) return { ...token, head: name.head, label: name.label };
    if (i === at + 2) return { ...token, head: at, label: "appos" };
    return i < at && token.head === at + 2 ? { ...token, head: at } : token;
  });
}

function isEach(tokens: readonly Token[], i: number): boolean {
  return tokens.slice(Math.max(0, i - 3), i).some(({ lower, head }) => head === i && /^(?:every|each)$/.test(lower));
}

/** "Our new nurse Clémence joins", "took my cousin Ondine along": the parser takes both words for subjects, or objects, of one verb. */
function nounBeforeName(tokens: readonly Token[], token: Token, i: number): number | undefined {
  const isObject = token.label === "dobj";
  if (!/^NNP?$/.test(token.tag) || !/^\p{Lu}/u.test(token.text) || !(isObject || /^nsubj/.test(token.label))) return undefined;
  let first = i;
  while (tokens[first - 1]?.head === i && tokens[first - 1]?.label === "compound") first -= 1;
  const noun = tokens[first - 1];
  const isOne = noun?.tag === "NN" && noun.head === token.head && noun.label === token.label;
  // "Gave the girl Milka" gives one thing to another.
  const mine = isObject ? /^poss$/ : /^(?:poss|det)$/;
  return isOne && tokens.some(({ head, label }) => head === first - 1 && mine.test(label)) ? first - 1 : undefined;
}

const times =
  /^(?:hour|day|weekday|week|weekend|fortnight|month|quarter|term|year|season|morning|afternoon|evening|night|spring|summer|autumn|fall|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?$/;

const weekdays = /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?$/;

/** "at 9:15 every weekday": the name finder ends the time behind "every". "from Tuesdays to Fridays": it does not know them all. */
function withTime(tokens: readonly Token[], token: Token, i: number): Token {
  if (/^(?:every|each)$/.test(token.lower)) {
    const noun = tokens[token.head];
    const isTime = noun !== undefined && token.head > i && token.head - i < 4 && times.test(noun.lower);
    return isTime ? { ...token, name: "DATE" } : token;
  }
  if (token.name !== "" || !times.test(token.lower)) return token;
  if (weekdays.test(token.text)) return { ...token, name: "DATE" };
  const every = tokens.slice(Math.max(0, i - 3), i).some((other) => /^(?:every|each)$/.test(other.lower) && other.head === i);
  return every ? { ...token, name: "DATE" } : token;
}

/** "meets on Tuesdays from 19:30 to 21:00 in the parish hall": the place is the verb's, and not the time's. */
function verbBehindTime(tokens: readonly Token[], token: Token, i: number): number | undefined {
  if (token.label !== "prep") return undefined;
  const isTime = (at: number) => {
    const { name = "", tag = "", text = "" } = tokens[at] ?? {};
    return /^(?:DATE|TIME)$/.test(name) || (tag === "CD" && /\d:\d/.test(text));
  };
  if (!isTime(token.head) || !/^(?:in|at|with|near|by|under|behind|next|opposite|outside|inside|for|about)$/.test(token.lower))
    return undefined;
  const object = tokens.findIndex((other) => other.head === i && /^(?:pobj|pcomp)$/.test(other.label));
  if (object < 0 || isTime(object)) return undefined;
  let at = token.head;
  for (let step = 0; step < 6; step++) {
    const word = tokens[at];
    if (word !== undefined && /^VB/.test(word.tag)) return at;
    if (word === undefined || word.head === at) return undefined;
    at = word.head;
  }
  return undefined;
}
