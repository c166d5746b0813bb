import { normaliseName } from "@loci/kernel";
import { titleBefore, titleBehind, type Honorific } from "./honorifics.ts";

/** A name taken apart, for comparing how it may be written. All words are in lower case, without accents and apostrophes. */
export interface WrittenName {
  /** What is left without titles, company suffixes, articles and differences of spelling. */
  readonly words: readonly string[];
  /** Given names, the nickname in brackets or quotes too; none where only a title and a family name are written. */
  readonly given: readonly string[];
  /** The last of several words of a person's name, or the one behind a title; "" for a single name. */
  readonly family: string;
  /** "dr", "prof", "san": how somebody is addressed; "" for none. */
  readonly title: string;
  /** A single name behind a title that given names have too: "Coach Ana", "Tanaka-san". */
  readonly isFamiliar: boolean;
  /** "m" or "f" where a title says so. */
  readonly gender: string;
  /** "junior", "iii": what tells two people of one name apart; "" for none. */
  readonly generation: string;
}

const generations: ReadonlyMap<string, string> = new Map([
  ...["jr", "jnr", "junior", "younger"].map((one) => [one, "junior"] as const),
  ...["sr", "snr", "senior", "elder"].map((one) => [one, "senior"] as const),
  ...["ii", "iii", "iv"].map((one) => [one, one] as const),
]);
const particles = new Set("van von de del della der den di da do dos du la le el al bin ibn ben ten ter zu af av".split(" "));
const degrees = new Set("phd md esq msc bsc mba obe cbe dphil".split(" "));
const companyForms = new Set(
  `inc incorporated llc ltd limited gmbh mbh ag kg kgaa ug se sa sas sarl srl spa bv nv oy oyj ab as aps plc corp corporation co company pty llp lp
  pvt pte ltda slu kft zrt doo sro spol ou uab bhd sdn ohg gbr eirl eurl cv nvbv pbc pllc sp z oo`.split(/\s+/),
);
/** British words that are written otherwise in America. -isation and -our are rules below. */
const american: ReadonlyMap<string, string> = new Map(
  "centre center centres centers theatre theater programme program programmes programs defence defense licence license catalogue catalog dialogue dialog grey gray travelling traveling jewellery jewelry tyre tire tyres tires metre meter litre liter fibre fiber"
    .split(" ")
    .reduce<[string, string][]>((pairs, word, i, all) => (i % 2 === 0 ? [...pairs, [word, all[i + 1] ?? word]] : pairs), []),
);
const mostWords = 12;

/** Names of persons, and of others, taken apart before. One decision holds a name against many, and each of them against others. */
const apart = [new Map<string, WrittenName>(), new Map<string, WrittenName>()] as const;
/** A name may have 256 characters: both maps together stay within a few MB. */
const mostKept = 4_096;

/** Takes a name apart; `typeNorm` is the normal form of its entity's type. */
export function writtenName(name: string, typeNorm: string): WrittenName {
  const isPerson = typeNorm === "person";
  const known = apart[isPerson ? 0 : 1];
  const kept = known.get(name);
  if (kept !== undefined) return kept;
  if (known.size >= mostKept) known.clear();
  const plain = withoutDomain(name);
  const written = isPerson ? personName(plain) : thingName(plain);
  known.set(name, written);
  return written;
}

/** The nicknames in brackets or quotes within a name, as they are written. */
export function nicknamesWithin(name: string): string[] {
  return [...name.matchAll(/[("\u201c]\s*(\p{L}[\p{L}'\u2019-]{1,30})\s*[)"\u201d]/gu)].map(([, nickname = ""]) => nickname);
}

/** The name in an address of the given and the family name, "leila.haddad@northpier.example"; info@ and ana@ may be anybody's. */
function withoutDomain(name: string): string {
  const [, given = "", family = ""] = /^(\p{L}{2,30})[._-](\p{L}{2,30})@[\p{L}\p{N}.-]+$/u.exec(name) ?? [];
  return given === "" ? name : `${given} ${family}`;
}

function personName(name: string): WrittenName {
  const nicknames = nicknamesWithin(name).flatMap(wordsOf);
  const unquoted = name.replace(/[("\u201c][^()"\u201c\u201d]{0,64}[)"\u201d]/gu, " ").trim();
  const behind = titleBehind(unquoted.toLowerCase());
  const plain = behind === undefined ? unquoted : unquoted.slice(0, behind.bare.length);
  const [last = "", first = "", ...more] = plain.split(",").map((part) => part.trim());
  const isReversed = more.length === 0 && first !== "" && !isSuffix(wordsOf(first)) && wordsOf(last).length <= 2;
  const all = wordsOf(isReversed ? `${first} ${last}` : plain.replaceAll(",", " ")).slice(0, mostWords);
  const titles: Honorific[] = behind === undefined ? [] : [behind];
  let from = 0;
  for (let found = titleBefore(all[0] ?? ""); found && from < all.length - 1; found = titleBefore(all[from] ?? "")) {
    titles.unshift(found);
    from += 1;
  }
  let to = all.length;
  let generation = "";
  while (
    to > from + 1 &&
    (generations.has(all[to - 1] ?? "") || degrees.has(all[to - 1] ?? "") || (all[to - 1] === "the" && generation !== ""))
  ) {
    generation ||= generations.get(all[to - 1] ?? "") ?? "";
    to -= 1;
  }
  const words = withInitialsApart(all.slice(from, to), name);
  const single = words.length === 1;
  // "Mr van der Berg", "Ms El Amrani": all of it is a family name.
  const isFamily = titles.length > 0 && (single || particles.has(words[0] ?? ""));
  return {
    words,
    given: [...(isFamily ? [] : words.slice(0, 1)), ...nicknames],
    family: single && titles.length === 0 ? "" : (words.at(-1) ?? ""),
    title: titles[0]?.title ?? "",
    isFamiliar: single && titles.some((one) => one.isFamiliar),
    gender: titles.find(({ gender }) => gender !== "")?.gender ?? "",
    generation,
  };
}

/** "H.M. Bell": two given names by their first letters, before a family name. */
function withInitialsApart(words: readonly string[], name: string): readonly string[] {
  const [first = "", ...more] = words;
  const written = /^\s*((?:\p{L}\.\s?){2,4})\s*\p{L}{2}/u.exec(name)?.[1] ?? "";
  const letters = written.toLowerCase().replace(/[^\p{L}]/gu, "");
  return more.length > 0 && letters.length === first.length && first.length > 1 && first === letters ? [...first, ...more] : words;
}

function isSuffix(words: readonly string[]): boolean {
  return words.every((word) => generations.has(word) || degrees.has(word));
}

function thingName(name: string): WrittenName {
  let words = wordsOf(name.replaceAll("&", " and ")).slice(0, mostWords);
  if (words.length > 1 && words[0] === "the") words = words.slice(1);
  while (words.length > 1 && (companyForms.has(words.at(-1) ?? "") || words.at(-1) === "and")) words = words.slice(0, -1);
  return { words: words.map(americanSpelling), given: [], family: "", title: "", isFamiliar: false, gender: "", generation: "" };
}

/** Whether a name says that it is a company's: "Nordlicht Energie GmbH". */
export function hasCompanyForm(name: string): boolean {
  const words = wordsOf(name);
  return words.length > 1 && companyForms.has(words.at(-1) ?? "");
}

/** Letters that are no plain letter with a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", ß: "ss", æ: "ae", œ: "oe", ı: "i", ħ: "h", ŧ: "t", ŋ: "n" },
};

function wordsOf(text: string): string[] {
  const plain = normaliseName(text)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[łøđðþßæœıħŧŋ]/gu, (letter) => plainLetters[letter] ?? letter)
    // "J.P." and "S.A." are one word, "J. Smith" two.
    .replace(/(?<=(?:^|\s|\.)\p{L})\.(?=\p{L}(?:\.|\s|$))/gu, "")
    .replace(/['\u2018\u2019`.]/g, "");
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

function americanSpelling(word: string): string {
  const listed = american.get(word);
  if (listed !== undefined) return listed;
  return word
    .replace(/(?<=\p{L}{3})is(?=ations?$|ed$|ing$|ers?$|e$)/u, "iz")
    .replace(/(?<=\p{L}{2})our(?=s?$|ed$|ing$|al$)/u, "or");
}
