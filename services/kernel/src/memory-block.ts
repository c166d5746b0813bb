/**
 * A stored text as one line of a block between `<memory>` and `</memory>`, as models are shown what is remembered. Line breaks and the
 * frame's own words would let what anybody may have stored pose as the frame; however they are spelt, as a model takes `< /memory x>`
 * for them too.
 */
export function blockLine(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll(/<(?=[\s/\p{Cf}]*memory)/giu, "&lt;");
}
