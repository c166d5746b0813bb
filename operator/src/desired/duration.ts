const unitMs: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const part = /(?<!\d)(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g;

/** Milliseconds of a duration as Go writes it (1h30m); the API server has checked its form. */
export function durationMs(text: string): number {
  let sum = 0;
  for (const [, number, unit] of text.matchAll(part)) sum += Number(number) * (unitMs[unit ?? ""] ?? 0);
  return sum;
}
