/** At most so many UTF-16 units of a text, and never half a character: a lone surrogate is no text. */
export function cutTo(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}
