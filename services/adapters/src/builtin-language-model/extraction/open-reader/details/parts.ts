import { withoutEnd } from "../errands.ts";

/** A part of a line between two marks, trimmed, with its place in the content. */
export interface Part {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const mark = /^(?:,\s|;\s?|\s?\|\s?|\s[–—-]\s|\s·\s|\s\/\s)/;

/** Cuts a text at its commas, semicolons, bars and dashes; what stands in brackets or quotes stays whole. */
export function partsOf(text: string, start: number): Part[] {
  const parts: Part[] = [];
  let open = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i);
    if (/[([{“]/.test(letter)) depth += 1;
    if (/[)\]}”]/.test(letter)) depth = Math.max(0, depth - 1);
    const cut = depth === 0 && /[,;|\s]/.test(letter) ? mark.exec(text.slice(i, i + 3))?.[0] : undefined;
    if (cut === undefined) continue;
    parts.push(partOf(text, open, i, start));
    i += cut.length - 1;
    open = i + 1;
  }
  parts.push(partOf(text, open, text.length, start));
  return parts.filter((part) => part.text !== "").flatMap((part, i) => (i === 0 ? withBrackets(part) : [part]));
}

/** "Henrike Pohl (CFO, Ostwind Energie)": what stands in brackets behind the first part are parts of their own. */
function withBrackets(part: Part): Part[] {
  const [, before = "", inner = ""] = /^([^()]{2,80}?)\s\(([^()]{2,80})\)$/.exec(part.text) ?? [];
  if (inner === "") return [part];
  return [
    { text: before, start: part.start, end: part.start + before.length },
    ...partsOf(inner, part.start + part.text.lastIndexOf("(") + 1),
  ];
}

function partOf(text: string, from: number, to: number, offset: number): Part {
  const said = text.slice(from, to);
  const trimmed = withoutEnd(said.replace(/^\s*(?:and\s)?/, ""));
  const at = offset + from + said.indexOf(trimmed);
  return { text: trimmed, start: at, end: at + trimmed.length };
}
