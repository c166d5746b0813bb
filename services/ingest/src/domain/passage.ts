/**
 * The text by which a chunk is embedded: alone it often does not say what it speaks of, so its document's title and its heading go
 * before it, where it does not begin with them.
 */
export function passageText(title: string, heading: string, text: string): string {
  const before = [...new Set([title, heading])].filter((part) => part !== "" && !text.startsWith(part));
  return [...before, text].join(". ");
}
