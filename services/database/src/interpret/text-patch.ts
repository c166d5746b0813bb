/**
 * How a text changes, as `@@ -1,5 +1,4 @@` with ` kept`, `-removed` and `+added` lines: one hunk around the first and last difference, with some characters
 * of what surrounds it.
 */
export function textPatch(from: string, to: string): string {
  const [a, b] = [[...from], [...to]];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const removed = a.slice(start, a.length - end);
  const reach = surroundings(from, a, start, a.length - end);
  const before = a.slice(Math.max(0, start - reach), start);
  const after = a.slice(a.length - end, a.length - end + reach);
  const added = b.slice(start, b.length - end);
  const first = start - before.length + 1;
  const around = before.length + after.length;
  const header = `@@ -${span(first, around + removed.length)} +${span(first, around + added.length)} @@\n`;
  return header + line(" ", before) + line("-", removed) + line("+", added) + line(" ", after);
}

const margin = 4;
/** What a place is found by is no longer than this, in characters. */
const longest = 32 - 2 * margin;

/** How many characters around a change are told: as many as make its place the only one of its kind, and some more. */
function surroundings(text: string, characters: readonly string[], start: number, end: number): number {
  let reach = 0;
  let found = characters.slice(start, end).join("");
  while (text.indexOf(found) !== text.lastIndexOf(found) && found.length < longest) {
    reach += margin;
    found = characters.slice(Math.max(0, start - reach), end + reach).join("");
  }
  return reach + margin;
}

function span(first: number, length: number): string {
  return length === 0 ? `${first - 1},0` : `${first},${length}`;
}

function line(mark: string, characters: readonly string[]): string {
  return characters.length === 0 ? "" : `${mark}${escaped(characters.join(""))}\n`;
}

/** As in URLs, but with spaces: so a hunk stays a hunk, whatever lines the text has. */
function escaped(text: string): string {
  return encodeURI(text.toWellFormed()).replaceAll("%20", " ");
}

/** The text after a patch; where the patch does not fit, the text itself. */
export function applyTextPatch(text: string, patch: string): string {
  let changed = text;
  for (const hunk of patch.split("@@ -").slice(1)) {
    const lines = hunk
      .split("\n")
      .slice(1)
      .filter((piece) => piece !== "");
    const plain = (marks: string): string =>
      lines
        .filter((piece) => marks.includes(piece.charAt(0)))
        .map((piece) => unescaped(piece.slice(1)))
        .join("");
    const [old, fresh] = [plain(" -"), plain(" +")];
    const at = changed.indexOf(old);
    if (at !== -1) changed = changed.slice(0, at) + fresh + changed.slice(at + old.length);
  }
  return changed;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
