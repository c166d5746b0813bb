import type { Name } from "../memory/model.ts";
import { acronymsOf, likeness, type Likeness } from "./compare-names.ts";
import { namesThatAreWords } from "./common-words.ts";
import { genderOfGiven } from "./name-gender.ts";
import { formsOf } from "./nicknames.ts";
import { hasCompanyForm, writtenName, type WrittenName } from "./written-name.ts";

/** A name that somebody has. */
export interface BearerName extends Pick<Name, "typeNorm" | "nameNorm"> {
  /** Somebody said that it is a name of theirs. */
  readonly isTold?: boolean;
}

/** Somebody or something that a new name may mean, under the same ScopeSet: all that is seen as one with it. */
export interface Bearer {
  readonly id: string;
  readonly names: readonly BearerName[];
  /** The statements at hand say that the two have something to do with each other, or somebody undid that they are one. */
  readonly isApart: boolean;
  /** Something that tells people apart is said of both. */
  readonly sharesNeighbour: boolean;
  /** Something is said of both that one of a kind has once, and not the same. */
  readonly differs: boolean;
  /** A relation introduces it to somebody: "my friend Rex". */
  readonly isIntroduced?: boolean;
}

/** The one that it is, or may be; `rule` says by what. */
export interface Verdict {
  readonly bearer: string;
  readonly rule: string;
  readonly isSure: boolean;
  /** Where it is not sure: whether somebody should be asked. */
  readonly isWorthAsking: boolean;
}

/** What a reader takes a name for of which nothing is told. */
const weakTypes = new Set(["person", "organisation", "thing"]);

/** Whether a type may be a reader's guess. */
export function isGuessedType(typeNorm: string): boolean {
  return weakTypes.has(typeNorm);
}

/** How things are alike by their names, with the type of one only guessed. */
type Kind = Likeness | "retyped";

/**
 * Whom a new name means: one bearer by rule, or perhaps one (to be asked), or nobody known. A duplicate is better than a wrong merge:
 * where two might be meant nobody is.
 * @param isIntroduced the text at hand introduces the name by a relation ("my sister Ana")
 */
export function sameBearer(
  name: Pick<Name, "typeNorm" | "nameNorm">,
  bearers: readonly Bearer[],
  isIntroduced: boolean,
): Verdict | undefined {
  const like = bearers.flatMap((bearer) => {
    const kind = closest(name, bearer);
    return kind === undefined ? [] : [{ bearer, kind }];
  });
  const spelled = like.filter(({ kind }) => kind === "spelling");
  const named = like.filter(({ kind }) => !isGuess(kind));
  const [only, ...others] = [spelled, named, like].find((some) => some.length > 0) ?? [];
  if (only === undefined || others.length > 0 || only.bearer.isApart) return undefined;
  const { bearer, kind } = only;
  const isSure =
    (!isGuess(kind) &&
      !(/^(?:titled|nickname)$/.test(kind) && bearer.differs) &&
      (bearer.sharesNeighbour || isSureBy(kind, name, bearer, isIntroduced))) ||
    (kind === "part" && !isIntroduced && isShortOfCompany(name, bearer));
  return {
    bearer: bearer.id,
    rule: rules[kind],
    isSure,
    isWorthAsking: !isSure && isWorthAsking(kind, name, bearer, isIntroduced),
  };
}

/** Likenesses that never prove anything by themselves, and stand behind all others. */
function isGuess(kind: Kind): boolean {
  return kind === "misspelled" || kind === "swapped" || kind === "part";
}

/** Strangers share first names, and things of one maker how they begin: only what speaks for it makes these a question. */
function isWorthAsking(
  kind: Kind,
  { typeNorm, nameNorm }: Pick<Name, "typeNorm" | "nameNorm">,
  bearer: Bearer,
  isIntroduced: boolean,
) {
  if (bearer.differs || !bearer.names.some((one) => one.typeNorm === typeNorm)) return false;
  if (kind === "part") return bearer.sharesNeighbour;
  if (kind !== "given") return true;
  const isWord = [nameNorm, ...bearer.names.map((one) => one.nameNorm)].some((one) => namesThatAreWords.has(one));
  return !isIntroduced && !isWord;
}

/** By what two names may be one, in words; "" where they are not alike. */
export function likenessText(a: Pick<Name, "typeNorm" | "nameNorm">, b: Pick<Name, "typeNorm" | "nameNorm">): string {
  const kind = likenessOf(a, b) ?? retyped(a, b);
  return kind === undefined ? "" : rules[kind].replaceAll("_", " ");
}

/** How a merge by each likeness is called in decisions. */
const rules: Readonly<Record<Kind, string>> = {
  spelling: "same_name_spelled_otherwise",
  middle: "same_first_and_last_name",
  reordered: "family_name_first_or_last",
  swapped: "names_in_the_other_order",
  nickname: "nickname_and_last_name",
  initials: "initial_and_last_name",
  titled: "title_and_last_name",
  given: "only_bearer_of_first_name",
  short: "nickname_of_first_name",
  family: "only_bearer_of_last_name",
  headed: "name_with_what_it_is",
  acronym: "first_letters_of_the_name",
  retyped: "same_name_of_a_guessed_type",
  misspelled: "name_perhaps_misspelled",
  slipped: "last_name_with_a_slip",
  part: "name_begins_with_the_other",
};

function isSureBy(kind: Kind, name: Pick<Name, "typeNorm" | "nameNorm">, bearer: Bearer, isIntroduced: boolean): boolean {
  const { nameNorm } = name;
  if (/^(?:spelling|nickname|titled|middle|reordered|headed|acronym)$/.test(kind)) return true;
  if (kind === "initials") return !isIntroduced;
  if (kind === "slipped") return !isIntroduced && bearer.isIntroduced !== true && !bearer.differs;
  if (kind === "retyped") return !isIntroduced && bearer.isIntroduced !== true;
  const written = writtenName(nameNorm, name.typeNorm);
  const isBare = !nameNorm.includes(" ") || written.isFamiliar;
  if (isIntroduced || namesThatAreWords.has(written.words[0] ?? "")) return false;
  // "Delacroix", after Marguerite Delacroix was spoken of; "James" may be anybody's first name.
  if (kind === "family") return (isBare && (written.title !== "" || !isGivenName(nameNorm))) || isAddressed(written, bearer);
  // "Farida", after Farida Khan was spoken of; the other way round a stranger may bear the first name.
  return kind === "given" && isBare;
}

/** "Professor Lindqvist", after Ingrid Lindqvist was spoken of; a "Mr" may be anybody's father or husband, unless a man is known. */
function isAddressed({ given, title, gender }: WrittenName, { names }: Bearer): boolean {
  if (title === "" || given.length > 0) return false;
  const whole = names.filter(({ typeNorm }) => typeNorm === "person").map(({ nameNorm }) => writtenName(nameNorm, "person"));
  return whole.some(
    (one) => one.given.length > 0 && (gender === "" || gender === (one.gender || genderOfGiven(one.given[0] ?? ""))),
  );
}

const longWord = 5;

/** "Nordlicht", after Nordlicht Energie GmbH was spoken of: a company's whole name is seldom said twice. */
function isShortOfCompany({ typeNorm, nameNorm }: Pick<Name, "typeNorm" | "nameNorm">, { names, differs }: Bearer): boolean {
  if (typeNorm !== "organisation" || differs || nameNorm.includes(" ") || nameNorm.length < longWord) return false;
  return names.some(
    (one) => one.typeNorm === "organisation" && one.nameNorm.startsWith(`${nameNorm} `) && hasCompanyForm(one.nameNorm),
  );
}

function isGivenName(name: string): boolean {
  return formsOf(name).length > 0;
}

const order: readonly Kind[] = [
  "spelling",
  "retyped",
  "headed",
  "middle",
  "reordered",
  "nickname",
  "initials",
  "titled",
  "given",
  "short",
  "family",
  "acronym",
  "swapped",
  "slipped",
  "misspelled",
  "part",
];

function closest(name: Pick<Name, "typeNorm" | "nameNorm">, { names }: Bearer): Kind | undefined {
  if (names.some((other) => isNamesake(name, other))) return undefined;
  if (names.some((other) => other.isTold === true && other.nameNorm === name.nameNorm && isAcronymOf(name, names)))
    return "spelling";
  const kinds = names.flatMap(
    (other) =>
      likenessOf(name, isGuessed(name, other) ? { ...other, typeNorm: name.typeNorm } : other) ??
      (other.isTold === true ? [] : (retyped(name, other) ?? [])),
  );
  return order.find((kind) => kinds.includes(kind));
}

/** Whether a name is the first letters of one of these: no town and nobody else is called so by chance. */
function isAcronymOf({ nameNorm }: Pick<Name, "nameNorm">, names: readonly BearerName[]): boolean {
  return names.some((one) => acronymsOf(writtenName(one.nameNorm, "").words).includes(nameNorm));
}

/** Whether two whole names have one family name, and are two people's: Paula Adeyemi is nobody whose "P. Adeyemi" was Philip. */
function isNamesake(a: Pick<Name, "typeNorm" | "nameNorm">, b: Pick<Name, "typeNorm" | "nameNorm">): boolean {
  if (a.typeNorm !== "person" || b.typeNorm !== "person") return false;
  const [one, other] = [writtenName(a.nameNorm, "person"), writtenName(b.nameNorm, "person")];
  const isWhole = one.given.length > 0 && other.given.length > 0 && one.family !== "" && one.family === other.family;
  return isWhole && likeness(one, other) === undefined;
}

/** Whether a reader guessed a type of the name alone, and it was told to be the name of a project or a place. */
function isGuessed({ typeNorm }: Pick<Name, "typeNorm">, told: BearerName): boolean {
  return told.isTold === true && weakTypes.has(typeNorm) && !weakTypes.has(told.typeNorm);
}

/**
 * Whether one name was told to be an animal's or a project's, and a reader guessed a type of the other that is written the same. People and
 * companies are called as places are.
 */
export function retyped(a: Pick<Name, "typeNorm" | "nameNorm">, b: Pick<Name, "typeNorm" | "nameNorm">): "retyped" | undefined {
  const [guessed, told] = weakTypes.has(a.typeNorm) ? [a, b] : [b, a];
  if (!weakTypes.has(guessed.typeNorm) || weakTypes.has(told.typeNorm) || told.typeNorm === "place") return undefined;
  const kind = likeness(writtenName(guessed.nameNorm, ""), writtenName(told.nameNorm, ""));
  if (kind !== "spelling" && (kind !== "headed" || guessed.typeNorm === "person")) return undefined;
  // Who was known as a person before is one, unless it is a pet.
  return told === a && guessed.typeNorm === "person" && told.typeNorm !== "animal" ? undefined : "retyped";
}

/** How two names of entities may be one. A reader guesses the type where a text does not tell it. */
export function likenessOf(a: Pick<Name, "typeNorm" | "nameNorm">, b: Pick<Name, "typeNorm" | "nameNorm">): Likeness | undefined {
  const read = (name: Pick<Name, "nameNorm">, as: string) => writtenName(name.nameNorm, as);
  if (a.typeNorm === b.typeNorm) return likeness(read(a, a.typeNorm), read(b, b.typeNorm));
  if (!weakTypes.has(a.typeNorm) || !weakTypes.has(b.typeNorm)) return undefined;
  if (likeness(read(a, ""), read(b, "")) === "spelling") return "spelling";
  const [person, other] = a.typeNorm === "person" ? [a, b] : [b, a];
  if (person.typeNorm !== "person") return undefined;
  // What is no person's name but one's bare first name was taken for something else.
  const bare = read(other, "person");
  const kind = likeness(read(person, "person"), bare);
  if (kind === "spelling" || ((kind === "given" || kind === "family") && bare.words.length === 1)) return kind;
  // A nickname within a name is a person's.
  return (kind === "middle" || kind === "nickname") && bare.given.length > 1 ? kind : undefined;
}
