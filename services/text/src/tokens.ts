import { unspacedScripts } from "@loci/kernel";

/**
 * A word: letters, marks and numbers, with apostrophes inside ("don't", "O'Brien") or digits grouped by commas ("1,000").
 */
export const word = /\p{Nd}{1,3}(?:,\p{Nd}{3})+(?![\p{L}\p{N}])|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['\u2019\uFF07][\p{L}\p{M}]+)*/gu;

/** Scripts without spaces are searched by pairs of characters. */
const runs = new RegExp(`[${unspacedScripts}]+|[^${unspacedScripts}]+`, "gu");
const startsUnspaced = new RegExp(`^[${unspacedScripts}]`, "u");

const ascii = /^[\x00-\x7f]*$/;
const notTerm = /[^\p{L}\p{N}]+/gu;
const maxTermLength = 64;

/** The words of a text in order, as written (NFKC), with their apostrophes. */
export function rawWords(text: string): readonly string[] {
  return (ascii.test(text) ? text : text.normalize("NFKC")).match(word) ?? [];
}

/**
 * One written word as lower-case pieces of letters and numbers only: possessives and contractions are reduced to their first
 * part, Latin letters lose their accents, unspaced scripts fall into pairs of characters.
 */
export function wordPieces(raw: string): readonly string[] {
  const lower = withoutContraction(raw.toLowerCase().replace(/[\u2019\u02BC\uFF07]/g, "'"));
  if (ascii.test(lower)) return [cut(lower.replace(/[',]/g, ""))];
  return (lower.match(runs) ?? []).flatMap((run) => {
    if (!startsUnspaced.test(run)) return pieceOrNothing(/\p{sc=Latin}/u.test(run) ? run.normalize("NFD") : run);
    return pairs([...run.replace(notTerm, "")]);
  });
}

function pieceOrNothing(run: string): string[] {
  const letters = cut(run.replace(notTerm, ""));
  return letters === "" ? [] : [letters];
}

function pairs(characters: readonly string[]): string[] {
  if (characters.length < 2) return [...characters];
  return characters.slice(1).map((character, i) => `${characters[i] ?? ""}${character}`);
}

/** "anna's" → "anna", "don't" → "do", "they'll" → "they"; "won't" is no form of "won". */
function withoutContraction(lower: string): string {
  if (!lower.includes("'")) return lower;
  if (lower === "won't" || lower === "shan't") return "will";
  if (lower === "can't") return "can";
  return lower.replace(/n't$/, "").replace(/'(?:s|ll|re|ve|d|m)$/, "");
}

function cut(term: string): string {
  if (term.length <= maxTermLength) return term;
  const last = term.charCodeAt(maxTermLength - 1);
  // A pair of surrogates is not torn apart.
  return term.slice(0, last >= 0xd800 && last < 0xdc00 ? maxTermLength - 1 : maxTermLength);
}
