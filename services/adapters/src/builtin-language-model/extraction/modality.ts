import { containing, words } from "./words.ts";
import { wordAt, type Sentence } from "./sentence.ts";

const auxiliaries = new Set(
  words(`
  do does did is are was were can could would will should have has had am may might shall don't isn't
`),
);
const questionWords = new Set("what where who whom whose why how which".split(" "));
const unreal = containing(`
  imagine, pretend(?:ing)?, hypothetically, suppose, supposing, assuming, once upon a time, just kidding, jk, joking,
  dream(?:ed|t) (?:that|about), role-?play(?:ing)?, in (?:the|my|his|her|their|our|a|this|that) (?:(?:new|latest|first|next) )?(?:story|dream|novel|game|play|musical|screenplay|sitcom|comic|fairy tale|film|movie|series|episode|opera|ballet),
  of (?:the|my|his|her|their|our) (?:(?:new|latest|first|next) )?(?:story|novel|screenplay|sitcom|comic|fairy tale), as if, what if, i wish,
  if only, would have, could have, should have, for example, e\\.g\\., let's say, in another life, act as, acting as,
  you are an?, lol, lmao, haha, rofl, basically an? (?:vampire|zombie|hermit|machine|monster|saint|genius|child|robot|potato), yeah right, as if, rumou?rs?,
  (?:as|like) the (?:old )?(?:saying|proverb|adage|joke|song) (?:goes|says|has it|puts it), as the (?:french|germans|english|romans|greeks) say
`);
/** "Oh sure, and I'm the Queen of England": what nobody who says it means. */
const mocking =
  /^(?:oh|yeah|well|pff+)?[,\s]*(?:sure|right|of course|yeah)[,\s]+(?:and|because|then)\s(?:I(?:['\u2019]m| am)\s(?:the\s)?(?:(?:queen|king|pope|emperor|prince|princess|president|prime minister|tooth fairy|easter bunny|dalai lama|czar|tsar)\b(?!.*\b(?:club|society|association|choir|union|council|school|college|company|team|board|committee)\b)|santa|father christmas|napoleon|cleopatra|elvis|batman|superman|beyonc)|(?:pigs|cows|elephants)\s(?:can\s)?fly\b)/i;
/** "Oh great, another meeting", "Oh sure, because I just love queues": the opposite is meant. */
const sneering =
  /^(?:oh|yeah|yes|ah)?[,\s]*(?:sure|right|great|wonderful|lovely|fantastic|perfect|brilliant|joy|awesome)[,!.\s]+(?:because\s(?:I|we|that|what|nothing|everyone|everybody)\b|another\b|just\swhat\b|exactly\swhat\b)/i;
/** "Nobody said that I work at Google" says nothing of where one works. */
const saidByNobody = containing(`
  (?:nobody|no[- ]?one|none of (?:us|you|them|my \\w+)) (?:(?:ever|has|had|have|really|actually) )?(?:said|says|say|told|tells|claimed|claims|claim|thinks|thought|believes|believed|mentioned|announced|wrote|suggested)
`);
const hedge = containing(`
  i think, i guess, i suppose, i believe, i assume, i reckon, maybe, perhaps, probably, possibly, apparently,
  supposedly, allegedly, presumably, seemingly, i'm not sure, not sure, not certain, might, may be(?! (?:used|reached|contacted|called|visited|parked|opened|kept|stored|borrowed|picked|claimed|booked|renewed|paid|cancelled)\\b), i heard, i've
  heard, rumou?r has it, they say, as far as i know, iirc, afaik, if i remember, i hope, hopefully
`);

/** Whether the sentence asks: it then states nothing. */
export function isQuestion(sentence: Sentence): boolean {
  const { tokens } = sentence;
  if (tokens.slice(-3).some((token) => token.text.includes("?"))) return true;
  let first = 0;
  while (first < 4 && /^(?:INTJ|PUNCT|CCONJ)$/.test(tokens[first]?.pos ?? "")) first += 1;
  const word = wordAt(sentence, first);
  // "What I miss most is her cake": a frame, which the mended parse leaves aside.
  if (questionWords.has(word) && tokens[first]?.label !== "punct") return true;
  return (
    auxiliaries.has(word) && /^(?:PRON|DET|PROPN)$/.test(tokens[first + 1]?.pos ?? "") && wordAt(sentence, first + 1) !== "n't"
  );
}

const twice =
  /(?:\bnot|\bnever|n['\u2019]t|\bno longer)\s+(?:(?!and\b|but\b|or\b|because\b|so\b|since\b)\w+\s+){0,3}(?:not\b|never\b|\w+n['\u2019]t\b)/i;

/** Whether one denial stands within another ("no longer not", "not that he doesn't"): what is meant is not for a reader to guess. */
export function isTwiceDenied(text: string): boolean {
  return twice.test(text);
}

/** Whether the sentence speaks of a world that is not this one (supposed, dreamt, played, wished), or says that nobody said so. */
export function isUnreal(text: string): boolean {
  return unreal.test(text) || mocking.test(text) || sneering.test(text) || saidByNobody.test(text);
}

/** Whether the speaker says that they are not certain. */
export function isHedged(text: string): boolean {
  return hedge.test(text);
}
