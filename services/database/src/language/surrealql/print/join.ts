/** The parts that are there, a space between them. */
export function words(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== false && part !== undefined && part !== "").join(" ");
}

/** `KEYWORD text`, or nothing where there is no such clause. */
export function clause<T>(keyword: string, of: T | undefined, print: (of: T) => string): string | undefined {
  return of === undefined ? undefined : `${keyword} ${print(of)}`;
}

export function list<T>(items: readonly T[], print: (item: T) => string, separator = ", "): string {
  return items.map((item) => print(item)).join(separator);
}
