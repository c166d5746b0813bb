/** Names by value as the options of a Select, which begin with a capital. */
export function optionsOf(names: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(names).map(([value, name]) => ({ value, label: name.replace(/^./, (first) => first.toUpperCase()) }));
}
