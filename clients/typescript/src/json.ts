/** JSON that came from outside: nothing is known of it before it is looked at. */

/** Undefined for what is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined where it has no such field. */
export function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** The same where it is a text; "" otherwise. */
export function textOf(value: unknown, name: string): string {
  const found = field(value, name);
  return typeof found === "string" ? found : "";
}
