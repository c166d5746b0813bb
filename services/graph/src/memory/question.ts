const longest = 80;
const mostNamed = 4;

/** Keys that are the end of a sentence about somebody rather than a noun: `lives in`, `works at`. */
const predicate =
  /^(?:is|has|works|lives|was|comes|studies|plays|speaks|likes|owns|drives|leads)_|_(?:at|in|for|by|to|from|with|on|of)$/;

/**
 * The question that would settle an uncertainty, by rule: `Is Mina's residence Porto or Lisbon?`
 * @param values what the reader sees of it, the one known longest first
 */
export function suggestedQuestion(name: string, key: string, values: readonly string[]): string {
  const words = key.replaceAll("_", " ");
  const named = [...new Set(values)].slice(0, mostNamed).map(shortened);
  const whose = `${name}${/s$/i.test(name) ? "'" : "'s"} ${words}`;
  const last = named.at(-1);
  if (last === undefined) return predicate.test(key) ? `What is right: ${name} ${words} …?` : `What is ${whose}?`;
  const choice = named.length === 1 ? last : `${named.slice(0, -1).join(", ")} or ${last}`;
  return predicate.test(key) ? `Which is right: ${name} ${words} ${choice}?` : `Is ${whose} ${choice}?`;
}

function shortened(value: string): string {
  return value.length > longest ? `${value.slice(0, longest)}…` : value;
}
