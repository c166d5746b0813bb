const mostShown = 5;
const longest = 80;

/** What an uncertainty is about: `Person/Caroline residence`. */
export function aboutText(type: string, name: string, key: string): string {
  return `${type}/${name} ${key}`;
}

/** Why it is open, told with the values that the reader may see. */
export function reasonText(reason: string, visible: readonly { readonly value: string }[]): string {
  const values = visible
    .slice(0, mostShown)
    .map(({ value }) => `"${value.length > longest ? `${value.slice(0, longest)}…` : value}"`);
  const who = reason === "across_streams" ? "The authoritative and the experiential stream disagree" : "Sources disagree";
  return values.length === 0 ? `${who}.` : `${who}: ${values.join(" or ")}${values.length === 1 ? " is disputed" : ""}.`;
}
