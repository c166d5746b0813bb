/** An address's parameters after some of them changed; "", null and undefined take one away. */
export function withParams(before: URLSearchParams, changed: Readonly<Record<string, string | null | undefined>>): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changed)) {
    if (value === undefined || value === null || value === "") after.delete(name);
    else after.set(name, value);
  }
  return after;
}
