import { withoutBrackets } from "./bracketed.ts";
import { joinedCompanies } from "./company-names.ts";

/**
 * The text with words that the parser knows in the place of some that it cannot take, each of as many letters, so that every place stays:
 * "User", as models write memories, is a name; "Wed" is taken for "we'd"; "brother-in-law" comes apart at its hyphens; "Harrow & Pike Ltd" is one
 * name, and so are "Anton Keller senior", 'Giacomo "Jack" Ferri', "Soo-jin" and "Maria de la Cruz".
 */
export function knownWords(text: string): string {
  return joinedCompanies(withoutBrackets(text))
    .replace(/(?<=^|[.!?;:] )User(?='s |\s\p{Ll})/gu, "John")
    .replace(generation, (word) => (word.length > 3 ? "Miller" : "Lee"))
    .replace(particles, (said) => `${said.charAt(0).toUpperCase()}${said.slice(1).replace(" ", "e")}`)
    .replace(syllables, (name) => middleNames.find(({ length }) => length === name.length) ?? name)
    .replace(chatter, (said) => " ".repeat(said.length))
    .replace(pronouns, (said) => plainWords.find(({ length }) => length === said.length) ?? said)
    .replace(nickname, (quoted) => middleNames.find(({ length }) => length === quoted.length) ?? quoted)
    .replace(/\bWed\b(?=[\s,.;:)]|$)/g, "Fri")
    .replace(relatives, (word, noun: string) => noun.repeat(4).slice(-word.length));
}

const word = "\\p{Lu}\\p{Ll}[\\p{L}'-]{0,30}";
/** What tells two of one name apart, behind a whole name. */
const generation = new RegExp(`(?<=\\b${word} ${word},? )(?:[Ss]enior|[Jj]unior|[SJ]r\\.|III)(?![\\p{L}\\p{N}])`, "gu");
/** Between a given and a family name; others, as "van" and "de", the parser knows. */
const particles = new RegExp(
  `(?<=\\b${word} )(?:de (?:la|las|los|le)|da|das|dos|van (?:de|den|der)|von (?:der|dem)|bint|ibn)(?= \\p{Lu}\\p{Ll})`,
  "gu",
);
/** One of each length. */
const middleNames = "Lee John Peter Robert Michael Benjamin Alexander Alessandro Christopher".split(" ");
/** Between a given and a family name. */
const nickname = new RegExp(`(?<=\\b${word} )(?:"${word}"|\u201c${word}\u201d|'${word}'|\\(${word}\\))(?= ${word})`, "gu");
/** Given names of two syllables, whose second one has no capital: the parser knows no such word. */
const syllables =
  /\b\p{Lu}\p{Ll}{0,5}-(?:jin|min|woo|hyun|soo|su|young|yeong|hee|ji|ho|jun|joon|hwan|seok|suk|kyung|eun|yeon|ah|mi|na|ra|rim|bin|won|wook|uk|kyu|tae|hoon|seo|seung|yoon|jung|jae|kyo|ling|ping|ming|hui|wei|hua|fang|chen|mei|xin|yi|ying|lan|feng|guo|jie|hong|yuan|qing|hao|li|ying|yun|shan|liang|chun|xia|tzu|chieh|hsin|yu|ju)\b/gu;
/** "I use vim btw": no part of what is said. */
const chatter = /(?<=[\p{L}\p{N}])\s(?:btw|tbh|imo|imho|fyi|ngl|fwiw)\b(?=\s*(?:[,.;!)]|$))/giu;
/** "they/them pronouns" */
const pronouns = /\b(?:she|he|they|ze|xe)\/(?:her|him|them|they|she|he|zir|xem|hers|his)(?:\/\p{Ll}{3,6})?(?= pronouns\b)/giu;
const plainWords = "common certain personal different particular traditional contemporary".split(" ");
const kin = "mother|father|brother|sister|son|daughter";
const relatives = new RegExp(
  String.raw`\b(?:(?:step|half|foster|great|twin)-(?=(?:${kin})\b))?(${kin})(?:-in-law)?\b(?<=-(?:${kin}|law))`,
  "g",
);
