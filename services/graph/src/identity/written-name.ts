import { normaliseName } from "@loci/kernel";

/** A name taken apart, for comparing how it may be written. All words are in lower case, without accents and apostrophes. */
export interface WrittenName {
  /** What is left without titles, company suffixes, articles and differences of spelling. */
  readonly words: readonly string[];
  /** Given names, the nickname in brackets or quotes too; none where only a title and a family name are written. */
  readonly given: readonly string[];
  /** The last of several words of a person's name, or the one behind a title; "" for a single name. */
  readonly family: string;
  /** "dr", "prof": how somebody is addressed; "" for none. */
  readonly title: string;
  /** "m" or "f" where a title says so. */
  readonly gender: string;
  /** "junior", "iii": what tells two people of one name apart; "" for none. */
  readonly generation: string;
}

const titles: ReadonlyMap<string, string> = new Map([
  ...["dr", "doctor", "prof", "professor", "mx", "rev", "reverend", "capt", "captain"].map((one) => [one, ""] as const),
  ...["mr", "mister", "sir", "herr", "monsieur", "senor"].map((one) => [one, "m"] as const),
  ...["mrs", "ms", "miss", "madam", "dame", "frau", "madame", "senora"].map((one) => [one, "f"] as const),
]);
const shortTitles: ReadonlyMap<string, string> = new Map(
  Object.entries({ doctor: "dr", professor: "prof", reverend: "rev", captain: "capt", mister: "mr" }),
);
const generations: ReadonlyMap<string, string> = new Map([
  ...["jr", "jnr", "junior", "younger"].map((one) => [one, "junior"] as const),
  ...["sr", "snr", "senior", "elder"].map((one) => [one, "senior"] as const),
  ...["ii", "iii", "iv"].map((one) => [one, one] as const),
]);
const degrees = new Set("phd md esq msc bsc mba obe cbe dphil".split(" "));
const companyForms = new Set(
  "inc incorporated llc ltd limited gmbh mbh ag kg kgaa ug se sa sas sarl srl spa bv nv oy oyj ab as aps plc corp corporation co company pty llp lp pvt".split(
    " ",
  ),
);
/** British words that are written otherwise in America. -isation and -our are rules below. */
const american: ReadonlyMap<string, string> = new Map(
  "centre center centres centers theatre theater programme program programmes programs defence defense licence license catalogue catalog dialogue dialog grey gray travelling traveling jewellery jewelry tyre tire tyres tires metre meter litre liter fibre fiber"
    .split(" ")
    .reduce<[string, string][]>((pairs, word, i, all) => (i % 2 === 0 ? [...pairs, [word, all[i + 1] ?? word]] : pairs), []),
);
const mostWords = 12;

/** Takes a name apart; `typeNorm` is the normal form of its entity's type. */
export function writtenName(name: string, typeNorm: string): WrittenName {
  return typeNorm === "person" ? personName(name) : thingName(name);
}

function personName(name: string): WrittenName {
  const nicknames = [...name.matchAll(/[("\u201c]\s*(\p{L}[\p{L}'\u2019-]{1,30})\s*[)"\u201d]/gu)].flatMap(([, nickname = ""]) =>
    wordsOf(nickname),
  );
  const plain = name.replace(/[("\u201c][^()"\u201c\u201d]{0,64}[)"\u201d]/gu, " ");
  const [last = "", first = "", ...more] = plain.split(",").map((part) => part.trim());
  const isReversed = more.length === 0 && first !== "" && !isSuffix(wordsOf(first)) && wordsOf(last).length <= 2;
  const all = wordsOf(isReversed ? `${first} ${last}` : plain.replaceAll(",", " ")).slice(0, mostWords);
  let from = 0;
  let gender = "";
  let title = "";
  while (from < all.length - 1 && titles.has(all[from] ?? "")) {
    gender ||= titles.get(all[from] ?? "") ?? "";
    title = shortTitles.get(all[from] ?? "") ?? all[from] ?? "";
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
  const words = all.slice(from, to);
  const titled = from > 0;
  const single = words.length === 1;
  return {
    words,
    given: [...(single && titled ? [] : words.slice(0, 1)), ...nicknames],
    family: single && !titled ? "" : (words.at(-1) ?? ""),
    title,
    gender,
    generation,
  };
}

function isSuffix(words: readonly string[]): boolean {
  return words.every((word) => generations.has(word) || degrees.has(word));
}

function thingName(name: string): WrittenName {
  let words = wordsOf(name.replaceAll("&", " and ")).slice(0, mostWords);
  if (words.length > 1 && words[0] === "the") words = words.slice(1);
  while (words.length > 1 && (companyForms.has(words.at(-1) ?? "") || words.at(-1) === "and")) words = words.slice(0, -1);
  return { words: words.map(americanSpelling), given: [], family: "", title: "", gender: "", generation: "" };
}

function wordsOf(text: string): string[] {
  const plain = normaliseName(text)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
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
