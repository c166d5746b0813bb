/** The words of a list, which are separated by white space. */
export function words(list: string): string[] {
  return list.split(/\s+/).filter((word) => word !== "");
}

/** A pattern for one of the phrases of a list. */
export function anyOf(list: string): string {
  return `(?:${phrases(list)})`;
}

/** The phrases of a list, which are separated by commas. */
function phrases(list: string): string {
  return list
    .split(",")
    .map((phrase) => phrase.trim().replace(/\s+/g, " "))
    .filter((phrase) => phrase !== "")
    .join("|");
}

/** Matches a text that is one of the phrases (each may be a pattern), in any case. */
export function oneOf(list: string): RegExp {
  return new RegExp(`^(?:${phrases(list)})$`, "i");
}

/** Matches a text that ends in one of the phrases, as whole words: "senior nurse" ends in "nurse". */
export function endingIn(list: string): RegExp {
  return new RegExp(`(?:^|[\\s-])(?:${phrases(list)})$`, "i");
}

/** Matches a text that holds one of the phrases, as whole words. */
export function containing(list: string): RegExp {
  return new RegExp(`\\b(?:${phrases(list)})\\b`, "i");
}
