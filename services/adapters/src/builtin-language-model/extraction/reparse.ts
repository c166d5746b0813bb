import type { Parser, Sentence as ParsedSentence } from "@loci/parser";
import { isJoined } from "./company-names.ts";
import { isDemonym } from "./demonyms.ts";
import { relationOf } from "./kinship.ts";
import { isVerbOf, verbsTakenForNouns } from "./without-verb.ts";
import { words } from "./words.ts";

type ParsedToken = ParsedSentence["tokens"][number];

/**
 * The small parser takes names that it never saw for adjectives or adverbs ("Petra designs posters", "Lucía mentors Ben") and verbs behind
 * them for plural nouns. Such a sentence is parsed once more with a common name, or a common verb, in the word's place: a word of the same
 * kind has the same place in the tree. The words themselves stay as they were said.
 */
export function reparsed(parser: Parser, sentence: ParsedSentence): ParsedSentence {
  const { tokens } = sentence;
  if (tokens.length < 3 || tokens.length > maxTokens) return sentence;
  const stand = standIns(tokens);
  if (stand.size === 0) return withVerb(parser, sentence);
  const again = parseWith(parser, tokens, stand);
  if (!again || ![...stand].every(([at, one]) => fits(again, at, one))) return sentence;
  return asParsed(sentence, again, stand);
}

/** A statement without a verb, with the first plural for one that makes a clause of it. */
function withVerb(parser: Parser, sentence: ParsedSentence): ParsedSentence {
  const { tokens } = sentence;
  const found = verbsTakenForNouns(tokens).slice(0, 2);
  // All of them, else each alone.
  for (const places of found.length > 1 ? [found, ...found.map((at) => [at])] : [found]) {
    if (places.length === 0) return sentence;
    const stand = new Map(places.map((at) => [at, verbLike(tokens, at)]));
    const again = parseWith(parser, tokens, stand);
    if (again && places.every((at) => isVerbOf(again, at))) return asParsed(sentence, again, stand);
  }
  return sentence;
}

/** The words of a sentence in the tree of another parse. */
function asParsed(sentence: ParsedSentence, again: readonly ParsedToken[], stand: ReadonlyMap<number, StandIn>): ParsedSentence {
  const { tokens } = sentence;
  return {
    ...sentence,
    tokens: tokens.map((token, i) => {
      const twin = again[i] ?? token;
      const { head, label, pos, tag } = twin;
      const one = stand.get(i);
      if (one === undefined) return { ...token, head, label, pos, tag, lemma: twin.lemma };
      return {
        ...token,
        head,
        label,
        pos,
        tag,
        lemma: one.text === "is" ? "be" : one.kind === "verb" ? baseOf(token.text.toLowerCase()) : token.text,
      };
    }),
  };
}

/** A second parse of a long sentence costs more than it finds. */
const maxTokens = 60;

interface StandIn {
  readonly kind: "name" | "company" | "verb" | "noun" | "adjective";
  readonly text: string;
}

function standIns(tokens: readonly ParsedToken[]): Map<number, StandIn> {
  const found = new Map<number, StandIn>();
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1];
    if (!next || !begins(tokens, i)) continue;
    // "Tunde and I share"
    const isBesideI = i === 0 && next.text === "and" && tokens[2]?.text === "I" && token.label === "ROOT";
    if (isBesideI && /^\p{Lu}\p{Ll}{2,}$/u.test(token.text)) found.set(i, { kind: "name", text: "Peter" });
    // "Orbitly, where my wife works, builds …"
    const isPlaced = i === 0 && next.text === "," && /^(?:where|which|whose)$/.test(tokens[2]?.text ?? "");
    if (isPlaced && /^\p{Lu}\p{Ll}{2,}$/u.test(token.text) && !/^NNP/.test(token.tag) && !common.has(token.text.toLowerCase()))
      found.set(i, { kind: "company", text: "Siemens" });
    const isAside = next.text === "," && /^(?:UH|JJ|RB|FW)$/.test(token.tag) && /^nsubj/.test(token.label);
    if (isMistakenName(token, next) || (isAside && /^\p{Lu}\p{Ll}{2,}$/u.test(token.text) && !common.has(token.text.toLowerCase())))
      found.set(i, { kind: "name", text: "Peter" });
    const at = i + 1;
    if (/^\p{Lu}\p{L}+$/u.test(token.text) && !common.has(token.text.toLowerCase()) && isMistakenVerb(tokens, at)) {
      found.set(i, { kind: "name", text: "Peter" });
      found.set(at, verbLike(tokens, at));
    }
  }
  for (const [i, { text }] of tokens.entries()) if (isJoined(text)) found.set(i, { kind: "company", text: "Siemens" });
  for (const [i, token] of tokens.entries()) {
    // "User's partner works night shifts": the tagger sees the verb, the parser joins it to the nouns.
    const before = tokens[i - 1];
    // "Sales reps get": a verb right before another is none.
    if (i > 0 && token.tag === "VBZ" && /s$/.test(token.text) && /^NNS?$/.test(before?.tag ?? "") && tokens[i + 1]?.tag === "VBP")
      found.set(i, { kind: "noun", text: "people" });
    const joined = token.label === "compound" || (before?.head === i && before.label === "compound");
    // "Our contract with Telnova runs until …": a verb is no object.
    const isObject = /^(?:pobj|dobj)$/.test(token.label) && isVerbForm(token) && /^(?:NN|VB[DN])/.test(before?.tag ?? "");
    if ((/^NNP?$/.test(before?.tag ?? "") && token.tag === "VBZ" && joined) || (token.tag === "VBZ" && isObject))
      found.set(i, verbLike(tokens, i));
    // "Their flight lands at 18:05", "Room 12 seats forty people".
    const isFirst = ![...found.values()].some(({ kind }) => kind === "verb");
    if (isFirst && token.tag === "NNS" && isVerbForm(token) && follows(tokens, i) && isVerbPlace(tokens, i))
      found.set(i, verbLike(tokens, i));
  }
  // "The cat's called Biscuit": what is before a participle at the end of its phrase is no owner's mark.
  for (const [i, token] of tokens.entries()) {
    const [noun, participle] = [tokens[i - 1], tokens[i + 1]];
    const isParticiple = noun?.label === "ROOT" && participle?.tag === "VBN" && participle.label === "acl";
    // "Johanna's in charge": no owner's mark is followed by a preposition.
    const isPlace = /^(?:ROOT|nsubj)$/.test(noun?.label ?? "") && participle?.tag === "IN";
    // "my dad's Irish, so …"
    const behind = tokens[i + 2];
    const isEnd =
      behind === undefined ||
      /^(?:[.,:!?]|IN)$/.test(behind.tag) ||
      (behind.tag === "CC" && /^(?:VB[ZDP]|PRP\$?|RB)$/.test(tokens[i + 3]?.tag ?? ""));
    if (token.text === "'s" && relationOf(noun?.text.toLowerCase() ?? "") && isDemonym.test(participle?.text ?? "") && isEnd)
      found.set(i, { kind: "verb", text: "is" });
    const isOwnersMark = token.tag === "POS" || (token.label === "case" && token.text === "'s");
    // "gym's closed until Monday"
    const isState =
      /^NN/.test(noun?.tag ?? "") &&
      /^(?:closed|open|shut|gone|done|finished|broken|cancell?ed|full|back|down)$/.test(participle?.text ?? "") &&
      (behind === undefined || /^(?:IN|TO|RB|CC|[.,:!])$/.test(behind.tag));
    if (isOwnersMark && (isParticiple || isPlace || isState)) found.set(i, { kind: "verb", text: "is" });
  }
  // "User avoids gluten": no verb follows one of the third person without "to".
  for (const [i, token] of tokens.entries()) {
    const verb = tokens[i - 1];
    const isOwn = token.label === "xcomp" ? token.head === i - 1 : verb?.label === "aux" && verb.head === i;
    if (token.tag === "VB" && verb?.tag === "VBZ" && isOwn && !leading.test(verb.text))
      found.set(i, { kind: "noun", text: "people" });
  }
  // "User prefers concise answers": the parser takes the adjective for the verb.
  for (const [i, token] of tokens.entries())
    if (token.tag === "VBZ" && !/^(?:is|'s|has|does|was)$/.test(token.text) && isMistakenAdjective(tokens, i, i + 1))
      found.set(i + 1, { kind: "adjective", text: "big" });
  // "wakes at six, meditates for ten minutes": one of a row of verbs, that a comma joins to another.
  for (const [i, token] of tokens.entries()) {
    const isInRow = token.tag === "NNS" && tokens[i - 1]?.text === "," && tokens.slice(0, i).some(({ tag }) => tag === "VBZ");
    const isVerb = isVerbForm(token) || /^[a-z]{3,}(?:at|is|iz|if[iy]e|ect|ish)es$/.test(token.text);
    const goesOn = /^(?:DT|PRP\$|IN|TO|RP)$/.test(tokens[i + 1]?.tag ?? "") && tokens[i + 1]?.text !== "of";
    if (isInRow && isVerb && goesOn && /^(?:dobj|appos|conj|dep|npadvmod|advcl)$/.test(token.label))
      found.set(i, verbLike(tokens, i));
    // A noun is joined to no verb: "wakes up at 6, and meditates before breakfast".
    const joined = tokens[token.head];
    if (token.tag === "NNS" && token.label === "conj" && joined?.tag === "VBZ" && tokens[i - 1]?.tag === "CC" && goesOn)
      found.set(i, verbLike(tokens, i));
  }
  // "drives a taxi and studies accounting": a second verb of the same subject.
  if (found.size > 0 || tokens.some((token) => token.tag === "VBZ"))
    for (const [i, token] of tokens.entries())
      if (
        token.tag === "NNS" &&
        isVerbForm(token) &&
        tokens[i - 1]?.tag === "CC" &&
        /^(?:IN|TO|DT|RB|PRP\$|VBG|NN[PS]?|JJ|CD)$/.test(tokens[i + 1]?.tag ?? "") &&
        tokens[i + 1]?.text !== "of"
      )
        found.set(i, verbLike(tokens, i));
  if (found.size > 4) found.clear();
  return found;
}

/** At the head of a sentence, or where a clause may begin. */
function begins(tokens: readonly ParsedToken[], i: number): boolean {
  if (i === 0) return true;
  const before = tokens[i - 1];
  return before !== undefined && (/^(?:CC|,|:)$/.test(before.tag) || (/^NN/.test(before.tag) && tokens[0]?.tag === "IN" && i <= 4));
}

/** A capitalised word that the tagger takes for no name, right before a verb of the third person. */
function isMistakenName(token: ParsedToken, next: ParsedToken): boolean {
  if (!/^\p{Lu}\p{Ll}+$/u.test(token.text) || common.has(token.text.toLowerCase()) || /(?:ly|ing)$/.test(token.text)) return false;
  if (/^(?:JJ|RB|VB|VBN|VBD|VBP|UH|FW|NNS)$/.test(token.tag)) {
    if (token.tag === "NNS") return next.tag === "VBZ";
    return /^VB[ZD]$/.test(next.tag) && !/^(?:is|was|'s|are|were|be)$/.test(next.text);
  }
  // A verb without a subject: "Petra" is taken for a part of it.
  if (token.tag === "NNP" && /^(?:amod|compound)$/.test(token.label) && /ed$/.test(next.text) && next.tag === "JJ") return true;
  return (
    token.tag === "NNP" &&
    /^(?:amod|npadvmod|intj|advmod)$/.test(token.label) &&
    next.tag === "VBZ" &&
    token.head !== token.head + 1
  );
}

function isMistakenVerb(tokens: readonly ParsedToken[], at: number): boolean {
  const token = tokens[at];
  if (!token || !/^NNS$/.test(token.tag) || !isVerbForm(token)) return false;
  return /^(?:ROOT|nsubj|appos|conj|compound|dobj|npadvmod)$/.test(token.label) && follows(tokens, at);
}

/** A noun with a clause's mark, or what would be the only verb of the sentence, behind a name, a number or an aside. */
function isVerbPlace(tokens: readonly ParsedToken[], at: number): boolean {
  const before = tokens[at - 1];
  const after = tokens[at + 1];
  if (before === undefined || after === undefined || after.text === "of") return false;
  const relatives = relativesBefore(tokens, at);
  // "The script that Vasile wrote runs every night"
  const isBehindRelative = relatives > 0 && /^VB[DN]$/.test(before.tag);
  // The tagger takes "the nightly backup" for two adjectives.
  const isThing = /^(?:backup|build|sync|export|import|batch|cron)$/.test(before.text);
  if (!/^(?:NN|NNP|CD|,)$/.test(before.tag) && !isBehindRelative && !isThing) return false;
  if (/^(?:ccomp|advcl|relcl)$/.test(tokens[at]?.label ?? "")) return true;
  const isFinite = (token: ParsedToken, i: number) =>
    /^(?:VB[ZPD]|MD)$/.test(token.tag) &&
    !/^(?:compound|amod|acl|relcl)$/.test(token.label) &&
    // "Teun repairs wind turbines": of two verbs in a row the first is one.
    !(i === at + 1 && token.tag === "VBP" && before.tag === "NNP") &&
    // "seats fourteen and can pull 750 kg": a second verb of the same subject.
    !(/^(?:MD|VBZ)$/.test(token.tag) && tokens[i - 1]?.tag === "CC");
  const from = clauseStart(tokens, at);
  const lead = tokens[from];
  // "My brother Teun repairs wind turbines"
  const isOwn = lead?.tag === "PRP$" && before.tag === "NNP" && /^(?:NNS?|JJ)$/.test(after.tag);
  const to = clauseEnd(tokens, at);
  const finite = tokens.filter((token, i) => i >= from && i < to && isFinite(token, i)).length;
  const isTaken = isBehindRelative ? tokens.some((token, i) => i > at && isFinite(token, i)) || finite > relatives : finite > 0;
  if (isTaken || !(/^(?:DT|CD|PRP\$|IN|TO|NNP|VBP)$/.test(after.tag) || isOwn)) return false;
  return lead?.label !== "det" || /^the$/i.test(lead.text);
}

/** Verbs of the third person that another one may follow. */
const leading = /^(?:is|'s|has|does|was|helps|lets|makes|goes|comes|dares|needs)$/;

/** A word right behind a verb that takes the verb for its own, or the verb's object. */
function isMistakenAdjective(tokens: readonly ParsedToken[], verb: number, at: number): boolean {
  const word = tokens[at];
  if (!/^(?:NN|JJ)$/.test(word?.tag ?? "")) return false;
  if (tokens[verb]?.label === "aux") return tokens[verb].head === at;
  const next = tokens[at + 1];
  return word?.label === "xcomp" && word.head === verb && next?.head === at && next.label === "dobj" && next.tag === "NNS";
}

/** How many relative pronouns stand before a word. */
function relativesBefore(tokens: readonly ParsedToken[], at: number): number {
  return tokens.slice(1, at).filter(({ tag, text }) => /^(?:WDT|WP)$/.test(tag) || text === "who").length;
}

/** Where the clause of a word begins: "…, but her husband Tor commutes to Oslo" has its own verb. */
function clauseStart(tokens: readonly ParsedToken[], at: number): number {
  for (let i = at - 1; i > 0; i--)
    if (tokens[i]?.tag === "CC" && tokens[i - 1]?.text === "," && /^(?:PRP\$|NNP|DT)$/.test(tokens[i + 1]?.tag ?? "")) return i + 1;
  return 0;
}

/** Where the next clause begins: "closes on 18 July, and the new teacher is Frau Brandt". */
function clauseEnd(tokens: readonly ParsedToken[], at: number): number {
  const next = tokens.findIndex(
    ({ tag }, i) => i > at && tag === "CC" && tokens[i - 1]?.text === "," && /^(?:PRP\$?|NNP|DT)$/.test(tokens[i + 1]?.tag ?? ""),
  );
  return next < 0 ? tokens.length : next;
}

/** What follows could be a verb's: no verb, no colon. */
function follows(tokens: readonly ParsedToken[], at: number): boolean {
  const next = tokens[at + 1];
  return next === undefined || /^(?:DT|PRP\$?|NNPS?|NNS?|JJ|CD|IN|TO|RB|CC|\.|,|VBG|VBP)$/.test(next.tag);
}

function isVerbForm({ text }: ParsedToken): boolean {
  return third.has(text);
}

function verbLike(tokens: readonly ParsedToken[], at: number): StandIn {
  const next = tokens[at + 1];
  return { kind: "verb", text: next !== undefined && /^(?:DT|PRP\$?|NNPS?|NNS?|JJ|CD|VBP)$/.test(next.tag) ? "has" : "goes" };
}

function parseWith(parser: Parser, tokens: readonly ParsedToken[], stand: ReadonlyMap<number, StandIn>) {
  let text = "";
  let end = tokens[0]?.start ?? 0;
  tokens.forEach((token, i) => {
    text += `${token.start > end || stand.get(i)?.text === "is" ? " " : ""}${stand.get(i)?.text ?? token.text}`;
    end = token.end;
  });
  const [one, ...others] = parser.parse(text);
  return one && others.length === 0 && one.tokens.length === tokens.length ? one.tokens : undefined;
}

/** Whether the second parse sees what it was asked to: a subject's name, and a verb. */
function fits(again: readonly ParsedToken[], at: number, { kind }: StandIn): boolean {
  const token = again[at];
  if (token === undefined) return false;
  if (kind === "company") return /^NNPS?$/.test(token.tag);
  if (kind === "noun") return /^NNS?$/.test(token.tag);
  if (kind === "adjective") return token.tag === "JJ";
  return kind === "name"
    ? /^NNP/.test(token.tag) && /^(?:nsubj|conj|nsubjpass)/.test(token.label)
    : /^VB/.test(token.tag) && !/^(?:compound|amod)$/.test(token.label);
}

/** Words that open sentences with a capital and are no names, and nouns that stand before others. */
const common = new Set(
  words(`
    sometimes never always often still also now then here there maybe even yet soon today tomorrow yesterday usually i we you he she it they
    this that these those my our your his her its their the a an what who where when why how which if and but or so because as at by for from
    in of on to with please thanks thank yes no not well just only both all some any each every most many more less first second last next
    new old good great best nice big small same other another one two three four five ten none nothing something everything everyone
    everybody someone anybody nobody people let make take go get give see look add use try ask remember note remind call send keep tell
    logs sales team customer customers user users
  `),
);

/** Verbs of the third person that are nouns in the plural as well. */
const third = new Set(
  words(`
    shoots edits
    mentors works climbs volunteers coaches designs lands runs walks plays drives teaches travels sleeps studies swims cooks paints rides
    leads heads manages hosts reports supports lives dances sings trains practices practises writes bakes knits surfs sails skis hikes
    camps fishes gardens farms drinks smokes dreams commutes rents owns parks flies tutors judges guards nurses pilots engineers rows
    repairs restores collects stores serves starts stops ends closes opens leaves arrives departs returns visits calls meets moves ships
    costs weighs measures holds seats carries handles processes tracks plans hopes wants needs likes loves hates prefers dislikes speaks
    fixes adds removes requires allows contains includes shares counts
    knows thinks depends uses answers watches reads listens asks attends bikes blames blocks boards bows brushes builds bills balances benefits
    cares causes changes charges chairs checks claims cleans climbs combs cycles complaints concerns conducts contacts contracts controls cover
    covers dates deals delays delivers demands displays documents doubts drafts edits estimates exercises exhibits experiments exports faces
    fears features feeds fights files films finances fits flashes floods focuses forecasts forges forms founds frames freezes funds
    gains goes grants greets grinds guides harvests helps hunts imports influences interests invoices irons jobs jogs joins jokes juggles
    judges kicks labels laughs launches links lists loads locks lends logs lunches maps marks masters matters milks mines mixes models monitors mows names notes
    offers orders outlines packs pays performs phones pickles pitches plants polishes posts pours powers praises presses prints produces programs
    projects promises pumps quotes races ranks rates records reforms regrets releases remains remarks repairs replies reposts researches reserves respects
    rests results reviews rewards rolls routes sands scans schedules scores screens scripts seals searches sells sews shapes shelters
    shifts shops shows signs sketches smiles sorts sounds spends splits spots stages stands stays stitches streams stresses stripes struggles
    styles subscribes suffers supplies surveys syncs takes talks targets tastes taxes tests texts tiles times titles tours trades transports treats
    trusts turns tutors types updates values volunteers votes wages waits wakes warns washes waters waves welds wins wishes worries wraps yields
    covers takes gives gets makes pays keeps brings owes signs sends serves joins chairs backs checks posts replies oversees attends
    organises organizes coordinates arranges prepares reviews approves orders sorts delivers supplies produces employs
    deploys publishes builds merges commits renders caches streams forwards migrates integrates connects bakes sews knits writes
    feeds meditates journals naps wakes irons waters jogs cycles rows grooms milks drums babysits tutors stretches showers fasts prays
  `),
);

function baseOf(word: string): string {
  if (/(?:ss|x|z|ch|sh|o)es$/.test(word)) return word.slice(0, -2);
  return /[^aeiou]ies$/.test(word) ? `${word.slice(0, -3)}y` : word.replace(/s$/, "");
}
