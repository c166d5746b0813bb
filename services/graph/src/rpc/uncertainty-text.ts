const mostShown = 5;
const longest = 80;

/** What an uncertainty is about: `Person/Caroline residence`. */
export function aboutText(type: string, name: string, key: string): string {
  return `${type}/${name} ${key}`;
}

interface Told {
  readonly id: string;
  readonly value: string;
  readonly knownAt: string;
}

/** Why it is open, told with the values that the reader may see, the one known longest first. */
export function reasonText(reason: string, visible: readonly Told[]): string {
  if (reason === "maybe_same") return "They may be one, and nothing said so far decides it.";
  const place = ({ knownAt, id }: Told) => `${knownAt} ${id}`;
  const values = [...visible]
    .sort((a, b) => (place(a) < place(b) ? -1 : 1))
    .slice(0, mostShown)
    .map(({ value }) => `"${value.length > longest ? `${value.slice(0, longest)}…` : value}"`);
  const who = reason === "across_streams" ? "The authoritative and the experiential stream disagree" : "Sources disagree";
  return values.length === 0 ? `${who}.` : `${who}: ${values.join(" or ")}${values.length === 1 ? " is disputed" : ""}.`;
}
