/**
 * The base form of a verb, where the lemmatiser's is the wrong one of two that are words: of "rides" it makes "rid", of "hoped" "hop". The spelling
 * tells: "rid" would be "rids", and "hop" doubles its last letter.
 */
export function verbLemma(lower: string, tag: string, lemma: string): string {
  const [, ending = ""] = /(es|ed|ing)$/.exec(lower) ?? [];
  if (ending === "" || lower !== `${lemma}${ending}` || !/^VB[ZDNG]$/.test(tag)) return lemma;
  const isShort = tag === "VBZ" ? !/(?:s|x|z|ch|sh|o)$/.test(lemma) : /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(lemma);
  return isShort ? `${lemma}e` : lemma;
}
