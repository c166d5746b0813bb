/**
 * How a text changes, as `@@ -1,5 +1,4 @@` with ` kept`, `-removed` and `+added` lines: one hunk around the first and last difference, with up to four
 * characters of what surrounds it.
 */
export function textPatch(from: string, to: string): string {
  const [a, b] = [[...from], [...to]];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const before = a.slice(Math.max(0, start - margin), start);
  const after = a.slice(a.length - end, a.length - end + margin);
  const removed = a.slice(start, a.length - end);
  const added = b.slice(start, b.length - end);
  const first = start - before.length + 1;
  const around = before.length + after.length;
  const header = `@@ -${span(first, around + removed.length)} +${span(first, around + added.length)} @@\n`;
  return header + line(" ", before) + line("-", removed) + line("+", added) + line(" ", after);
}

const margin = 4;

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
