import { analyse, isStopWord } from "./analyse.ts";
import { isLightTerm } from "./light-words.ts";
import { word } from "./tokens.ts";

export interface Keyphrase {
  /** What two spellings of it have in common: its words' stems, separated by spaces. */
  readonly normalised: string;
  /** As the text writes it most often. */
  readonly text: string;
  /** 0 to 1; the text's best one has 1. */
  readonly score: number;
}

const maxWords = 4;
const maxWordLength = 40;

/** Words that break a phrase beside the stop words, which are as few as search needs. */
const breakers = new Set(
  `every whether behind beside beyond besides either neither however therefore thus hence moreover like unlike much many several
  instead rather already always never often sometimes usually well now back away ever else upon among along across
  first second third last next new old good bad able available using used use uses based via according
  make makes made take takes taken give gives given get gets go goes come comes keep keeps set let need needs
  say says said see seen show shows shown know known want wants think thinks look looks find found become becomes
  include includes including provide provides provided require requires required allow allows allowed`.split(/\s+/),
);

/**
 * The phrases that a text is about, best first, after RAKE (Rose et al., "Automatic keyword extraction from individual
 * documents"): runs of one to four words between stop words and punctuation, and parts of runs that come again. A word weighs
 * more the more other words it stands beside; a phrase has the mean weight of its words, raised by its length and by how often
 * it comes.
 */
export function keyphrases(text: string, limit: number): Keyphrase[] {
  const runs = [...runsOf(text)];
  const weights = wordWeights(runs);
  const candidates = withoutParts(countPhrases(runs));
  const scored = candidates.map((phrase) => {
    const mean = phrase.stems.reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0) / phrase.stems.length;
    return { phrase, score: mean * (1 + Math.log(phrase.stems.length)) * (0.5 + Math.log2(phrase.times)) };
  });
  scored.sort((a, b) => b.score - a.score || a.phrase.first - b.phrase.first);
  const best = scored[0]?.score ?? 1;
  return scored.slice(0, limit).map(({ phrase, score }) => ({
    normalised: phrase.stems.join(" "),
    text: mostFrequent(phrase.spellings),
    score: score / best,
  }));
}

interface Word {
  readonly written: string;
  readonly stem: string;
}

type Run = readonly Word[];

/** Words that stand together: only white space (no empty line) or a hyphen between them, no stop word among them. */
function* runsOf(text: string): Generator<Run> {
  const plain = text.normalize("NFKC");
  let run: Word[] = [];
  let end = 0;
  for (const match of plain.matchAll(word)) {
    const written = match[0];
    const gap = plain.slice(end, match.index);
    end = match.index + written.length;
    const terms = isBreak(written) ? [] : analyse(written);
    if (run.length > 0 && (terms.length === 0 || !isJoining(gap))) {
      yield run;
      run = [];
    }
    if (terms.length > 0) run.push({ written: written.replace(/['\u2019]s$/, ""), stem: terms.join("") });
  }
  if (run.length > 0) yield run;
}

function isBreak(written: string): boolean {
  const lower = written.toLowerCase();
  return written.length > maxWordLength || isStopWord(lower) || breakers.has(lower);
}

function isJoining(gap: string): boolean {
  return gap === " " || /^(?:\s?-\s?|[^\S\n]*(?:\n[^\S\n]*)?)$/.test(gap);
}

/** RAKE's degree by frequency: 1 for a word that stands alone. */
function wordWeights(runs: readonly Run[]): ReadonlyMap<string, number> {
  const seen = new Map<string, { frequency: number; degree: number }>();
  for (const run of runs) {
    for (const { stem } of run) {
      const one = seen.get(stem) ?? { frequency: 0, degree: 0 };
      one.frequency++;
      one.degree += Math.min(run.length, maxWords);
      seen.set(stem, one);
    }
  }
  return new Map([...seen].map(([stem, { frequency, degree }]) => [stem, degree / frequency]));
}

interface Candidate {
  readonly stems: readonly string[];
  readonly first: number;
  readonly spellings: Map<string, number>;
  times: number;
}

/**
 * Whole runs, and those parts of runs that come more than once. Longer parts are looked for only where their own parts repeat.
 */
function countPhrases(runs: readonly Run[]): Map<string, Candidate> {
  const phrases = new Map<string, Candidate>();
  const repeats = (phrase: Run) => (phrases.get(identityOf(phrase))?.times ?? 0) > 1;
  for (let length = 1; length <= maxWords; length++) {
    for (const run of runs) {
      for (let start = 0; start + length <= run.length; start++) {
        const phrase = run.slice(start, start + length);
        if (length === 1 || run.length === length || (repeats(phrase.slice(1)) && repeats(phrase.slice(0, -1)))) {
          count(phrases, phrase);
        }
      }
    }
  }
  const whole = new Set(runs.filter((run) => run.length <= maxWords).map(identityOf));
  for (const [identity, { times }] of phrases) if (times === 1 && !whole.has(identity)) phrases.delete(identity);
  return phrases;
}

function identityOf(phrase: Run): string {
  return phrase.map((one) => one.stem).join(" ");
}

function count(phrases: Map<string, Candidate>, phrase: Run): void {
  if (!isTelling(phrase)) return;
  const identity = identityOf(phrase);
  const written = phrase.map((one) => one.written).join(" ");
  const known = phrases.get(identity);
  const candidate = known ?? {
    ...{ stems: phrase.map((one) => one.stem), first: phrases.size, spellings: new Map<string, number>(), times: 0 },
  };
  candidate.times++;
  candidate.spellings.set(written, (candidate.spellings.get(written) ?? 0) + 1);
  if (known === undefined) phrases.set(identity, candidate);
}

/** Some word of it must carry a meaning of its own: not a number, not a letter or two, not a verb like "make". */
function isTelling(phrase: Run): boolean {
  const alone = phrase.length === 1;
  return phrase.some(({ stem, written }) => !/^\p{N}+$/u.test(stem) && !isLightTerm(stem) && (written.length > 2 || !alone));
}

/** A part that never comes but in one longer phrase says no more than that one. */
function withoutParts(phrases: ReadonlyMap<string, Candidate>): Candidate[] {
  const parts = new Set<string>();
  for (const { stems, times } of phrases.values()) {
    for (let length = 1; length < stems.length; length++) {
      for (let start = 0; start + length <= stems.length; start++) {
        const part = stems.slice(start, start + length).join(" ");
        if (phrases.get(part)?.times === times) parts.add(part);
      }
    }
  }
  return [...phrases].flatMap(([identity, phrase]) => (parts.has(identity) ? [] : [phrase]));
}

function mostFrequent(spellings: ReadonlyMap<string, number>): string {
  let best = "";
  let times = 0;
  for (const [spelling, n] of spellings) if (n > times) [best, times] = [spelling, n];
  return best;
}
