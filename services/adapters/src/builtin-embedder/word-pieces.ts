/** The pieces known, each with its number. A piece that continues a word begins with "##". */
export interface Vocabulary {
  readonly numbers: ReadonlyMap<string, number>;
  /** The length of the longest piece: no longer one is looked for. */
  readonly longest: number;
}

/** Longer ones are not words; they would cost time that grows with their length. */
const longestWord = 100;

/**
 * A text's WordPiece tokens (Wu et al. 2016) as the uncased BERT models read them: lower case, no accents, split at whatever is
 * neither letter nor digit, each word cut greedily into the longest known pieces. A word that cannot be cut so is left out.
 */
export function wordPieces(text: string, vocabulary: Vocabulary): number[] {
  const found: number[] = [];
  for (const word of plain(text).match(/[\p{L}\p{N}]+/gu) ?? []) addPieces(word, vocabulary, found);
  return found;
}

/** Decomposed, an accent is a character of its own (a mark) and can be dropped. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mn}+/gu, "");
}

function addPieces(word: string, { numbers, longest }: Vocabulary, found: number[]): void {
  const whole = numbers.get(word);
  if (whole !== undefined) {
    found.push(whole);
    return;
  }
  if (word.length > longestWord) return;
  const before = found.length;
  for (let start = 0; start < word.length;) {
    const mark = start === 0 ? "" : "##";
    let end = Math.min(word.length, start + longest - mark.length);
    let piece: number | undefined;
    while (end > start && (piece = numbers.get(mark + word.slice(start, end))) === undefined) end--;
    if (piece === undefined) {
      found.length = before;
      return;
    }
    found.push(piece);
    start = end;
  }
}
