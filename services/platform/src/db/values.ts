/** Between rows and our words: a time that is not known is "" with us and NULL in a row. */
export function timeText(value: Date | null): string {
  return value === null ? "" : value.toISOString();
}

export function timeParam(text: string): string | null {
  return text === "" ? null : text;
}

/** JSON for a `::jsonb` parameter. */
export function jsonParam(value: unknown): string {
  return JSON.stringify(value);
}
