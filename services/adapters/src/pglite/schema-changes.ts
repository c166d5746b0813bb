const change = /\b(create|alter|drop)\b/gi;
/** Makes what no statement that has run can have meant; a new index changes no columns. */
const maker = /create (?:unique )?(?:table|index|sequence|role)\b/iy;
/** Changes one relation, written in small letters, by a plain name with its schema. */
const changer = /(?:alter|drop) (?:table|sequence) (?:if exists )?([a-z_]+\.[a-z_0-9]+)(?=[ ;]|$)/y;

/**
 * Of which relations a text may change the columns, as far as its words tell: by their names, which a statement that reads them contains. Tables that
 * users make at any time must not cost the plans of all that everybody else asks.
 */
export function changedBy(text: string): "nothing" | "anything" | readonly string[] {
  const names: string[] = [];
  for (const { index } of text.matchAll(change)) {
    maker.lastIndex = changer.lastIndex = index;
    if (maker.test(text)) continue;
    const [, name] = changer.exec(text) ?? [];
    if (name === undefined) return "anything";
    names.push(name);
  }
  return names.length === 0 ? "nothing" : names;
}
